"""What experts do alike: remember what was told, ask for what is open, find the product that wishes single
out.

They see observations and the acts of what the customer has said, never a goal.
"""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from ...catalog.schema import Facet
from ...catalog.search.filters import NUMBERS
from ...catalog.sense import seldom
from ...catalog.wishes import COMMON, apart
from ...core.dates import WEEKDAYS
from ...core.env import Acts, Call, Moves, Observation, Player, Result, Turn
from ...core.task import TOPICS_PER_QUESTION
from ...core.values import replace
from ...customer.acts import Answers, FallsBack, Named, Opens, Revises, Spoken, Told
from ...tools.catalog import COMPARED, Row, ShownVariant, Variants
from ...tools.orders import ListedOrder, OrderPage
from .links import as_line
from .order_clues import CUES, UNKNOWN, Clue, fitting_lines, narrowing
from .order_families import RememberedLine
from .order_references import CLUES, asked_next
from .shelves import OTHERS

T = TypeVar("T")
Skill = Generator[Turn, tuple[Observation, Acts], T]


def call(tool: str, **arguments: object) -> Turn:
    return Turn("", (Call(tool, arguments),))


def content(seen: Observation) -> Any:
    """What the tool that was called last gave back."""
    return next(m.content for m in reversed(seen.messages) if isinstance(m, Result))


def answered(seen: Observation) -> bool:
    """Did a tool give something back, or only refuse?"""
    return any(isinstance(m, Result) for m in seen.messages)


def threes(items: Sequence[T]) -> list[Sequence[T]]:
    return [items[i : i + TOPICS_PER_QUESTION] for i in range(0, len(items), TOPICS_PER_QUESTION)]


class Notes:
    """What the customer has said so far, thing by thing."""

    # what a careful player does with them, and some leave out
    patient = True  # asks for all that was named of an order, though one line alone fits before
    looks_back = True  # works out the tier that was held when something was ordered

    def __init__(self, heard: Acts) -> None:
        self.things: dict[int, Spoken] = {}  # by number; a later matter's things are numbered on
        self.named: list[Named] = []
        self.told: dict[int, dict[str, Told]] = {}
        self.dropped: set[int] = set()
        self.hear(heard)

    def hear(self, heard: Acts) -> None:
        for act in heard:
            match act:
                case Opens():
                    self.things.update(enumerate(act.things, act.first))
                    self.named += act.named
                    self.told.update({n: {} for n in range(act.first, act.first + len(act.things))})
                    self._learn(act.told)
                case Answers() | Revises():
                    self._learn(act.told)
                case FallsBack():
                    self._learn(act.told)
                    if not act.told:
                        self.dropped.add(act.thing)
                case _:
                    pass

    def _learn(self, told: Sequence[Told]) -> None:
        for t in told:
            if t.thing in self.told:  # another matter's are its own affair
                self.told[t.thing][t.topic] = t

    def of(self, thing: int, role: str) -> list[Told]:
        return [t for t in self.told[thing].values() if t.role == role]


def listening(notes: Notes, steps: Moves) -> Moves:
    """Take note of what the customer says unasked while one works."""
    turn = next(steps, None)
    while turn is not None:
        seen, heard = yield turn
        notes.hear(tuple([act for act in heard if isinstance(act, Revises)]))
        try:
            turn = steps.send((seen, heard))
        except StopIteration:
            return


def ask(notes: Notes, wanted: Sequence[Named]) -> Skill[None]:
    """Questions for details, up to three at once, but for those that the customer has come out with by
    then."""
    for group in threes(wanted):
        lacking = [u for u in group if u.topic not in notes.told[u.thing]]
        if lacking:
            _, heard = yield Turn(" ".join(question(notes.things[u.thing].noun, u) for u in lacking))
            notes.hear(heard)


