"""All that can be seen of what a goal may be, without a word from the customer beyond the opening: the
products on the shelves that it leads to, the variants of a product, the lines of the history that are of its
kind, the ways in which a ticket's items can be settled.

Steps are pure, so whoever looks around takes nothing from the budget that the player has afterwards."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import msgspec

from ..catalog.search.tokens import terms
from ..core.env import Call, Failure, Result, Said, Turn
from ..core.episode import Episode, observe, step
from ..core.values import Value
from .play import path

Plain = str | int | float | bool
SENTENCES = 8  # of an opening, that are put as queries
WISHED = re.compile(r"\b(?:with|that|which|whose|from|by)\b")  # what begins a wish
COMPARED = 20  # products that can be compared at once
WRITES = ("writes", "closes")


class SurveyChoice(Value):
    """Something that may be meant, among its neighbours."""

    view: str  # product, variant, line or decision
    group: str  # the neighbours, all of the same view
    name: str  # by which a call names it; a decision by the item and what becomes of it
    numbers: dict[str, float]
    words: tuple[str, ...]  # key=value for all else that can be seen of it


class Survey(Value):
    opening: str
    choices: tuple[SurveyChoice, ...]


class Looking:
    """Looks at one thing after the other. When the budget runs out, the last state is looked at again and
    again."""

    def __init__(self, episode: Episode) -> None:
        self.tools, self._state = episode.env.tools, episode

    def __call__(self, tool: str, **arguments: object) -> Any:
        """What a tool gives back, as plain data; None where it refuses. Where the service fails, the call is
        made again, which costs nothing."""
        failed = True
        while failed:
            after = step(self._state, Turn("", (Call(tool, arguments),)))
            messages = [e.message for e in after.log[len(self._state.log) :]]
            if not after.done and observe(after).calls_left:
                self._state = after
            failed = any(isinstance(m, Failure) for m in messages)
        results = [m for m in messages if isinstance(m, Result)]
        return msgspec.to_builtins(results[0].content) if results else None


def survey(episode: Episode) -> Survey:
    """Everything that could be pointed at, whatever the job is: which views there are follows from the
    tools."""
    look = Looking(episode)
    opening = " ".join(m.text for m in observe(episode).messages if isinstance(m, Said))
    choices: list[SurveyChoice] = []
    for needed, view in VIEWS:
        if needed <= look.tools.keys():
            choices += view(look, opening)
    return Survey(opening=opening, choices=tuple(choices))


def _products(look: Looking, opening: str) -> Iterator[SurveyChoice]:
    """What stands on the shelves to which the sentences of the opening lead."""
    visits = look("user_get_visit_history")
    visited = {v["product_id"] for v in visits["visits"]} if visits else set()
    for shelf in _shelves(look, opening):
        ids = [h["product_id"] for h in _pages(look, shelf)]
        rows: list[dict[str, Any]] = []
        for n in range(0, len(ids), COMPARED):
            rows += look("catalog_compare", product_ids=ids[n : n + COMPARED])["products"]
        held = [{**row, "place": n, "visited": row["product_id"] in visited} for n, row in enumerate(rows)]
        alike = _likeness([frozenset(row["attributes"].items()) for row in rows])
        held = [{**row, "likeness": x} for row, x in zip(held, alike, strict=True) if row["in_stock"]]
        yield from _choices("product", shelf, held, "product_id")


def _shelves(look: Looking, opening: str) -> list[str]:
    """Those that nearly all results of a sentence stand on, of what it says before the first wish or of all;
    where there is none, the commonest of them all."""
    named: dict[str, None] = {}
    every = Counter[str]()
    for sentence in [s for s in opening.replace("?", ".").split(".") if len(s.split()) > 2][:SENTENCES]:
        for query in dict.fromkeys((WISHED.split(sentence)[0], sentence)):
            page = look("catalog_search", query=query)
            shelves = Counter(h["shelf"] for h in page["results"]) if page else Counter[str]()
            every += shelves
            clear = {s: None for s, n in shelves.items() if 3 * n > 2 * shelves.total()}
            named |= clear
            if clear:
                break
    return list(named) or [shelf for shelf, _ in every.most_common(1)]


def _pages(look: Looking, shelf: str) -> list[dict[str, Any]]:
    hits, cursor = list[dict[str, Any]](), ""
    here = [{"name": "shelf", "op": "eq", "value": shelf}]
    while True:
        page = look("catalog_search", filters=here, cursor=cursor)
        hits += page["results"]
        cursor = page["next_cursor"]
        if not cursor:
            return hits


def _likeness(rows: Sequence[frozenset[tuple[str, Any]]]) -> list[int]:
    """How much the nearest neighbour of each shares with it."""
    likeness = [0] * len(rows)
    for n, own in enumerate(rows):
        for m in range(n):
            shared = len(own & rows[m])
            likeness[n], likeness[m] = max(likeness[n], shared), max(likeness[m], shared)
    return likeness


def _lines(look: Looking, opening: str) -> Iterator[SurveyChoice]:
    """The lines that are of the kind of which the opening has the most words, with all that the order's page
    says."""
    orders, cursor = list[dict[str, Any]](), ""
    while True:
        page = look("order_list", cursor=cursor)
        orders, cursor = orders + page["orders"], page["next_cursor"]
        if not cursor:
            break
    if not orders:
        return
    words, today = set(terms(opening)), look("clock_now")["day"]
    kinds = {line["kind"]: len(words & set(terms(line["kind"]))) for o in orders for line in o["lines"]}
    kind = max(sorted(kinds), key=lambda k: kinds[k])
    lines = []
    for n, order in enumerate(orders):
        if any(line["kind"] == kind for line in order["lines"]):
            page = look("order_get", order_id=order["order_id"])
            lines += [_line(page, line, n, today) for line in page["lines"] if line["kind"] == kind]
    yield from _choices("line", kind, [line for line in lines if line], "order_id")


def _line(page: Mapping[str, Any], line: Mapping[str, Any], place: int, today: int) -> dict[str, Any]:
    """A line with its order and its parcel; nothing of one that has all gone back."""
    parcel = next(p for p in page["parcels"] if p["parcel_id"] == line["parcel_id"])
    last: dict[str, Any] = parcel["scans"][-1] if parcel["scans"] else {"event": "none", "day": today}
    if line["already_returned"] >= line["quantity"]:
        return {}
    kept = {k: v for k, v in page.items() if k not in ("lines", "parcels", "payments", "order_id")}
    own = {f"line_{k}": v for k, v in line.items() if not k.endswith("_id") and k != "marks"}
    return {
        "order_id": page["order_id"], "place": place, "size": len(page["lines"]), **kept, **own,
        "age": today - page["placed_day"], "marks": len(line["marks"]), **dict.fromkeys(line["marks"], True),
        "tender": page["payments"][0]["tender"], "tenders": len(page["payments"]),
        "event": last["event"].split(",")[0], "since": today - last["day"],
        "late": last["day"] - parcel["promised_day"], "scans": len(parcel["scans"]),
        "parcels": len(page["parcels"]), "carrier": parcel["carrier"],
    }  # fmt: skip


def _decisions(look: Looking, opening: str) -> Iterator[SurveyChoice]:
    """What may become of each item of a ticket, by all that the records say."""
    order = look("inspect_order", order_id=opening.partition("order ")[2].partition(",")[0])["order"]
    record = {f"order_{k}": v for k, v in _flat({k: v for k, v in order.items() if k != "lines"})}
    record |= {f"customer_{k}": v for k, v in _flat(look("inspect_customer")["customer"])}
    options = look.tools["set_item_resolution"].schema.parameters["properties"]["resolution"]["enum"]
    for item in order["ticket_items"]:
        line = next(x for x in order["lines"] if x["item_id"] == item)
        stock = look("inspect_inventory", item_id=item)
        facts = {**record, **dict(_flat(line)), **{f"stock_{k}": v for k, v in _flat(stock)}}
        facts |= {"dispute": any(d["item_id"] == item for d in order["payments"]["disputes"])}
        for option in options:
            crossed = {f"{option}:{k}": v for k, v in facts.items()} | {option: 1}
            yield _choice("decision", item, f"{item}={option}", crossed)


def _flat(value: object, key: str = "") -> Iterator[tuple[str, Plain]]:
    """The leaves of plain data; lists by their length alone, and ids not at all."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _flat(inner, f"{key}_{name}".lstrip("_"))
    elif isinstance(value, (list, tuple)):
        yield f"{key}_count", len(value)
    elif isinstance(value, (str, int, float)) and not key.endswith("id"):
        yield key, value


