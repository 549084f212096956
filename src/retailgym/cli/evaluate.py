"""`retailgym eval`: scripts and models, in memory or with a ledger that a stopped run goes on from."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from .mistakes import mistakes
from .progress import progress

if TYPE_CHECKING:
    from ..evaluation import Plan, Report
    from ..players.model.settings import Settings

MODEL = "model"  # the player that MODEL_NAME and API_BASE_URL describe
KEY_VARIABLE = "RETAILGYM_KEY"
Envs = Annotated[str, typer.Option("--envs", "--env", help="all (every installed one), a set such as C4, or names: cart,returns.")]
Levels = Annotated[str, typer.Option(help="Levels: 0,6,12 or 0-12 or all.")]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="DIR", help="Keep the run there: ledger, records, replies; for models runs/NAME by default.")
]
Parallel = Annotated[int, typer.Option(min=1, help="Episodes that a model plays at once.")]
Budget = Annotated[str, typer.Option(help="Stop when so much is spent: money such as 5 or $2.50, or tokens such as 500k or 2M.")]
ApiKey = Annotated[str, typer.Option(help="The endpoint's key; better given by OPENAI_API_KEY, or by HF_TOKEN for Hugging Face.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the run that is in --out; done episodes are not played again.")]


def evaluate(
    player: Annotated[
        list[str], typer.Option("--player", "--players", help="Scripts: expert,silent; expert if no model is given. model: that of MODEL_NAME.")
    ] = [],  # noqa: B006
    model: Annotated[str, typer.Option(help="A preset (see `retailgym models`), or a model as its endpoint calls it.")] = "",
    base_url: Annotated[str, typer.Option(metavar="URL", help="The model's endpoint, such as http://127.0.0.1:8000/v1; or API_BASE_URL.")] = "",
    envs: Envs = "all",
    levels: Levels = "0,6,12",
    seeds: Annotated[int, typer.Option(help="Specs per environment and level.")] = 20,
    repeats: Annotated[int, typer.Option(help="Tries at each spec, for pass^k.")] = 1,
    split: Annotated[str, typer.Option(help="Where the seeds come from: train, validation, test, or sealed with a secret key.")] = "test",
    invalid: Annotated[str, typer.Option(help="Malformed output: end (the episode ends) or strike (the third one ends it).")] = "end",
    json: Annotated[str, typer.Option(metavar="FILE", help="Write the result as JSON to this file; - is stdout.")] = "",
    out: Out = None,
    resume: Resume = False,
    workers: Annotated[int, typer.Option(min=1, help="Processes that play scripts at once.")] = 1,
    record: Annotated[Path | None, typer.Option(metavar="DIR", help="Without --out: a record of every script's episode, for replay.")] = None,
    key_file: Annotated[Path | None, typer.Option(metavar="FILE", help="The secret key of a sealed set; or RETAILGYM_KEY.")] = None,
    parallel: Parallel = 16,
    budget: Budget = "",
    price: Annotated[str, typer.Option(metavar="IN,OUT", help="Dollars per million tokens in and out, such as 0.15,0.60.")] = "",
    mode: Annotated[str, typer.Option(help="tools: the model's own tool calls. json: JSON within the text.")] = "",
    temperature: Annotated[float | None, typer.Option(min=0.0, max=2.0, help="0 unless the preset says otherwise.")] = None,
    top_p: Annotated[float | None, typer.Option(min=0.0, max=1.0)] = None,
    seed: Annotated[int, typer.Option(help="From which the seed of each episode's requests is drawn.")] = 0,
    max_tokens: Annotated[int | None, typer.Option(min=1, help="The longest reply; 2048 unless the preset says otherwise.")] = None,
    stream: Annotated[bool, typer.Option("--stream", help="Ask for replies in a stream, for endpoints that cut long silences.")] = False,
    extra: Annotated[str, typer.Option(metavar="JSON", help="More fields of every request; null takes one out.")] = "",
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds without a byte after which a request is tried again.")] = 300.0,
    retries: Annotated[int, typer.Option(min=0, help="Times that a failed request is tried again.")] = 6,
    api_key: ApiKey = "",
    paraphrase: Annotated[str, typer.Option(metavar="MODEL", help="A model that rewords the customer; its words are checked and kept.")] = "",
) -> None:
    """Play many episodes and score the player: a script, or a model behind any OpenAI-compatible endpoint.

    Prints reward and success per environment and level with 95 % intervals, and writes them as JSON if asked. With --out a ledger is kept,
    from which `retailgym report` makes the report, and with which a run that was stopped goes on.

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
    from ..evaluation import Plan, choose_envs, choose_levels
    from ..players.model.purse import purse_from
    from .kept import Kept, needs_httpx, priced

    with mistakes():
        scripts, asked = _players(player, model)
        settings = None
        if asked:
            needs_httpx()
            settings = _settings(model, base_url, mode=mode, temperature=temperature, top_p=top_p, seed=seed, max_tokens=max_tokens,
                                 stream=stream, extra=extra, price=price, timeout_s=timeout, retries=retries)  # fmt: skip
        models = (model or settings.model,) if settings else ()
        key, fingerprint = _secret(key_file) if split == "sealed" else (b"", "")
        plan = Plan(players=(*scripts, *models), envs=choose_envs(envs), levels=choose_levels(levels), seeds=seeds, split=split, repeats=repeats,
                    invalid=_rule(invalid), models=frozenset(models), key_fingerprint=fingerprint)  # fmt: skip
        purse, other = priced(purse_from(budget), settings), _paraphrase(paraphrase, base_url, settings)
        if json not in ("", "-"):
            Path(json).touch()
    if settings is None and out is None:
        _show(_played(plan, key, workers, record), plan, json)
        return
    kept = Kept(plan, key, settings, purse, paraphrase=other)
    with mistakes():
        ledger = kept.open(out or kept.home, resume=resume)
    code = kept.work(ledger, workers=workers, parallel=parallel, api_key=api_key)
    if (found := kept.report()) is not None:
        _show(found, plan, json)
    if code:
        raise typer.Exit(code)