QUESTIONS = {
    "quantity": "How many of the {noun}?",
    "shortlist": "How many suggestions for the {noun} do you want?",
    "preference": "Which {noun} should come first?",
    "closeness": "Which differences count more than others for the {noun}?",
    "price": "What may the {noun} cost?",
    "rating": "What rating should the {noun} have at least?",
    "shipping_days": "By when must the {noun} arrive?",
    "placed": "When did you order the {noun}?",
    "paid": "What did the {noun} cost?",
    "recipient": "Who was the {noun} sent to?",
    "pieces": "How many did you order of the {noun}?",
    "method": "Which delivery did you take for the {noun}?",
    "beside": "What else was in the order with the {noun}?",
    "items": "How many items did the order with the {noun} have?",
    "coupon": "Did you use a coupon for the {noun}?",
    "gift": "Was the {noun} marked as a gift?",
    "dearest": "Was the {noun} the most expensive item of that order?",
    "month": "In what part of the month did you order the {noun}?",
    "weekday": "On which day of the week did you order the {noun}?",
    "order_number": "What is the order number of the {noun}?",
    "reason": "Why is the {noun} going back?",
    "condition": "What condition is the {noun} in?",
    "box": "Do you still have all that the {noun} came in?",
    "receipt": "Do you have the receipt for the {noun}?",
    "hazard": "Is the {noun} dangerous?",
    "count": "How many of the {noun} are going back?",
    "wants": "What would you like us to do about the {noun}?",
    "packaging": "What about the packaging of the {noun}?",  # also an attribute of keyboards
    "photo": "Have you sent a photo of the {noun}?",
    "fault": "What kind of fault does the {noun} have?",
    "whole_order": "Does the whole order go back, or the {noun} alone?",
    "worn": "Are there signs of wear on the {noun}?",
    "same_model": "Which model do you want for the {noun}?",
    "in_stock": "For the {noun}, is that one in stock?",
    "price_gap": "For the {noun}, is the new one dearer or cheaper?",
    "difference_cents": "For the {noun}, how far apart are they?",
    "price_drop_cents": "By how much did the {noun} fall?",
    "cheaper_at": "Where did you see the {noun} for less?",
    "clearance": "Does the {noun} come from a promotion?",
    "gift_card_cents": "What is the balance of the {noun}?",
    "gift_card_days": "How old is the {noun}?",
}


def question(noun: str, wanted: Named) -> str:
    return QUESTIONS.get(wanted.topic, "What {label} should the {noun} have?").format(
        noun=noun, label=wanted.label
    )


def find(shelf: str, wishes: Sequence[Told]) -> Skill[str]:
    """The product of a shelf that has everything: filter by what can be filtered, compare for the rest."""
    here = {"name": "shelf", "op": "eq", "value": shelf}
    seen, _ = yield call("catalog_search", filters=[here], limit=0)
    listed = {f.name for f in content(seen).facets}
    filters = [here, *({"name": w.topic, "op": w.op, "value": w.value} for w in wishes if w.topic in listed)]
    cursor = ""
    while True:
        more = {"cursor": cursor} if cursor else {}
        seen, _ = yield call("catalog_search", filters=filters, **more)
        page = content(seen)
        ids = [h.product_id for h in page.results]
        if len(ids) == 1 and not cursor and not page.next_cursor:
            return str(ids[0])
        for batch in (ids[i : i + COMPARED] for i in range(0, len(ids), COMPARED)):
            rows = yield from compare(batch, list(dict.fromkeys(w.topic for w in wishes)))
            fits = [row.product_id for row in rows if all(has(row, w) for w in wishes)]
            if fits:
                return str(fits[0])
        cursor = page.next_cursor
        if not cursor:
            raise LookupError(f"nothing on shelf {shelf!r} has {wishes}")