def _choices(view: str, group: str, rows: Sequence[Mapping[str, Any]], id: str) -> Iterator[SurveyChoice]:
    """Rows as they look beside each other: each number also by its rank, each word by how common it is."""
    flat = [dict(_flat({k: v for k, v in row.items() if k != id})) for row in rows]
    values: dict[str, list[Any]] = {}
    for key, value in [pair for f in flat for pair in f.items() if not isinstance(pair[1], str)]:
        values.setdefault(key, []).append(value)
    ranks = {key: _first_places(numbers) for key, numbers in values.items()}
    counts = Counter((k, v) for f in flat for k, v in f.items())
    for row, facts in zip(rows, flat, strict=True):
        beside: dict[str, Plain] = {}
        for key, value in facts.items():
            beside[f"{key} alike"] = counts[key, value] / len(flat)
            if not isinstance(value, str):
                beside[f"{key} rank"] = ranks[key][value] / len(flat)
        rare = sorted([v for k, v in beside.items() if k.endswith("alike")])
        yield _choice(view, group, row[id], {**facts, **beside, "rarest": rare[0], "second": rare[1]})


def _first_places(values: list[Any]) -> dict[Any, int]:
    """Where each value comes first when all are sorted."""
    return {value: n for n, value in reversed(list(enumerate(sorted(values))))}


