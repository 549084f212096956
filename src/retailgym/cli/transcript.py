"""An episode in words: what was said and done, what came back, and the verdict check by check."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ..core.env import Call, Message, Mistake, Refusal, Result, Said, Skipped
from ..core.episode import Episode, Event
from ..core.reward import Verdict
from ..core.values import encode

INDENT = "    "


def transcript(episode: Episode) -> Iterator[str]:
    for event in episode.log:
        yield from told(event)


def told(event: Event) -> Iterator[str]:
    """One event: the agent's side first."""
    if event.said is not None:
        yield (
            f"agent:    {event.said}"
            if event.message is not None
            else f"agent (beside calls, not delivered): {event.said}"
        )
    if event.call is not None:
        yield f"agent:    {called(event.call)}"
    if event.message is not None:
        yield from came_back(event.message)


def called(call: Call) -> str:
    arguments = call.arguments if isinstance(call.arguments, Mapping) else {}
    return " ".join([call.name, *(f"{name}={encode(value).decode()}" for name, value in arguments.items())])


def came_back(message: Message) -> Iterator[str]:
    match message:
        case Said(text=text):
            yield f"customer: {text}"
        case Result(content=str() as text):
            yield f"customer: {text}"
        case Result(content=content):
            yield from (INDENT + line for line in laid_out(msgspec.json.decode(encode(content))))
        case Refusal(text=text):
            yield f"shop:     {text}"
        case Mistake(text=text):
            yield f"mistake:  {text}"
        case Skipped(tool=tool):
            yield f"not run:  {tool}"


def laid_out(content: Any) -> Iterator[str]:
    """A tool's result: a line per field, and a list of like things as a table."""
    if not isinstance(content, Mapping):
        yield _cell(content)
        return
    for name, value in content.items():
        if isinstance(value, list) and value and all(isinstance(v, Mapping) for v in value):
            yield f"{name}:"
            yield from (INDENT + row for row in _aligned(value))
        else:
            yield f"{name}: {_cell(value)}"


def _aligned(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    names = list(dict.fromkeys(name for row in rows for name in row))
    cells = [names, *([_cell(row.get(name, "")) for name in names] for row in rows)]
    widths = [max(len(line[n]) for line in cells) for n in range(len(names))]
    for line in cells:
        yield "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip()


def _cell(value: Any) -> str:
    match value:
        case Mapping():
            return ", ".join(f"{k} {_cell(v)}" for k, v in value.items()) or "none"
        case list():
            return ", ".join(map(_cell, value)) or "none"
        case bool():
            return "yes" if value else "no"
        case "" | None:
            return "-"
        case _:
            return str(value)


def verdict_lines(verdict: Verdict) -> Iterator[str]:
    for check in verdict.checks:
        yield f"{'passed' if check.passed else 'FAILED'}  {check.name}: {check.because}"
    yield from verdict.remarks
    parts = ", ".join(f"{name} {value:.3g}" for name, value in verdict.parts.items())
    yield (
        f"{'success' if verdict.success else 'no success'}; reward {verdict.reward:.4g} ({parts}, harm "
        f"{verdict.harm:.3g})"
    )