def look(shelf: str, wishes: Sequence[Told], only: Sequence[str] | None = None) -> "Skill[Browsed]":
    """All products of a shelf that have everything: filter by what can be filtered, compare what comes; in
    all there is to know, or in what the wishes are about and some more."""
    seen, _ = yield call("catalog_search", filters=filters_for(shelf, (), ()), limit=0)
    facets = content(seen).facets
    filters = filters_for(shelf, wishes, facets)
    filtered = {f["name"] for f in filters}
    paged = [w for w in wishes if w.topic not in (*filtered, *COMMON) or w.op == "ne"]
    some = only is not None and (paged or only)
    names = tuple(dict.fromkeys((*[w.topic for w in wishes], *(only or ())))) if some else ()
    rows = (yield from browse(filters, names)).rows
    return Browsed([row for row in rows if all(has(row, w) for w in wishes)], facets, whole=not names)


def narrow(notes: Notes, thing: int, found: "Browsed") -> Skill[Row]:
    """The one that is meant of several that fit all that was said: ask for what they differ in until one is
    left."""
    rows = found.rows
    if len(rows) > 1 and not found.whole:
        rows = yield from compare([row.product_id for row in rows])
        found = found._replace(rows=rows)
    for group in threes(differing(found, notes.told[thing])):
        if len(rows) == 1:
            break
        yield from ask(
            notes, [Named(thing=thing, topic=topic, label=topic.replace("_", " ")) for topic in group]
        )
        rows = [row for row in rows if all(has(row, w) for w in notes.of(thing, "wish"))]
    return rows[0]


def find_others(notes: Notes, thing: int, found: "Browsed") -> Skill[None]:
    """Ask for what rows differ in until as many more things are told as the customer said that there are."""
    others = int(notes.told[thing][OTHERS].value) if OTHERS in notes.told[thing] else 0
    before = len(notes.told[thing])
    for group in threes(differing(found, notes.told[thing])) if others else ():
        if len(notes.told[thing]) - before == others:
            break
        yield from ask(notes, [Named(thing=thing, topic=t, label=t.replace("_", " ")) for t in group])


def differing(found: "Browsed", told: Iterable[str]) -> list[str]:
    """What rows differ in that nobody has spoken of: first what their pages alone show, then what search can
    filter, of each what people do speak of and that with the most values first; last what all products
    have."""
    rows, listed = found.rows, {f.name for f in found.facets}
    values: dict[str, set[Any]] = {
        name: {row.attributes.get(name) for row in rows} for name in rows[0].attributes
    }
    values["brand"] = {row.brand for row in rows}
    ordered = sorted(values, key=lambda name: (name in listed, seldom(name), -len(values[name]), name))
    values |= {name: {shown(row, name) for row in rows} for name in COMMON}
    return [name for name in (*ordered, *COMMON) if len(values[name]) > 1 and name not in told]


def meant(page: Variants, notes: Notes, thing: int) -> ShownVariant:
    """The variant with all the options that were told."""
    return next(
        v for v in page.variants if all(_option(notes, thing, o) == value for o, value in v.options.items())
    )


def _option(notes: Notes, thing: int, name: str) -> str | int:
    """What an option comes to, which may be given by that of another line of the matter."""
    value = notes.told[thing][name].value
    other = as_line(value)
    return value if other is None else _option(notes, min(notes.things) + other, name)


class Line(NamedTuple):
    """A line of an order as a list shows it; two of one kind differ in what they are."""

    order_id: str
    title: str
    quantity: int
    cents: int

    def place(self, page: OrderPage) -> int:
        """Where it stands on the order's page."""
        return [(x.title, x.quantity, x.unit_cents) for x in page.lines].index(self[1:])


