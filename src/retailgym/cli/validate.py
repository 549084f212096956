"""`retailgym validate`: is this environment, on this store, fit to be trusted?"""

import sys
from pathlib import Path
from typing import Annotated

import typer

from .errors import UserError, mistakes


def validate(
    targets: Annotated[
        list[str],
        typer.Argument(
            metavar="[TARGET]...",
            help=(
                "Environments (names, sets, files ending in .py) and one store: a directory, a catalogue "
                "file or a size."
            ),
        ),
    ] = [],  # noqa: B006
    levels: Annotated[str, typer.Option(help="Levels: 0,6,12 or 0-24 or all.")] = "0,6,12",
    seeds: Annotated[int, typer.Option(min=2, help="Specs per level.")] = 10,
    split: Annotated[
        str, typer.Option(help="Where the seeds come from: train or validation.")
    ] = "validation",
    json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON on stdout.")] = False,
) -> None:
    """Check environments as a user would want them checked: can they be solved, can they be gamed, do they
    repeat to the byte?

    The expert earns 1.0 within par; silence earns nothing and blind players stay far below; the same spec
    gives the same bytes, in another process too; episodes do not touch each other; nothing that the agent
    sees depends on the goal; no input crashes it. Exit code 1 if a check fails.

    \b
    retailgym validate
    retailgym validate cart returns --levels all --seeds 20
    retailgym validate my_envs/envs/layaway.py
    retailgym validate discovery my-shop.catalogue --json
    """
    from ..core.spec import task
    from ..evaluation import choose_levels
    from ..evaluation.validate import CHECKS, Finding, Trial
    from ..evaluation.validate import validate as check
    from .progress import progress
    from .tables import findings_table, show

    with mistakes():
        envs, store, places = _targets(targets)
        chosen = choose_levels(levels)
        trials = [
            Trial(
                env=env,
                specs=tuple(task(split, i, env, level) for level in chosen for i in range(seeds)),
                store=store,
                places=places,
            )
            for env in envs
        ]
    findings: list[Finding] = []
    with progress(len(CHECKS) * len(trials), "checks") as advance:
        for trial in trials:
            for finding in check(trial):
                findings.append(finding)
                advance()
    if json:
        import msgspec

        sys.stdout.write(
            msgspec.json.format(
                msgspec.json.encode({"passed": all(f.passed for f in findings), "findings": findings}),
                indent=2,
            ).decode()
            + "\n"
        )
    else:
        show(f"{len(chosen) * seeds} specs each, levels {levels}", findings_table(findings), sys.stdout)
        for f in findings:
            if not f.passed:
                print(f"FAILED {f.env}: {f.check}: {f.because}")
    if not all(f.passed for f in findings):
        raise typer.Exit(1)


def _targets(targets: list[str]) -> "tuple[list[str], int | str | None, tuple[str, ...]]":
    """Environments by name, the store, and where environments of the user's own lie."""
    from ..catalog import load
    from ..core.spec import SETS
    from ..envs import get_env, names
    from ..evaluation import choose_envs
    from ..evaluation.validate import look_in
    from .store_option import left_by

    files = [Path(t) for t in targets if t.endswith(".py")]
    rest = [t for t in targets if not t.endswith(".py")]
    stores = [t for t in rest if t.isdigit() or (t not in (*names(), *SETS, "all") and Path(t).exists())]
    if len(stores) > 1:
        raise UserError(f"one store at a time, not {len(stores)}: {', '.join(stores)}")
    if missing := [str(file) for file in files if not file.is_file()]:
        raise UserError(f"no file {missing[0]!r}; `retailgym new NAME --dir DIR` writes one to begin from")
    folders = [file.parent if file.name == "__init__.py" else file.with_suffix("") for file in files]
    places = tuple(dict.fromkeys(str(folder.parent.resolve()) for folder in folders))
    look_in(places)
    store = (int(stores[0]) if stores[0].isdigit() else stores[0]) if stores else None
    envs = [get_env(folder.name).id for folder in folders] + [
        env for t in rest if t not in stores for env in choose_envs(t)
    ]
    catalog = load(store)
    return envs or list(left_by(catalog, choose_envs("all"))), store, places
