"""A line that a person typed, as a turn: plain words for the customer, or a call of a tool."""

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from ..core.env import Call, Turn
from ..core.errors import RetailGymError, did_you_mean
from ..tools.kit import Invalid, Tool
from .numbered import Rows

FREE_TEXT = frozenset(("query", "message", "question"))  # they take all that follows, spaces and all
SEARCH = {"search": "catalog_search"}  # what people type first
SHORT = re.compile(r"(add|open|variants|compare|next)((?: \d+)*)")


class Unclear(RetailGymError, ValueError):
    """What was typed is no turn; the message says what would be. It costs the person nothing."""


def turn_from(line: str, tools: Mapping[str, Tool], rows: Rows | None = None) -> Turn:
    """A line as a turn. Malformed calls would end the episode, so they are told to the person instead."""
    rows = rows or Rows()
    if short := SHORT.fullmatch(line):
        return _sent(rows.short(short[1], [int(n) for n in short[2].split()], tools), tools)
    name, _, rest = line.partition(" ")
    if rest and SEARCH.get(name) in tools:
        name = SEARCH[name]
    if name not in tools:
        if "_" in name and (hint := did_you_mean(name, tools, "")):
            raise Unclear(f"no tool {name!r}; {hint}")
        return Turn(line)
    return _sent(Call(name, arguments_from(rest.strip(), tools[name], rows)), tools)


def _sent(call: Call | str, tools: Mapping[str, Tool]) -> Turn:
    if isinstance(call, str):
        raise Unclear(call)
    tool = tools[call.name]
    try:
        tool.read(call.arguments)
    except Invalid as error:
        raise Unclear(f"{error}; {call.name} takes {signature(tool) or 'nothing'}") from None
    return Turn("", (call,))


def arguments_from(text: str, tool: Tool, rows: Rows) -> dict[str, Any]:
    """A JSON object; or values in the order of the parameters, then name=value …; `#2` is row 2 of the last
    list."""
    if not text:
        return {}
    if text.startswith("{"):
        return _object(text, tool)
    names = list(re.finditer(rf"(?:^|\s)({'|'.join(tool.names)})=", text)) if tool.names else []
    first = text[: names[0].start()].strip() if names else text
    if first and (not tool.names or re.match(r"\w+=", first)):
        raise Unclear(f"{tool.name} takes {signature(tool) or 'nothing'}, not {first!r}")
    given, named = _in_order(first, tool), _pairs(names, text, tool)
    if twice := sorted(given.keys() & named.keys()):
        raise Unclear(f"{twice[0]} is given twice; {tool.name} takes {signature(tool)}")
    return {name: rows.resolved(name, value) for name, value in (given | named).items()}


def _in_order(text: str, tool: Tool) -> dict[str, Any]:
    """Values as `help` shows the parameters; a single one, or one of free words, takes the whole text. A
    comma goes on with a list."""
    if not text:
        return {}
    if len(tool.names) == 1 or tool.names[0] in FREE_TEXT:
        return {tool.names[0]: _value(text, _fields(tool)[tool.names[0]])}
    listed = _fields(tool)[tool.names[0]].get("type") == "array"
    try:
        words = shlex.split(re.sub(r",\s+", ",", text) if listed else text)
    except ValueError as error:
        raise Unclear(f"{tool.name}: {error}") from None
    if len(words) > len(tool.names):
        raise Unclear(f"{tool.name} takes {signature(tool)}; put words that belong together in quotes")
    return {name: _value(word, _fields(tool)[name]) for name, word in zip(tool.names, words, strict=False)}


def _pairs(names: list[re.Match[str]], text: str, tool: Tool) -> dict[str, Any]:
    """Each value runs to the next name, so that words need no quotes."""
    ends = [*(match.start() for match in names), len(text)][1:]
    return {
        m[1]: _value(text[m.end() : end].strip(), _fields(tool)[m[1]])
        for m, end in zip(names, ends, strict=True)
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


def explained(tools: Mapping[str, Tool], name: str = "") -> Iterator[str]:
    """All tools in a line each, or one of them with its parameters."""
    if not name:
        width = max(map(len, tools))
        yield from (f"  {t.name.ljust(width)}  {signature(t)}" for t in tools.values())
    elif name in tools:
        tool = tools[name]
        yield f"{name} {signature(tool)}".strip()
        yield "  " + " ".join(tool.schema.description.split())
        for field, about in _fields(tool).items():
            yield f"  {field} ({about.get('type', 'value')}): {about.get('description', '')}".rstrip(": ")
    else:
        yield f"no tool {name!r}; {did_you_mean(name, tools, '/tools lists them')}"
