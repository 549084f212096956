"""An episode in words: what was said and done, what came back, and the verdict check by check."""

from collections.abc import Iterator, Mapping

from ..core.env import Call, Message, Mistake, Refusal, Result, Said, Skipped
from ..core.episode import Episode, Event
from ..core.rendering import Rendering
from ..core.reward import Verdict
from ..core.values import encode

INDENT = "    "


def transcript(episode: Episode) -> Iterator[str]:
    rendering = Rendering()
    for event in episode.log:
        yield from told(event, rendering)


def told(event: Event, rendering: Rendering) -> Iterator[str]:
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
        yield from came_back(event.message, rendering)


def called(call: Call) -> str:
    arguments = call.arguments if isinstance(call.arguments, Mapping) else {}
    return " ".join([call.name, *(f"{name}={encode(value).decode()}" for name, value in arguments.items())])


def came_back(message: Message, rendering: Rendering) -> Iterator[str]:
    match message:
        case Said(text=text):
            yield f"customer: {text}"
        case Result(content=str() as text):
            yield f"customer: {text}"
        case Result(content=content):
            yield from (INDENT + line for line in rendering.result(content).split("\n"))
        case Refusal(text=text):
            yield f"shop:     {text}"
        case Mistake(text=text):
            yield f"mistake:  {text}"
        case Skipped(tool=tool):
            yield f"not run:  {tool}"


def verdict_lines(verdict: Verdict) -> Iterator[str]:
    for check in verdict.checks:
        yield f"{'passed' if check.passed else 'FAILED'}  {check.name}: {check.because}"
    yield from verdict.remarks
    parts = ", ".join(f"{name} {value:.3g}" for name, value in verdict.parts.items())
    yield (
        f"{'success' if verdict.success else 'no success'}; reward {verdict.reward:.4g} ({parts}, harm "
        f"{verdict.harm:.3g})"
    )