def _choice(view: str, group: str, name: str, facts: Mapping[str, Any]) -> SurveyChoice:
    numbers = {k: float(v) for k, v in facts.items() if not isinstance(v, str)}
    words = tuple([f"{k}={v}" for k, v in facts.items() if isinstance(v, str)])
    return SurveyChoice(view=view, group=f"{view}, {group}", name=name, numbers=numbers, words=words)


VIEWS = (
    ({"catalog_search", "catalog_compare", "user_get_visit_history"}, _products),
    ({"order_list", "order_get", "clock_now"}, _lines),
    ({"inspect_order", "set_item_resolution"}, _decisions),
)


def meant(episode: Episode, seen: Survey) -> set[str] | None:
    """Those of the choices that the expert takes: what it names at the end, else on the way. So nobody has to
    open the goal. Of several matters the first alone counts: the opening leads to no other, and among what
    it leads to nothing is a neighbour of what another is about. None where the expert gives up, of which
    `retailgym validate` tells."""
    from . import expert

    try:
        calls = [c for turn in path(episode, expert) for c in turn.calls]
    except (RuntimeError, LookupError):
        return None
    names, kinds = {c.name for c in seen.choices}, {n: t.kind for n, t in episode.env.tools.items()}
    closed = [n for n, c in enumerate(calls) if kinds[c.name] == "closes"]
    calls = calls[: closed[0] + 1] if closed else calls
    final = [c.arguments for c in calls if kinds[c.name] in WRITES]
    return names & set(_names(final)) or names & set(_names([c.arguments for c in calls]))


def _names(arguments: object) -> Iterator[str]:
    """Every text in a call's arguments, and those of one object two by two, whatever else stands beside them;
    where a page begins is no name."""
    if isinstance(arguments, dict):
        own = [value for name, value in arguments.items() if name != "cursor"]
        yield from map("=".join, combinations([value for value in own if isinstance(value, str)], 2))
        yield from _names(own)
    elif isinstance(arguments, (list, tuple)):
        for value in arguments:
            yield from _names(value)
    elif isinstance(arguments, str):
        yield arguments