def recall(notes: Notes, thing: int) -> Skill[Line]:
    """The line that the customer means. Who has said nothing of it is asked first; then the orders are listed
    of which all that was told is so; while several lines fit, what else they remember is asked. Who names
    more than it takes is asked for all of it, and the whole list is read: somebody who remembers so much may
    be wrong about some of it."""
    seen, _ = yield call("clock_now")
    today, told = content(seen).day, notes.told[thing]
    named = [u.topic for u in notes.named if u.thing == thing and u.topic in CUES]
    if not any(t in CUES for t in told):
        yield from ask(notes, [Named(thing=thing, topic=t, label=t) for t in asked_next(named, told)])
    doubtful = len({*named, *(t for t in told if t in CUES)} - _forgotten(notes, thing)) > CLUES[-1]
    entries = yield from _listed(notes, thing, {} if doubtful else _picked(notes, thing, today))
    while True:
        clues = _clues(notes, thing)
        fitting = [fitting_lines(c, list(entries.values()), today) for c in clues]
        wrong = [sum([not fit[n] for fit in fitting]) for n in range(len(entries))]
        # where nothing fits, something is not so as the customer remembers it
        left = [line for line, n in zip(entries, wrong, strict=True) if n == (0 if 0 in wrong else 1)]
        if len(left) == 1 and not (doubtful and notes.patient and any(t not in told for t in named)):
            return left[0]
        asked = asked_next(named, told)
        if not asked or not left:
            raise LookupError(f"{clues} fit {left}")
        yield from ask(notes, [Named(thing=thing, topic=t, label=t) for t in asked])


def without(part: str, steps: Callable[[Notes], Moves]) -> Player:
    """The same by one who leaves out a part of the work."""

    def player(seen: Observation, heard: Acts) -> Moves:
        notes = Notes(heard)
        setattr(notes, part, False)
        yield from listening(notes, steps(notes))

    return player


def _clues(notes: Notes, thing: int) -> list[Clue]:
    return [Clue(topic=t.topic, value=str(t.value)) for t in notes.told[thing].values() if t.topic in CUES]


def _forgotten(notes: Notes, thing: int) -> set[str]:
    return {c.topic for c in _clues(notes, thing) if c.value == UNKNOWN}


def _picked(notes: Notes, thing: int, today: int) -> dict[str, object]:
    """What order_list can go by of all that was told."""
    return {name: value for c in _clues(notes, thing) for name, value in narrowing(c, today).items()}


def _listed(notes: Notes, thing: int, picked: Mapping[str, object]) -> Skill[dict[Line, RememberedLine]]:
    """The lines of a shelf in the orders of which something is so."""
    shelf, cursor = notes.things[thing].shelf, ""
    entries: dict[Line, RememberedLine] = {}
    while True:
        more = {"cursor": cursor} if cursor else {}
        seen, _ = yield call("order_list", words=shelf, **picked, **more)
        page = content(seen)
        for o in page.orders:
            entries |= lines_of(o, shelf, page.account.name)
        cursor = page.next_cursor
        if not cursor:
            return entries


def lines_of(o: ListedOrder, shelf: str, customer: str) -> dict[Line, RememberedLine]:
    """The lines of one shelf in an order of a customer's."""
    beside = tuple(sorted({kind for kind in (*[x.kind for x in o.lines], *o.beside) if kind != shelf}))
    most = max([x.unit_cents for x in o.lines])
    return {
        Line(o.order_id, x.title, x.quantity, x.unit_cents): RememberedLine(
            o.placed_day,
            x.unit_cents,
            x.quantity,
            o.recipient == customer,
            o.shipping_method,
            beside,
            len(o.lines) + len(o.beside),
            o.coupon != "none",
            o.marked_as_gift,
            x.unit_cents == most if x.dearest is None else x.dearest,
        )
        for x in o.lines
        if x.kind == shelf
    }


class Browsed(NamedTuple):
    rows: list[Row]
    facets: Sequence[Facet]  # what can be filtered on the shelf
    whole: bool = True  # the rows have all attributes


def browse(filters: Sequence[object], attributes: Sequence[str] = ()) -> Skill[Browsed]:
    """Everything that a search gives, then compared: what sells out when it is shown has sold out by then."""
    ids, facets = yield from search(filters)
    rows = yield from compare(ids, attributes)
    return Browsed(rows, facets)


