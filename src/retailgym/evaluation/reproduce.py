"""How to do a run again: the commands, the specs, and every version that has a say in it."""

import shlex
from collections.abc import Iterator

from ..catalog import DEFAULT_SIZE, load
from ..core.difficulty import LEVELS
from ..core.spec import JOBS
from .analysis import Analysis
from .ledger import Run, Setup


def commands(analysis: Analysis) -> list[str]:
    """What to type: a line for the scripts that played the same environments, and one for each model."""
    run, together = analysis.run, dict[tuple[str, ...], list[str]]()
    for name, study in analysis.studies.items():
        if not study.setup.model:
            together.setdefault(tuple(study.by_env), []).append(name)
    lines = [["--player", ",".join(names), *_which(run, envs)] for envs, names in together.items()]
    reworded = ["--paraphrase", run.paraphrase] if run.paraphrase else []
    lines += [
        [*_model(s.setup), *_which(run, run.envs), *reworded]
        for s in analysis.studies.values()
        if s.setup.model
    ]
    own = ["--store", "STORE"] if run.store != load(DEFAULT_SIZE).content_hash else []
    return [shlex.join(["retailgym", "eval", *line, *own]) for line in lines]


def _which(run: Run, envs: tuple[str, ...]) -> Iterator[str]:
    yield from (
        "--envs",
        "all" if envs == JOBS else ",".join(envs),
        "--levels",
        _levels(run.levels),
        "--seeds",
        str(run.seeds),
        "--split",
        run.split,
    )
    if run.repeats > 1:
        yield from ("--repeats", str(run.repeats))
    if run.invalid != "end":
        yield from ("--invalid", run.invalid)
    if run.split == "sealed":
        yield from ("--key-file", "KEY")


def _levels(levels: tuple[int, ...]) -> str:
    return "all" if levels == tuple(LEVELS) else ",".join(map(str, levels))


def _model(setup: Setup) -> Iterator[str]:
    yield from ("--model", setup.model, "--base-url", setup.base_url)
    for name in ("mode", "temperature", "top_p", "seed", "max_tokens", "extra"):
        if (value := getattr(setup, name)) not in (None, ""):
            yield from (f"--{name.replace('_', '-')}", str(value))
    if setup.stream:
        yield "--stream"


def about_specs(analysis: Analysis) -> str:
    """Which specs were played, in a sentence."""
    run = analysis.run
    if run.split == "sealed":
        return "The seeds are drawn with a secret key, which is known by its fingerprint alone."
    each = (
        f"{run.seeds} seeds of the {run.split} split for each of {len(run.envs)} environments and "
        f"{len(run.levels)} levels"
    )
    return (
        f"{each}, {run.repeats} {'try' if run.repeats == 1 else 'tries'} each. Task i of a split is the "
        f"same everywhere."
    )


def facts(analysis: Analysis) -> Iterator[tuple[str, str]]:
    """Everything that fixes the numbers of a run."""
    run = analysis.run
    yield "retailgym", run.retailgym
    yield "environments", ", ".join(f"{env}@{version}" for env, version in run.versions.items())
    yield "store", run.store
    yield "specs", f"{run.split}, digest {analysis.specs_digest}"
    if run.key_fingerprint:
        yield "key's fingerprint", run.key_fingerprint
    yield "malformed output", "ends the episode" if run.invalid == "end" else "the third one ends the episode"
    yield "customer's words", f"reworded by {run.paraphrase}" if run.paraphrase else "from templates"
    for setup in run.players:
        if setup.model:
            yield setup.player, ", ".join(f"{name} {value}" for name, value in _settings(setup))


def _settings(setup: Setup) -> Iterator[tuple[str, object]]:
    for name in ("model", "base_url", "mode", "temperature", "top_p", "seed", "max_tokens", "extra"):
        if (value := getattr(setup, name)) not in (None, ""):
            yield name.replace("_", " "), value
