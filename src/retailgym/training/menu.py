"""Menus of legal acts: every tool with a few ways to fill in its arguments, made of what was said and shown
so far.

A menu has the same places all through an environment, tool by tool, so that a place means much the same in
every episode: the first `cart_add` names the product and variant that fit best. As the experts do, a menu
reads the acts behind the customer's words, so what is left to learn is the work and not the language. No goal
is known here."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ..catalog.search.tokens import terms
from ..core.env import Acts, Call, Env, Observation, Result, Said
from ..core.values import Value, encode
from ..customer.acts import Told
from ..envs.shared.expert_moves import Notes, question
from ..tools.kit import Invalid, Tool
from .rows import SHOWN_AS, ShownRow, named_in, rows_in

SAYINGS = 4  # ask for what was named, confirm, tell of a stock-out, ask for more
SEARCHES = 3  # the customer's words, the shelf, the shelf and all that search can filter
ROWS = 4  # ways to fill in a tool that names something; half as many where a word must be chosen as well
LENGTHS = (1, 3, 5, 20)  # of lists of ids, at the first place of a tool and so on
UNITS = {"price": "price_cents"}  # topics that results call otherwise
_plain = msgspec.json.Decoder().decode


class Act(Value):
    """One place of the menu: a call, how well what it names fits what was said, from 0 to 1, and whether the
    same was done before."""

    call: Call
    fit: float
    done: bool


class Notebook:
    """What an agent would write down: what the customer said, what results showed, what was done."""

    def __init__(self, env: Env) -> None:
        self.env, self.said, self.notes = env, "", Notes(())
        self.rows: dict[str, ShownRow] = {}
        self.facets: set[str] = set()  # what search can filter
        self.done: Counter[str] = Counter()
        self.used: Counter[str] = Counter()
        self._layout = [(tool, ways(tool)) for tool in env.tools.values()]

    @property
    def places(self) -> int:
        return sum(n for _, n in self._layout)

    def hear(self, seen: Observation, heard: Acts) -> None:
        """Write down an observation, and the acts behind what the customer said in it."""
        self.notes.hear(heard)
        for message in seen.messages:
            match message:
                case Said(text=text) | Result(content=str() as text):
                    self.said += f" {text}"
                    self._keep(named_in(text))
                case Result(content=content):
                    fields = _plain(encode(content))
                    self.facets.update(f["name"] for f in fields.get("facets", ()))
                    self._keep(rows_in(fields))

    def _keep(self, rows: Iterator[ShownRow]) -> None:
        for row in rows:
            known = self.rows.get(row.key)
            self.rows[row.key] = (
                row
                if known is None
                else ShownRow(fields={**known.fields, **row.fields}, words=known.words | row.words)
            )

    def did(self, call: Call) -> None:
        self.done[_text(call)] += 1
        self.used[call.name] += 1

    def menu(self) -> list[Act | None]:
        """Every place; None where nothing that was seen can fill it."""
        fits = {key: self._fit(row) for key, row in self.rows.items()}
        ranked = sorted(
            self.rows.values(), key=lambda row: -fits[row.key]
        )  # a stable sort: what was seen first comes first
        return [act for tool, places in self._layout for act in self._acts(tool, places, ranked, fits)]

    def _fit(self, row: ShownRow) -> float:
        """The share of what was said of some thing that the row has; words in common break ties."""
        words = row.words & frozenset(terms(self.said))
        return max([self._share(n, row) for n in self.notes.things], default=0.0) * 0.9 + 0.1 * len(words) / (
            1 + len(row.words)
        )

    def _share(self, thing: int, row: ShownRow) -> float:
        here = row.words.issuperset(terms(self.notes.things[thing].shelf))
        told = [t for t in self.notes.told[thing].values() if t.role != "quantity"]
        return (here + sum(_has(row, t) for t in told)) / (1 + len(told))

    def _acts(
        self, tool: Tool, places: int, ranked: Sequence[ShownRow], fits: Mapping[str, float]
    ) -> Iterator[Act | None]:
        wanted = row_keys(tool)
        rows = tuple(row for row in ranked if wanted <= row.fields.keys())
        for place in range(places):
            nth, choice = _nth(tool, place)
            if wanted and nth >= len(rows):
                yield None
                continue
            row = rows[nth] if wanted else None
            arguments = Filling(notebook=self, tool=tool, row=row, rows=rows, choice=choice).arguments(
                tool.schema.parameters
            )
            call = Call(tool.name, arguments)
            done = _text(call) in self.done
            offered = _legal(tool, arguments) and not (
                done and tool.kind == "reads"
            )  # what was read is in the notebook
            yield Act(call=call, fit=fits[row.key] if row else 0.0, done=done) if offered else None

    def saying(self, choice: int) -> str:
        """What can always be said."""
        nouns = " and the ".join(thing.noun for thing in self.notes.things.values()) or "item"
        open_still = [n for n in self.notes.named if n.topic not in self.notes.told[n.thing]][:3]
        asked = " ".join(question(self.notes.things[n.thing].noun, n) for n in open_still)
        return (
            asked or "Which one do you mean?",
            "Shall I go ahead?",
            f"I am sorry, the {nouns} just sold out.",
            "Anything else?",
        )[choice]

    def filters(self, choice: int) -> list[dict[str, object]]:
        """For the first thing: its shelf, and then what search can filter."""
        if not choice or not self.notes.things:
            return []
        first = min(self.notes.things)
        told = [t for t in self.notes.of(first, "wish") if t.topic in self.facets] if choice > 1 else []
        shelf = Told(thing=first, topic="shelf", value=self.notes.things[first].shelf)
        return [{"name": t.topic, "op": t.op, "value": t.value} for t in (shelf, *told)]

    def quantity(self) -> int:
        """How many were asked for."""
        told = [
            t[topic].value for t in self.notes.told.values() for topic in ("quantity", "count") if topic in t
        ]
        return next((n for n in told if isinstance(n, int)), 1)


class Filling:
    """How one form is filled in."""

    def __init__(
        self, *, notebook: Notebook, tool: Tool, row: ShownRow | None, rows: Sequence[ShownRow], choice: int
    ) -> None:
        self._notebook, self._tool, self._row, self._rows, self._choice = notebook, tool, row, rows, choice

    def arguments(self, form: Mapping[str, Any]) -> dict[str, Any]:
        required = form.get("required", ())
        return {
            n: v
            for n, p in form.get("properties", {}).items()
            if (v := self._value(n, p, n in required)) is not None
        }

    def _value(self, name: str, field: Mapping[str, Any], required: bool) -> Any:
        """A value of the right kind; None leaves the field out."""
        if name == "quantity":
            return self._notebook.quantity()
        if name == "filters":
            return self._notebook.filters(self._choice)
        if name == "query":
            return self._notebook.said.strip() if not self._choice else None
        if not required:
            return None
        if "enum" in field:
            return _chosen(field["enum"], self._row, self._choice)
        return self._required(name, field)

    def _required(self, name: str, field: Mapping[str, Any]) -> Any:
        shown = self._row.fields.get(SHOWN_AS.get(name, name)) if self._row else None
        match field.get("type"):
            case "integer" | "number":
                return shown if isinstance(shown, int) else 1
            case "string" if self._tool.kind == "speaks":
                return self._notebook.saying(self._choice)
            case "string":
                return shown if isinstance(shown, str) else self._notebook.said.strip()
            case "array":
                rows = self._rows[: LENGTHS[self._choice % len(LENGTHS)]]
                return list(dict.fromkeys(row.fields[SHOWN_AS.get(name, name)] for row in rows))
            case "object":
                return self.arguments(field)
            case "boolean":
                return True
            case _:
                return self._value(name, field["anyOf"][self._choice % len(field["anyOf"])], True)


def ways(tool: Tool) -> int:
    """How many places of the menu a tool has."""
    if tool.kind == "speaks":
        return SAYINGS
    if "filters" in tool.names:
        return SEARCHES
    choices = _choices(tool)
    return choices if not row_keys(tool) else ROWS if choices == 1 else choices * ROWS // 2


def row_keys(tool: Tool) -> frozenset[str]:
    """The fields that a row must have to fill in the tool: what names something, alone or in a list, and is
    not left out."""
    required = tool.schema.parameters.get("required", ())
    return frozenset(
        SHOWN_AS.get(n, n) for n in required if n in tool.id_names or n in SHOWN_AS or n.endswith("_id")
    )


def _nth(tool: Tool, place: int) -> tuple[int, int]:
    """Which of the rows, and which of the other choices, stand at a place."""
    lists = any(p.get("type") == "array" for n, p in _fields(tool).items() if n in SHOWN_AS)
    return (0, place) if lists or not row_keys(tool) else divmod(place, _choices(tool))


def _choices(tool: Tool) -> int:
    return max([len(p["enum"]) for p in _fields(tool).values() if "enum" in p], default=1)


def _fields(tool: Tool) -> Mapping[str, Mapping[str, Any]]:
    fields: Mapping[str, Mapping[str, Any]] = tool.schema.parameters.get("properties", {})
    return fields


def _chosen(words: Sequence[str], row: ShownRow | None, choice: int) -> str:
    """What a result said comes first, the rest in their order."""
    known = row.words if row else frozenset[str]()
    return sorted(words, key=lambda w: not known.issuperset(terms(w.replace("_", " "))))[choice % len(words)]


def _has(row: ShownRow, told: Told) -> bool:
    value: Any = row.fields.get(UNITS.get(told.topic, told.topic))
    wanted: Any = told.value
    if value is None or isinstance(value, str) != isinstance(wanted, str):
        return False
    match told.op:
        case "ne":
            return bool(value != wanted)
        case "gte":
            return bool(value >= wanted)
        case "lte":
            return bool(value <= wanted)
        case _:
            return bool(value == wanted)


def _legal(tool: Tool, arguments: dict[str, Any]) -> bool:
    try:
        tool.read(arguments)
    except Invalid:
        return False
    return True


def _text(call: Call) -> str:
    return encode(call).decode()
