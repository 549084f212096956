"""`retailgym eval`: scripts and models, in memory or with a ledger that a stopped run goes on from."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from .errors import mistakes
from .progress import progress
from .store_option import served_envs

if TYPE_CHECKING:
    from ..evaluation import EvaluationPlan, Report
    from ..players.model.settings import ModelSettings

MODEL = "model"  # the player that MODEL_NAME and API_BASE_URL describe
KEY_VARIABLE = "RETAILGYM_KEY"
SETS = "a set (C1: cart, C2: + returns, C4: + discovery and tracking, C8: all but desk, C9: all nine)"
Envs = Annotated[
    str,
    typer.Option("--envs", "--env", help=f"all (every installed one), {SETS}, or names: cart,returns."),
]
Levels = Annotated[str, typer.Option(help="Levels: 0,6,12 or 0-24 or all.")]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="DIR",
        help="Keep the run there: ledger, records, replies; for models runs/NAME by default.",
    ),
]
Parallel = Annotated[int, typer.Option(min=1, help="Episodes that a model plays at once.")]
Budget = Annotated[
    str,
    typer.Option(help="Stop when so much is spent: money such as 5 or $2.50, or tokens such as 500k or 2M."),
]
ApiKey = Annotated[
    str,
    typer.Option(help="The endpoint's key; better given by OPENAI_API_KEY, or by HF_TOKEN for Hugging Face."),
]
Resume = Annotated[
    bool,
    typer.Option("--resume", help="Go on with the run that is in --out; done episodes are not played again."),
]


def evaluate(
    player: Annotated[
        list[str],
        typer.Option(
            "--player",
            "--players",
            help="Scripts: expert,silent; expert if no model is given. model: that of MODEL_NAME.",
        ),
    ] = [],  # noqa: B006
    model: Annotated[
        str, typer.Option(help="A preset (see `retailgym models`), or a model as its endpoint calls it.")
    ] = "",
    base_url: Annotated[
        str,
        typer.Option(
            metavar="URL", help="The model's endpoint, such as http://127.0.0.1:8000/v1; or API_BASE_URL."
        ),
    ] = "",
    envs: Envs = "all",
    levels: Levels = "0,6,12",
    seeds: Annotated[int, typer.Option(help="Specs per environment and level.")] = 20,
    repeats: Annotated[int, typer.Option(help="Tries at each spec, for pass^k.")] = 1,
    split: Annotated[
        str,
        typer.Option(help="Where the seeds come from: train, validation, test, or sealed with a secret key."),
    ] = "test",
    invalid: Annotated[
        str, typer.Option(help="Malformed output: end (the episode ends) or strike (the third one ends it).")
    ] = "end",
    json: Annotated[
        str, typer.Option(metavar="FILE", help="Write the result as JSON to this file; - is stdout.")
    ] = "",
    out: Out = None,
    resume: Resume = False,
    workers: Annotated[int, typer.Option(min=1, help="Processes that play scripts at once.")] = 1,
    record: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Without --out: a record of every script's episode, for replay."),
    ] = None,
    key_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The secret key of a sealed set; or RETAILGYM_KEY.")
    ] = None,
    parallel: Parallel = 16,
    budget: Budget = "",
    price: Annotated[
        str, typer.Option(metavar="IN,OUT", help="Dollars per million tokens in and out, such as 0.15,0.60.")
    ] = "",
    mode: Annotated[
        str, typer.Option(help="tools: the model's own tool calls. json: JSON within the text.")
    ] = "",
    results: Annotated[
        str, typer.Option(help="How the model reads results: text (compact, the default) or json.")
    ] = "",
    temperature: Annotated[
        float | None, typer.Option(min=0.0, max=2.0, help="0 unless the preset says otherwise.")
    ] = None,
    top_p: Annotated[float | None, typer.Option(min=0.0, max=1.0)] = None,
    seed: Annotated[int, typer.Option(help="From which the seed of each episode's requests is drawn.")] = 0,
    max_tokens: Annotated[
        int | None, typer.Option(min=1, help="The longest reply; 2048 unless the preset says otherwise.")
    ] = None,
    stream: Annotated[
        bool,
        typer.Option("--stream", help="Ask for replies in a stream, for endpoints that cut long silences."),
    ] = False,
    extra: Annotated[
        str, typer.Option(metavar="JSON", help="More fields of every request; null takes one out.")
    ] = "",
    timeout: Annotated[
        float, typer.Option(min=0.1, help="Seconds without a byte after which a request is tried again.")
    ] = 300.0,
    retries: Annotated[int, typer.Option(min=0, help="Times that a failed request is tried again.")] = 6,
    api_key: ApiKey = "",
    paraphrase: Annotated[
        str,
        typer.Option(
            metavar="MODEL", help="A model that rewords the customer; its words are checked and kept."
        ),
    ] = "",
) -> None:
    """Play many episodes and score the player: a script, or a model behind any OpenAI-compatible endpoint.

    Prints reward and success per environment and level with 95 % intervals, and writes them as JSON if asked.
    With --out a ledger is kept, from which `retailgym report` makes the report, and with which a run that was
    stopped goes on.

    \b
    retailgym eval --player expert --envs all --levels 0,6,12 --seeds 20 --json out.json
    retailgym eval --players expert,silent,random --envs cart --levels 0-12 --workers 4
    retailgym eval --player random --seeds 5 --json - | python -m json.tool
    retailgym eval --player first_result --envs cart --record records
    retailgym eval --model qwen3-8b --envs C4 --repeats 4 --budget 5 --out runs/qwen
    retailgym eval --model qwen3-8b --envs C4 --repeats 4 --budget 9 --out runs/qwen --resume
    retailgym eval --model my-model --base-url http://127.0.0.1:8000/v1 --mode json --parallel 64
    retailgym eval --model llama3.3-70b --split sealed --key-file test.key
    """
    from ..evaluation import EvaluationPlan, choose_levels
    from ..players.model.settings import settings_for
    from ..players.model.spending import purse_from
    from .ledger_run import LedgerRun, needs_key, priced

    with mistakes():
        scripts, asked = _players(player, model)
        how = {
            "base_url": base_url,
            "mode": mode,
            "results": results,
            "temperature": temperature,
            "top_p": top_p,
            "max_tokens": max_tokens,
            "extra": extra,
            "price": price,
        }
        if not asked:
            _for_models_alone({**how, "budget": budget, "paraphrase": paraphrase, "api_key": api_key})
        settings = (
            _settings(model, how, seed=seed, stream=stream, timeout_s=timeout, retries=retries)
            if asked
            else None
        )
        models = (model or settings.model,) if settings else ()
        _kept_or_not(bool(settings or out), resume, record)
        key, fingerprint = _secret(key_file, split)
        plan = EvaluationPlan(
            players=(*scripts, *models),
            envs=served_envs(envs, choose_levels(levels)),
            levels=choose_levels(levels),
            seeds=seeds,
            split=split,
            repeats=repeats,
            invalid=_rule(invalid),
            models=frozenset(models),
            key_fingerprint=fingerprint,
        )
        speaker = settings_for(paraphrase, base_url) if paraphrase else None
        kept = LedgerRun(plan, key, settings, priced(purse_from(budget), settings), paraphrase=speaker)
        if settings:
            needs_key(model or settings.model, settings, api_key)
        if json not in ("", "-"):
            Path(json).touch()
        ledger = kept.open(out or kept.home, resume=resume) if settings or out else None
    if ledger is None:
        _show(_played(plan, key, workers, record), plan, json)
        return
    code = kept.work(ledger, workers=workers, parallel=parallel, api_key=api_key)
    _show(kept.report(), plan, json)
    if code:
        raise typer.Exit(code)


def _players(texts: list[str], model: str) -> tuple[tuple[str, ...], bool]:
    """The scripts, and whether a model plays: one that was named, or that of the environment variables."""
    from ..evaluation import choose_players

    names = [name.strip() for text in texts for name in text.split(",")]
    scripts = [name for name in names if name != MODEL]
    asked = bool(model) or len(scripts) < len(names)
    return (choose_players(scripts or ["expert"]) if scripts or not asked else ()), asked


def _for_models_alone(given: Mapping[str, object]) -> None:
    """Refuses what a script has no use for, rather than pass over it in silence."""
    if name := next((name for name, value in given.items() if value not in (None, "")), None):
        raise ValueError(
            f"--{name.replace('_', '-')} is for models; name one with --model, or say --player model"
        )


def _kept_or_not(kept: bool, resume: bool, record: Path | None) -> None:
    if resume and not kept:
        raise ValueError("--resume goes on with a run that is kept; say where it is with --out")
    if record is not None and kept:
        raise ValueError(
            "--record is for runs that are not kept; one that is has its records in the directory of --out"
        )


def _settings(model: str, given: Mapping[str, object], **more: object) -> "ModelSettings":
    """What is known of the model, overridden by what was typed."""
    from ..core.rendering import results_from
    from ..core.values import replace
    from ..players.model.settings import extra_from, mode_from, price_from, settings_for
    from .ledger_run import needs_aiohttp

    needs_aiohttp()
    known = settings_for(model, str(given["base_url"]))
    typed = {
        name: value
        for name, value in {**given, **more}.items()
        if value not in (None, "") and name != "base_url"
    }
    readers = {
        "extra": lambda text: {**known.extra, **extra_from(text)},
        "price": price_from,
        "mode": mode_from,
        "results": results_from,
    }
    return replace(
        known,
        **{name: readers[name](str(value)) if name in readers else value for name, value in typed.items()},
    )


def _rule(text: str) -> Literal["end", "strike"]:
    if text not in ("end", "strike"):
        raise ValueError(f"--invalid {text!r} must be end or strike")
    return "end" if text == "end" else "strike"


def _secret(file: Path | None, split: str) -> tuple[bytes, str]:
    """The key of a sealed set and its fingerprint; other splits have none."""
    from ..core.spec import key_fingerprint, sealed_seed

    if split != "sealed":
        if file is not None:
            raise ValueError(f"--key-file is for --split sealed; the split {split!r} has no key")
        return b"", ""
    key = file.read_bytes().strip() if file else os.environ.get(KEY_VARIABLE, "").encode()
    if not key:
        raise ValueError(f"a sealed set needs its secret key; give --key-file FILE or set {KEY_VARIABLE}")
    sealed_seed(key, 0)
    return key, key_fingerprint(key)


def _played(plan: "EvaluationPlan", key: bytes, workers: int, records: Path | None) -> "Report":
    from ..evaluation import report
    from ..evaluation.run import entries, played

    jobs, lines = plan.jobs(key), []
    if records:
        with mistakes():
            records.mkdir(parents=True, exist_ok=True)
    with progress(len(jobs), "episodes") as advance:
        for line in entries(jobs, workers=workers, records=records):
            lines.append(line)
            advance()
    return report(plan, played(lines))


def _show(report: "Report", plan: "EvaluationPlan", json: str) -> None:
    from .tables import scores_table, show

    tries = f", {plan.repeats} tries each" if plan.repeats > 1 else ""
    seeds = f"split {plan.split!r}, {plan.seeds} seeds per environment and level{tries}"
    if any(player.episodes for player in report.players.values()):
        show(f"{', '.join(report.players)}; {seeds}", scores_table(report), sys.stderr)
    if json == "-":
        sys.stdout.write(report.written().decode())
    elif json:
        Path(json).write_bytes(report.written())
