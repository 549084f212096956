"""Pages that are made by playing: one per environment, a table of difficulty, and transcripts."""

from collections.abc import Iterator
from functools import cache, partial
from importlib import import_module
from inspect import unwrap

from docs_tools import attacks, upper_half
from docs_tools.picture import picture
from retailgym import players
from retailgym.cli.transcript import INDENT, transcript, verdict_lines
from retailgym.core.difficulty import AXES
from retailgym.core.env import Env
from retailgym.core.episode import Episode, start
from retailgym.core.spec import Spec
from retailgym.envs import all_envs, get_env
from retailgym.players import Player, play
from retailgym.players import generic as anyone
from retailgym.players.blind import scripts

SHOWN_LEVELS, AXIS_LEVELS = (0, 6, 12), (0, 6, 12, 18, 24)
SEEDS = range(20)
TRANSCRIPTS = tuple(
    (env, level) for env in ("cart", "discovery", "returns", "policy", "journey", "desk") for level in (1, 9)
)
TRANSCRIPT_SEED = 7
UPPER_TRANSCRIPTS = tuple(
    (env, level) for env in ("returns", "policy", "desk", "journey") for level in (18, 24)
)
WIDTH = 160
MOST_LINES = 5  # of what one call shows, in a transcript of the upper half
PICTURED = "cart/0/7"


def pages() -> Iterator[tuple[str, str]]:
    """(file name, text) of every page, in the order in which they are worth reading."""
    for env in all_envs().values():
        yield f"environments/{env.id}.md", environment_page(env)
    yield "difficulty.md", difficulty_page()
    yield "screens/episode.svg", picture(PICTURED)
    for env_id, level in TRANSCRIPTS:
        if env_id in all_envs():
            yield f"transcripts/{env_id}-{level}.md", transcript_page(Spec(env_id, level, TRANSCRIPT_SEED))
    for env_id, level in UPPER_TRANSCRIPTS:
        spec = Spec(env_id, level, TRANSCRIPT_SEED)
        yield f"transcripts/{env_id}-{level}.md", transcript_page(spec, MOST_LINES)
    yield "upper_half.md", upper_half.page()


def environment_page(env: Env) -> str:
    module = import_module(f"retailgym.envs.{env.id}")
    _, verdict = play(start(Spec(env.id, 12, 1)), players.expert)
    return "\n".join(
        (
            f"# {env.id}",
            "",
            " ".join((module.__doc__ or "").split()),
            "",
            "## What the agent is told",
            "",
            env.instructions,
            "",
            "## Gates",
            "",
            "Success needs every one of them. As they stood after an expert's episode at level 12:",
            "",
            *_table(("gate", "reason"), [(c.name, c.because) for c in verdict.checks]),
            "",
            "## Tools",
            "",
            *_table(("tool", "kind", "arguments", "what it does"), list(_tools(env))),
            "",
            f"The episode ends with `{env.closing}`.",
            "",
            "## Axes of difficulty that change it",
            "",
            *_table(("axis", "what it is", *(f"level {d}" for d in SHOWN_LEVELS)), list(_axes(env.id))),
            "",
            "## Players that do not read, and what they get",
            "",
            (
                "Mean reward over 20 seeds. `tests/test_blind_players.py` holds each of them below 0.35 at "
                "every "
                "level."
            ),
            "",
            *_table(("player", "what it does", *(f"level {d}" for d in SHOWN_LEVELS)), list(_blind(env.id))),
            "",
            *attacks.section(env.id),
        )
    )


def _tools(env: Env) -> Iterator[tuple[str, ...]]:
    for tool in env.tools.values():
        yield (
            f"`{tool.name}`",
            tool.kind,
            ", ".join(f"`{n}`" for n in tool.names) or "none",
            " ".join(tool.schema.description.split()),
        )


def _axes(env: str) -> Iterator[tuple[str, ...]]:
    for name, axis in AXES.items():
        if env in axis.alive:
            yield name, axis.meaning, *(f"{axis.by_level[d] / axis.unit:g}" for d in SHOWN_LEVELS)