def _players(texts: list[str], model: str) -> tuple[tuple[str, ...], bool]:
    """The scripts, and whether a model plays: one that was named, or that of the environment variables."""
    from ..evaluation import choose_players

    names = [name.strip() for text in texts for name in text.split(",")]
    scripts = [name for name in names if name != MODEL]
    asked = bool(model) or len(scripts) < len(names)
    return (choose_players(scripts or ["expert"]) if scripts or not asked else ()), asked


def _settings(model: str, base_url: str, **given: object) -> "Settings":
    """What is known of the model, overridden by what was typed."""
    from ..players.model.settings import extra_from, mode_from, price_from, settings_for
    from ..value import replace

    known = settings_for(model, base_url)
    typed = {name: value for name, value in given.items() if value not in (None, "")}
    readers = {"extra": lambda text: {**known.extra, **extra_from(text)}, "price": price_from, "mode": mode_from}
    return replace(known, **{name: readers[name](str(value)) if name in readers else value for name, value in typed.items()})


def _paraphrase(model: str, base_url: str, player: "Settings | None") -> "Settings | None":
    """The model that rewords the customer, at the player's endpoint unless it is a preset."""
    from ..players.model.settings import settings_for

    if model and player is None:
        raise ValueError("--paraphrase is for models; scripts do not read the customer's words")
    return settings_for(model, base_url) if model else None


def _rule(text: str) -> Literal["end", "strike"]:
    if text not in ("end", "strike"):
        raise ValueError(f"--invalid {text!r} must be end or strike")
    return "end" if text == "end" else "strike"


def _secret(file: Path | None) -> tuple[bytes, str]:
    """The key and its fingerprint."""
    from ..spec import key_fingerprint, sealed_seed

    key = file.read_bytes().strip() if file else os.environ.get(KEY_VARIABLE, "").encode()
    if not key:
        raise ValueError(f"a sealed set needs its secret key; give --key-file FILE or set {KEY_VARIABLE}")
    sealed_seed(key, 0)
    return key, key_fingerprint(key)


def _played(plan: "Plan", key: bytes, workers: int, records: Path | None) -> "Report":
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


def _show(found: "Report", plan: "Plan", json: str) -> None:
    from .tables import scores_table, show

    tries = f", {plan.repeats} tries each" if plan.repeats > 1 else ""
    seeds = f"split {plan.split!r}, {plan.seeds} seeds per environment and level{tries}"
    show(f"{', '.join(found.players)}; {seeds}", scores_table(found), sys.stderr)
    if json == "-":
        sys.stdout.write(found.written().decode())
    elif json:
        Path(json).write_bytes(found.written())
