"""One turn at a time: an episode is kept in a file, and each call plays one turn of it. For agents with a
shell, and for people."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .errors import UserError, mistakes

if TYPE_CHECKING:
    from ..core.record import Tape
    from ..core.rendering import Results

File = Annotated[Path, typer.Argument(metavar="FILE", help="Where the episode is kept, as a record.")]
Said = Annotated[
    str | None,
    typer.Argument(metavar="TURN", help="Words for the customer, or a call as JSON; - reads stdin."),
]
Start = Annotated[
    str, typer.Option(metavar="SPEC", help="Begin this episode: environment/level/seed, such as cart/6/42.")
]
Form = Annotated[str, typer.Option("--results", help="How results are written: text (compact) or json.")]
Json = Annotated[bool, typer.Option("--json", help="Print what came back as one JSON object.")]


def turn(
    file: File, said: Said = None, start: Start = "", results: Form = "text", json: Json = False
) -> None:
    """Play one turn of an episode that is kept in a file, and print exactly what a model is told.

    --start begins the file and prints the system prompt, with the tools, and what the customer says first.
    After the turn that ends the episode the verdict follows. The file is a record: `retailgym replay` shows
    all of it.

    \b
    retailgym turn mine.jsonl --start cart/6/42
    retailgym turn mine.jsonl "Which colour would you like?"
    retailgym turn mine.jsonl '{"name": "catalog_search", "arguments": {"query": "kettle"}}'
    """
    from ..core.rendering import results_from

    with mistakes():
        form = results_from(results)
        if bool(start) == (said is not None):
            raise UserError("give either --start SPEC or one turn")
        tape = _begin(file, start) if start else _go_on(file, sys.stdin.read() if said == "-" else said or "")
        file.write_bytes(tape.written())
    if json:
        from ..core.values import encode

        print(encode(_seen(tape)).decode())
    else:
        print("\n\n".join(_told(tape, form)))


def _begin(file: Path, spec: str) -> "Tape":
    from ..core.episode import start
    from ..core.record import Tape

    if file.exists():
        raise UserError(f"{file} exists; give a turn to go on with it, or begin in another file")
    return Tape(start(spec), player="turn")


def _go_on(file: Path, said: str) -> "Tape":
    from ..core.record import Tape, read
    from ..players.model.text_calls import turn_in

    tape = Tape.of(read(file.read_bytes()))
    if tape.episode.done:
        raise UserError(f"the episode in {file} is over; `retailgym replay {file}` shows it")
    tape.step(turn_in(said))
    return tape


def _told(tape: "Tape", form: "Results") -> Iterator[str]:
    """What a model without tool calls of its own reads, and at the end the verdict, which no model reads."""
    from ..core.episode import judge, observe
    from ..core.rendering import Rendering
    from ..players.model.prompt import rules_with_tools
    from .transcript import verdict_lines

    episode = tape.episode
    seen = observe(episode)
    if not tape.turns:
        yield rules_with_tools(episode.env, seen, episode.spec)
    rendering = Rendering(form)
    for event in episode.log[: episode.read]:
        if event.message is not None:
            rendering.message(event.message)  # what was read before
    yield from rendering.by_name(seen.messages)
    if episode.done:
        yield "\n".join(["The job has ended.", *verdict_lines(judge(episode))])


def _seen(tape: "Tape") -> dict[str, Any]:
    """The same for machines: the observation, with the system prompt at the beginning and the verdict at the
    end."""
    from ..core.episode import judge, observe
    from ..players.model.prompt import rules

    episode = tape.episode
    seen = observe(episode)
    body: dict[str, Any] = {
        "messages": seen.messages,
        "exchanges_left": seen.exchanges_left,
        "calls_left": seen.calls_left,
    }
    if not tape.turns:
        body = {
            "spec": str(tape.header.spec),
            "system": rules(episode.env, seen, episode.spec),
            "tools": seen.tools,
            **body,
        }
    return {**body, "done": seen.done, "verdict": judge(episode) if seen.done else None}