def _blind(env: str) -> Iterator[tuple[str, ...]]:
    for name, player in {**anyone.PLAYERS, **scripts().get(env, {})}.items():
        means = [_mean(env, level, player) for level in SHOWN_LEVELS]
        yield name, what_it_does(player), *(f"{m:+.2f}" for m in means)


def what_it_does(player: Player) -> str:
    """The words of a player; of one that is another with arguments, those of that one and of the arguments
    that say something; of one that a function makes, those of the function."""
    inner = unwrap(player)
    if isinstance(inner, partial):
        told = [inner.func, *[given for given in inner.keywords.values() if callable(given)]]
    else:
        told = [inner if inner.__doc__ else inner.__globals__[inner.__qualname__.split(".")[0]]]
    return " ".join(" ".join(function.__doc__ or "" for function in told).split())


@cache
def _starts(env: str, level: int) -> list[Episode]:
    return [start(Spec(env, level, seed)) for seed in SEEDS]


@cache
def _mean(env: str, level: int, player: Player) -> float:
    """The mean reward of a player, which two pages show."""
    return sum(play(episode, player)[1].reward for episode in _starts(env, level)) / len(SEEDS)


def difficulty_page() -> str:
    rows = [row for env in all_envs() for row in _difficulty(env)]
    head = (
        "environment",
        "level",
        "expert's exchanges",
        "expert's calls",
        "details unsaid",
        "best blind reward",
    )
    return "\n".join(
        (
            "# Difficulty",
            "",
            "A level sets these axes, each of which can be set by itself: `cart/6/1742?p_stockout=0`.",
            "",
            *_table(
                ("axis", "what it is", *(f"{d}" for d in AXIS_LEVELS), "changes episodes in"),
                list(_every_axis()),
            ),
            "",
            "Means over 20 seeds; `python -m docs_tools` makes this page.",
            "",
            *_table(head, rows),
            "",
        )
    )


def _every_axis() -> Iterator[tuple[str, ...]]:
    for name, axis in AXES.items():
        values = [f"{axis.by_level[d] / axis.unit:g}" for d in AXIS_LEVELS]
        changed = [
            env for env in all_envs() if env in axis.alive or env == "journey"
        ]  # it has those of its legs
        yield name, axis.meaning, *values, "all" if changed == list(all_envs()) else ", ".join(changed)


def _difficulty(env: str) -> Iterator[tuple[str, ...]]:
    for level in SHOWN_LEVELS:
        starts = _starts(env, level)
        ends = [play(e, players.expert)[0] for e in starts]
        blind = max(_mean(env, level, player) for player in players.blind_for(env).values())
        exchanges, calls = (
            sum(n) / len(SEEDS) for n in zip(*((e.used.exchanges, e.used.calls) for e in ends), strict=True)
        )
        yield env, str(level), f"{exchanges:.1f}", f"{calls:.1f}", f"{_unsaid(starts):.0%}", f"{blind:+.2f}"


def _unsaid(episodes: list[Episode]) -> float:
    details = [d for e in episodes for m in e.task.brief.requests for t in m.things for d in t.details]
    return sum(d.disclosure != "stated" for d in details) / max(1, len(details))


def transcript_page(spec: Spec, most: int = 0) -> str:
    """An episode of the expert's; of what a call shows, so many lines if there are more."""
    episode, verdict = play(start(spec), players.expert)
    lines = list(transcript(episode))
    return "\n".join(
        (
            f"# {spec}",
            "",
            f"The expert plays `{spec}`; {get_env(spec.env).closing} ends it.",
            "",
            "```text",
            *(_abridged(lines, most) if most else lines),
            "```",
            "",
            "## Verdict",
            "",
            "```text",
            *verdict_lines(verdict),
            "```",
            "",
        )
    )


def _abridged(lines: list[str], most: int) -> Iterator[str]:
    """The same with what is indented cut short."""
    shown = 0
    for n, line in enumerate(lines):
        shown = shown + 1 if line.startswith(INDENT) else 0
        if shown <= most:
            yield line if len(line) <= WIDTH else f"{line[: WIDTH - 1]}…"
        elif n + 1 == len(lines) or not lines[n + 1].startswith(INDENT):
            yield f"{INDENT}… {shown - most} more lines"


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> Iterator[str]:
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"
