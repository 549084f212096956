"""A person plays the agent in the terminal: plain words go to the customer, a tool's name calls the tool."""

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..core.env import Call, Turn
from ..core.episode import Episode, observe
from ..core.errors import RetailGymError, did_you_mean
from ..core.record import Tape
from ..core.rendering import Rendering
from ..tools.kit import Invalid, Tool
from .transcript import came_back

HOW = """Plain words are said to the customer. A tool's name calls it:
    catalog_search query=steel kettle
    catalog_search filters=[{"name": "price", "op": "lte", "value": 49.99}]
    cart_add {"product_id": "p…", "variant_id": "v…", "quantity": 2}
`help` lists the tools, `help TOOL` explains one, `quit` leaves."""
Say = Callable[[str], None]


class Unclear(RetailGymError, ValueError):
    """What was typed is no turn; the message says what would be. It costs the person nothing."""


def play_in_terminal(tape: Tape, say: Say) -> bool:
    """To the end of the episode, or until the person leaves: was it played to the end?"""
    say(tape.episode.env.instructions)
    say(HOW)
    rendering = Rendering()
    while True:
        seen = observe(tape.episode)
        for message in seen.messages:
            for line in came_back(message, rendering):
                say(line)
        if seen.done:
            return True
        turn = _next_turn(tape.episode, say)
        if turn is None:
            return False
        tape.step(turn)


def _next_turn(episode: Episode, say: Say) -> Turn | None:
    """Asks until there is a turn; None when the person leaves."""
    seen = observe(episode)
    while True:
        line = _typed(f"[left: {seen.exchanges_left} exchanges, {seen.calls_left} calls] > ")
        if line is None or line == "quit":
            return None
        words = line.split()
        if words[:1] == ["help"] and len(words) <= 2:
            for text in explained(episode.env.tools, words[1] if len(words) > 1 else ""):
                say(text)
        elif line:
            try:
                return turn_from(line, episode.env.tools)
            except Unclear as unclear:
                say(f"not sent: {unclear}")


def _typed(prompt: str) -> str | None:
    """One line, or None at the end of the input. What comes through a pipe is printed, so that the transcript
    can be read."""
    try:
        line = input(prompt).strip()
    except EOFError:
        print()
        return None
    if not sys.stdin.isatty():
        print(line)
    return line


def turn_from(line: str, tools: Mapping[str, Tool]) -> Turn:
    """A line as a turn. Malformed calls would end the episode, so they are told to the person instead."""
    name, _, rest = line.partition(" ")
    if name not in tools:
        if "_" in name and (hint := did_you_mean(name, tools, "")):
            raise Unclear(f"no tool {name!r}; {hint}")
        return Turn(line)
    tool = tools[name]
    arguments = arguments_from(rest.strip(), tool)
    try:
        tool.read(arguments)
    except Invalid as error:
        raise Unclear(f"{error}; {name} takes {signature(tool) or 'nothing'}") from None
    return Turn("", (Call(name, arguments),))


def arguments_from(text: str, tool: Tool) -> dict[str, Any]:
    """Arguments as a JSON object, as name=value …, or as the one value of the first parameter."""
    if not text:
        return {}
    if text.startswith("{"):
        return _object(text, tool)
    found = list(re.finditer(rf"(?:^|\s)({'|'.join(tool.names)})=", text)) if tool.names else []
    first = text[: found[0].start()].strip() if found else text
    if first and (not tool.names or re.match(r"\w+=", first)):
        raise Unclear(f"{tool.name} takes {signature(tool) or 'nothing'}, not {first!r}")
    given = {tool.names[0]: _value(first, _fields(tool)[tool.names[0]])} if first else {}
    return given | _pairs(found, text, tool)


def _pairs(found: list[re.Match[str]], text: str, tool: Tool) -> dict[str, Any]:
    """Each value runs to the next name, so that words need no quotes."""
    ends = [*(match.start() for match in found), len(text)][1:]
    return {
        m[1]: _value(text[m.end() : end].strip(), _fields(tool)[m[1]])
        for m, end in zip(found, ends, strict=True)
    }


def _object(text: str, tool: Tool) -> dict[str, Any]:
    try:
        read: dict[str, Any] = json.loads(text)
    except ValueError as error:
        raise Unclear(f"the arguments of {tool.name} are no JSON object: {error}") from None
    return read


def _value(text: str, field: Mapping[str, Any]) -> Any:
    """A value as the parameter's type wants it: text as it is, lists with commas, anything else as JSON."""
    if field.get("type") == "string":
        return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text
    try:
        return json.loads(text)
    except ValueError:
        return [part.strip() for part in text.split(",")] if field.get("type") == "array" else text


def _fields(tool: Tool) -> Mapping[str, Any]:
    fields: Mapping[str, Any] = tool.schema.parameters.get("properties", {})
    return fields


def signature(tool: Tool) -> str:
    """The parameters; those that may be left out in brackets."""
    needed = tool.schema.parameters.get("required", ())
    return " ".join(name if name in needed else f"[{name}]" for name in tool.names)


def explained(tools: Mapping[str, Tool], name: str) -> Iterator[str]:
    """All tools in a line each, or one of them with its parameters."""
    if not name:
        yield HOW
        width = max(map(len, tools))
        yield from (f"  {t.name.ljust(width)}  {signature(t)}" for t in tools.values())
    elif name in tools:
        tool = tools[name]
        yield f"{name} {signature(tool)}".strip()
        yield "  " + " ".join(tool.schema.description.split())
        for field, about in _fields(tool).items():
            yield f"  {field} ({about.get('type', 'value')}): {about.get('description', '')}".rstrip(": ")
    else:
        yield f"no tool {name!r}; {did_you_mean(name, tools, '`help` lists them')}"
