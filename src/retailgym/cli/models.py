"""`retailgym models` and `retailgym baseline`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .errors import UserError, mistakes
from .evaluate import ApiKey, Budget, Parallel

if TYPE_CHECKING:
    from ..players.model.settings import ModelSettings

BASELINE = ("qwen2.5-7b", "qwen2.5-72b", "qwen3-8b", "qwen3-32b", "llama3.1-8b", "llama3.3-70b")
LEVELS, SEEDS, REPEATS = (0, 3, 6, 9, 12), 4, 2


def models(
    json: Annotated[bool, typer.Option("--json", help="Print the presets as JSON on stdout.")] = False,
) -> None:
    """List the presets: models whose endpoint, settings and price are known.

    \b
    retailgym models
    retailgym eval --model qwen3-8b --envs cart --seeds 5
    """
    from ..players.model.settings import presets

    if json:
        import msgspec

        sys.stdout.write(msgspec.json.format(msgspec.json.encode(presets()), indent=2).decode() + "\n")
        return
    from .tables import presets_table, show

    show(
        "presets; prices in dollars per million tokens are estimates, --price overrides them",
        presets_table(presets()),
        sys.stdout,
    )


def baseline(
    model: Annotated[
        list[str],
        typer.Option(
            "--model",
            "--models",
            help=(
                "Presets, instead of the whole set; qwen3-8b:together names the provider too. Can be "
                "repeated."
            ),
        ),
    ] = [],  # noqa: B006
    out: Annotated[
        Path,
        typer.Option("--out", metavar="DIR", help="Where the runs are kept, one directory for each model."),
    ] = Path("runs/baseline"),
    base_url: Annotated[str, typer.Option(metavar="URL", help="Another endpoint for all of them.")] = "",
    parallel: Parallel = 16,
    budget: Budget = "",
    api_key: ApiKey = "",
    seeds: Annotated[
        int, typer.Option(min=1, help="Fewer or more specs than the published set has.")
    ] = SEEDS,
    json: Annotated[bool, typer.Option("--json", help="Print the results as JSON on stdout.")] = False,
) -> None:
    """Run the baseline set: six models, nine environments, levels 0, 3, 6, 9 and 12, four specs each, two
    tries at each spec.

    The expert and the silent player are the bounds. The same command goes on where it was stopped. --budget
    is for each model.

    \b
    HF_TOKEN=hf_... retailgym baseline
    retailgym baseline --model qwen3-8b --budget 3
    retailgym report runs/baseline/qwen3-8b
    """
    from ..envs import names
    from ..evaluation import EvaluationPlan
    from ..evaluation.analysis import Study, analyse
    from ..evaluation.ledger import read_ledger
    from ..evaluation.run import file_name
    from ..players.model.settings import ModelSettings
    from ..players.model.spending import purse_from
    from .ledger_run import LedgerRun, needs_aiohttp, needs_key, priced
    from .tables import baseline_table, show

    with mistakes():
        needs_aiohttp()
        chosen = {name: _preset(name, base_url) for text in model or BASELINE for name in text.split(",")}
        for name, settings in chosen.items():
            needs_key(name, settings, api_key)
    codes, studies = [], dict[str, Study]()
    runs: dict[str, ModelSettings | None] = {"bounds": None, **chosen}
    for name, how in runs.items():
        players = ("expert", "silent") if how is None else (name,)
        plan = EvaluationPlan(
            players=players,
            envs=names(),
            levels=LEVELS,
            seeds=seeds,
            repeats=REPEATS,
            models=frozenset(players) & frozenset(chosen),
        )
        with mistakes():
            kept = LedgerRun(plan, b"", how, priced(purse_from(budget), how))
            ledger = kept.open(out / file_name(name), resume=True)
        codes.append(kept.work(ledger, workers=1, parallel=parallel, api_key=api_key))
        studies.update(analyse(*read_ledger(out / file_name(name))).studies)
        if codes[-1] == 130:
            break
    show("baseline", baseline_table(studies), sys.stderr)
    if json:
        import msgspec

        sys.stdout.write(msgspec.json.format(msgspec.json.encode(studies), indent=2).decode() + "\n")
    if any(codes):
        raise typer.Exit(max(codes))


def _preset(name: str, base_url: str) -> "ModelSettings":
    from ..players.model.settings import preset_of, presets, settings_for

    if preset_of(name) is None:
        raise UserError(f"no preset {name!r}; there are {', '.join(presets())}")
    return settings_for(name, base_url)