def search(filters: Sequence[object]) -> Skill[tuple[list[str], Sequence[Facet]]]:
    """All pages that a search gives, and what can be filtered on the shelf."""
    seen, _ = yield call("catalog_search", filters=filters)
    page, facets = content(seen), content(seen).facets
    ids: list[str] = [h.product_id for h in page.results]
    while page.next_cursor:
        seen, _ = yield call("catalog_search", filters=filters, cursor=page.next_cursor)
        page = content(seen)
        ids += [h.product_id for h in page.results]
    return ids, facets


def compare(ids: Sequence[str], attributes: Sequence[str] = ()) -> Skill[list[Row]]:
    """Products side by side, in some attributes or in all."""
    rows: list[Row] = []
    only = {"attributes": list(attributes)} if attributes else {}
    for batch in (ids[i : i + COMPARED] for i in range(0, len(ids), COMPARED)):
        seen, _ = yield call("catalog_compare", product_ids=batch, **only)
        rows += content(seen).products
    return rows


def on_time(told: Sequence[Told]) -> Skill[list[Told]]:
    """The same with days in place of weekdays, for which one has to know what day it is."""
    if not any(t.topic == "shipping_days" and isinstance(t.value, str) for t in told):
        return list(told)
    seen, _ = yield call("clock_now")
    today = WEEKDAYS.index(content(seen).weekday)
    return [
        replace(t, value=(WEEKDAYS.index(t.value) - today) % 7)
        if t.topic == "shipping_days" and isinstance(t.value, str)
        else t
        for t in told
    ]


def filters_for(shelf: str, wishes: Sequence[Told], facets: Sequence[Facet]) -> list[dict[str, object]]:
    """As much of the wishes as search can filter on a shelf; what is refused is left to the eye."""
    known = [*NUMBERS, *(f.name for f in facets)]
    filters: list[dict[str, object]] = [{"name": "shelf", "op": "eq", "value": shelf}]
    for w in wishes:
        if w.topic in known and w.op != "ne":
            name, value = (
                "price_cents" if w.topic == "price" else w.topic,
                int(w.value) / 10 if w.topic == "rating" else w.value,
            )
            filters.append({"name": name, "op": w.op, "value": value})
    return filters


def shown(row: Row, topic: str) -> str | int:
    """What a row says of a topic. A rating counts in tenths of stars."""
    match topic:
        case "brand":
            return row.brand
        case "price":
            return row.price_cents
        case "rating":
            return round((row.rating or 0) * 10)
        case "shipping_days":
            return row.shipping_days or 0
        case _:
            return row.numbers.get(topic, row.attributes.get(topic, ""))


def has(row: Row, wish: Told) -> bool:
    """Does the printed row have what was wished?"""
    value: Any = (
        row.attributes.get(wish.topic, "")
        if isinstance(wish.value, str) and wish.topic != "brand"
        else shown(row, wish.topic)
    )
    return (
        {"eq": value == wish.value, "ne": value != wish.value}[wish.op]
        if wish.op in ("eq", "ne")
        else _within(value, wish)
    )


def _within(value: Any, wish: Told) -> bool:
    return bool(value >= wish.value if wish.op == "gte" else value <= wish.value)


def distance(a: Row, b: Row, left_out: Sequence[str] = (), times: Mapping[str, int] | None = None) -> int:
    """How far two products lie apart in their brand and attributes, leaving out some and counting others more
    than once."""
    pairs = {"brand": (a.brand, b.brand)} | {
        n: (a.attributes.get(n, ""), b.attributes.get(n, "")) for n in {**a.attributes, **b.attributes}
    }
    often = times or {}
    return sum(apart(*pair) * often.get(name, 1) for name, pair in pairs.items() if name not in left_out)
