"""How a customer refers to something they bought: by when, for how much, for whom, as which of several, or by
number.

A reference singles out one line among all of its shelf in the history, also for those who read it loosely.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ...catalog.needs import TooSmall
from ...catalog.schema import cues
from ...core.dates import WEEKDAYS
from ...core.markets import symbol
from ...core.streams import Rng, Streams
from ...core.task import Detail
from ...core.values import Value, replace
from ...customer import phrases
from ...tools.returns import Condition, Reason, ReturnCase, Statement
from ...world import World
from ...world.orders import Families, draw_orders, family_counts
from .shelves import When, alike, pick_shelves

if TYPE_CHECKING:
    from ...catalog.search.index import Shelf

NUMBERS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
LEAST = 6  # lines of one shelf that a task needs to choose from, where a history has as many
BY_RECIPIENT, BY_NUMBER = 150, 30  # per mille
CUES = {
    "placed": cues("when", "what day", "which day", "date", "how long ago", "which week", "which month"),
    "paid": cues("pay", "paid", "cost", "price", "how much", "expensive"),
    "recipient": cues(
        "who", "whom", "recipient", "sent to", "delivered to", "addressed", "name on", "whose name"
    ),
    "turn": cues(
        "which one",
        "which of them",
        "which of those",
        "which of your",
        "which of yours",
        "latest",
        "most recent",
        "which order",
    ),
    "pieces": cues(
        "how many did you order",
        "how many did you buy",
        "how many were in the order",
        "how many were there",
        "number ordered",
    ),
    "order_number": cues(
        "order number", "order id", "number of the order", "reference", "confirmation number"
    ),
}


class RememberedLine(NamedTuple):
    """A line of a history, as far as a customer remembers it."""

    placed: int
    cents: int
    recipient: str
    pieces: int
    number: str


class Clue(Value):
    topic: str
    value: str | int


def fits(
    clue: Clue, entry: RememberedLine, entries: Sequence[RememberedLine], today: int, *, loose: bool = False
) -> bool:
    """Is it this one? Read loosely, "about three weeks" is longer and "last Tuesday" may be the one
    before."""
    match clue.topic:
        case "placed":
            return _then(str(clue.value), entry.placed, today, loose)
        case "paid":
            return abs(entry.cents - int(clue.value)) <= (
                2 * _step(entry.cents) if loose else _step(entry.cents) // 2
            )
        case "recipient":
            return entry.recipient == clue.value
        case "turn":
            return _turn(entry, entries) == clue.value
        case "pieces":
            return entry.pieces == clue.value
        case _:
            return entry.number == clue.value


def _then(words: str, placed: int, today: int, loose: bool) -> bool:
    age = today - placed
    match words.split():
        case ["today"]:
            return age <= loose
        case ["yesterday"]:
            return abs(age - 1) <= loose
        case [days, "days", "ago"]:
            return abs(age - int(days)) <= loose
        case ["last", weekday]:
            return WEEKDAYS[placed % 7] == weekday and 1 <= age <= (14 if loose else 7)
        case ["about", weeks, "weeks", "ago"]:
            return abs(age - 7 * int(weeks)) <= (6 if loose else 3)
        case ["exactly", days, "days", "ago"]:
            return age == int(days)
    raise ValueError(f"no day is meant by {words!r}")


def _said(rng: Rng, placed: int, today: int) -> str:
    """When it was, in one of the ways in which people put it."""
    age = today - placed
    if age < 2:
        return ("today", "yesterday")[age]
    if age <= 10:
        return f"last {WEEKDAYS[placed % 7]}" if age <= 7 and rng.chance(500) else f"{age} days ago"
    return f"about {(age + 3) // 7} weeks ago"


def _step(cents: int) -> int:
    """To what people round a price."""
    return 200 if cents < 3000 else 500 if cents < 12_000 else 1000


def _turn(entry: RememberedLine, entries: Sequence[RememberedLine]) -> str:
    days = sorted([e.placed for e in entries], reverse=True)
    place = days.index(entry.placed)
    return (
        ("latest", "one before the latest")[place] if place < 2 else "first" if place == len(days) - 1 else ""
    )


def refer(
    rng: Rng, entry: RememberedLine, entries: Sequence[RememberedLine], today: int, n: int
) -> tuple[Clue, ...]:
    """n clues that are true of the entry and, together, of no other."""
    turn, step = _turn(entry, entries), _step(entry.cents)
    known: dict[str, str | int] = {
        "placed": _said(rng, entry.placed, today),
        "paid": (entry.cents + step // 2) // step * step,
        "pieces": entry.pieces,
    }
    known |= {"turn": turn} if turn else {}
    topics = rng.shuffled(list(known))
    known |= {"recipient": entry.recipient, "order_number": entry.number}
    if (
        rng.chance(BY_RECIPIENT) and sum([e.recipient == entry.recipient for e in entries]) > 3
    ):  # a name alone must not give it away
        topics.insert(0, "recipient")
    if rng.chance(BY_NUMBER):
        topics.insert(0, "order_number")
    topics = topics[:n]
    clues = [Clue(topic=t, value=known[t]) for t in topics]
    others = [e for e in entries if e is not entry]
    if any(all(fits(c, e, entries, today, loose=True) for c in clues) for e in others):
        at = topics.index("placed") if "placed" in topics else n - 1
        clues[at] = Clue(topic="placed", value=f"exactly {today - entry.placed} days ago")
    return tuple(clues)


def clue_detail(clue: Clue, world: World, when: When) -> Detail:
    """What the customer says of it."""
    match clue.topic:
        case "placed":
            says = tuple(s.format(when=_spelled(str(clue.value))) for s in phrases.PLACED)
        case "paid":
            sign = symbol(world.customer.currency)
            says = tuple(s.format(amount=f"{sign}{int(clue.value) // 100}") for s in phrases.PAID)
        case "recipient":
            lines = phrases.OWN_NAME if clue.value == world.customer.name else phrases.RECIPIENT
            says = tuple(s.format(name=clue.value) for s in lines)
        case "pieces":
            lines = phrases.ONE_PIECE if clue.value == 1 else phrases.PIECES
            says = tuple(s.format(n=NUMBERS[int(clue.value)]) for s in lines)
        case "turn":
            says = phrases.TURN[str(clue.value)]
        case _:
            says = tuple(s.format(id=clue.value) for s in phrases.ORDER_NUMBER)
    label = phrases.TELLABLE[clue.topic]
    return Detail(
        topic=clue.topic,
        label=label,
        value=clue.value,
        says=says,
        cues=CUES[clue.topic],
        role="fact",
        when=when,
    )


CASE_CUES = {
    "reason": cues(
        "why",
        "reason",
        "what is wrong",
        "what was wrong",
        "what's wrong",
        "wrong with",
        "the matter",
        "problem",
        "what happened",
        "issue",
    ),
    "condition": cues(
        "condition", "opened", "unopened", "used", "unused", "state", "tried", "sealed", "what shape"
    ),
    "box": cues("box", "original packaging", "packaging", "original box", "wrapping", "came in"),
    "receipt": cues("receipt", "proof of purchase", "invoice"),
    "hazard": cues("hurt", "dangerous", "danger", "is it safe", "safe to use", "hazard", "injury"),
    "count": cues(
        "how many", "how many of them", "quantity", "all of them", "just one", "how many are going back"
    ),
    "wants": cues("refund or", "money back", "exchange or", "refund", "replacement", "swap"),
    "model": cues("same model", "which model", "another model", "same one"),
}
CASE_SAYS: dict[str, Mapping[str, tuple[str, ...]]] = {
    "reason": phrases.REASON, "condition": phrases.CONDITION, "box": phrases.BOX, "receipt": phrases.RECEIPT,
    "hazard": phrases.HAZARD,
    "wants": phrases.WANTS, "model": phrases.MODEL,
}  # fmt: skip


@lru_cache(maxsize=256)
def case_detail(topic: str, value: str | int, when: When) -> Detail:
    """Something about what goes back: why, in what state, how many."""
    if isinstance(value, int):
        lines = phrases.ONE_GOING_BACK if value == 1 else phrases.GOING_BACK
        says, others = tuple(s.format(n=NUMBERS[value]) for s in lines), tuple[str, ...]()
    else:
        says, others = CASE_SAYS[topic][value], tuple(v.replace("_", " ") for v in CASE_SAYS[topic])
    label = phrases.TELLABLE.get(topic, topic)
    return Detail(
        topic=topic,
        label=label,
        value=value,
        says=says,
        cues=CASE_CUES[topic],
        others=others,
        role="fact",
        when=when,
    )


FAULTS: tuple[Reason, ...] = ("damaged", "defective", "wrong_item", "not_as_described", "missing_parts")


def draw_statement(rng: Rng, facts: Collection[str], faulty: bool, fits: Collection[str]) -> Statement:
    """What might have happened to a thing that has parts or can be dangerous, or not; only facts in play are
    out of the ordinary."""
    parts = "parts" in fits
    reason: Reason = rng.pick(FAULTS if parts else FAULTS[:-1]) if faulty else "changed_mind"
    conditions: tuple[Condition, ...] = ("unopened", "opened", "used", "incomplete")
    condition = rng.pick(conditions[1:3] if faulty else conditions if parts else conditions[:3])
    return Statement(
        reason=reason,
        condition=condition,
        packaging="box" not in facts or condition == "unopened" or rng.chance(400),
        receipt="receipt" not in facts or rng.chance(400),
        dangerous="hazard" in facts
        and "hazard" in fits
        and reason in ("damaged", "defective")
        and rng.chance(700),
    )


def case_details(case: ReturnCase, swap: bool, unsaid: Mapping[str, bool]) -> list[Detail]:
    """Facts in play are said or named; others are as usual, and only told when asked for."""
    said, values = case.statement, dict[str, str | int]()
    values |= {"reason": said.reason, "condition": said.condition, "count": case.quantity}
    values |= {"box": "kept" if said.packaging else "gone", "receipt": "kept" if said.receipt else "gone"}
    values |= {"hazard": "dangerous" if said.dangerous else "harmless"}
    wants = case_detail("wants", "exchange" if swap else "refund", "said")
    return [
        wants,
        *[
            case_detail(f, v, ("named" if unsaid[f] else "said") if f in unsaid else "hole")
            for f, v in values.items()
        ],
    ]


def stated(told: dict[str, str | int]) -> dict[str, object]:
    """The customer's words as the form has them; what was not brought up is left as usual."""
    known = {
        "packaging": ("box", "kept"),
        "receipt": ("receipt", "kept"),
        "dangerous": ("hazard", "dangerous"),
    }
    side = {field: told[topic] == yes for field, (topic, yes) in known.items() if topic in told}
    return {"reason": told["reason"], "condition": told["condition"], **side}


def _spelled(when: str) -> str:
    """Small numbers in words, as people say them."""
    return " ".join(NUMBERS[int(w)] if w.isdecimal() and int(w) < len(NUMBERS) else w for w in when.split())


def with_orders(at: Streams, world: World) -> World:
    """The world with a history in it, if there is none yet."""
    if world.orders:
        return world
    catalog, rng, (often, _, n) = world.catalog, (at / "shelves")(), family_counts(world.axes.orders)
    shelves = pick_shelves(rng, world, often, "orders")
    names = [_words(world, s) for s in shelves]
    between: list[Shelf] = []
    drawable = catalog.drawable_for("orders")
    for _ in range(40 * n):
        shelf = catalog.shelves[rng.pick(drawable)]
        words = _words(world, shelf)
        if shelf not in between and True not in [alike(words, name) for name in names]:
            between.append(shelf)
            if len(between) == n:
                break
    if len(between) < 2:  # so that no order has two lines of one shelf
        raise TooSmall(
            f"the catalogue has too few shelves with different names for a history of orders: it takes "
            f"{often + 2}"
        )
    return replace(world, orders=draw_orders(at / "orders", world, Families(often=shelves, between=between)))


class LineRef(NamedTuple):
    """Where a line stands: the order's place in the history, the line's in the order."""

    order: int
    line: int


@lru_cache(maxsize=4096)
def place(order: int, line: int) -> LineRef:
    """The same one each time: histories are much alike, and many places are looked at."""
    return LineRef(order, line)


def every_place(world: World) -> Iterator[LineRef]:
    """All lines of the history, newest first."""
    return (place(o, n) for o, order in enumerate(world.orders) for n in range(len(order.lines)))


class Family(NamedTuple):
    """All lines of one shelf, newest first."""

    shelf: "Shelf"
    places: list[LineRef]
    entries: list[RememberedLine]


def pick_family(
    rng: Rng, world: World, able: Callable[[World, LineRef], bool] = lambda world, place: True
) -> Family:
    """One of the shelves of which the customer has the most that will do, and that nobody would confuse with
    those of another task."""
    catalog, found = world.catalog, dict[int, list[LineRef]]()
    docs = [b.doc for order in world.orders for b in order.lines]
    for shelf, place in zip(catalog.column["shelf"][docs].tolist(), every_place(world), strict=True):
        found.setdefault(shelf, []).append(place)
    often = sorted(found, key=lambda s: -len(found[s]))[: family_counts(len(world.orders))[0] + 2]
    fit = {s: sum([able(world, place) for place in found[s]]) for s in often}
    if not any(fit.values()):
        fit = {s: sum([able(world, place) for place in found[s]]) for s in found}
    taken = [_words(world, t) for t in map(catalog.shelf_named, world.shelves) if t is not None]
    free = [s for s in fit if fit[s] and not any(alike(_words(world, catalog.shelves[s]), t) for t in taken)]
    if not free and catalog.imported:
        raise TooSmall(
            "everything that the customer has bought would be confused with what another matter is about"
        )
    free = free or [s for s in fit if fit[s]]
    enough = min(max([fit[s] for s in free]), LEAST)
    shelf = rng.pick([s for s in free if fit[s] >= enough])
    return Family(catalog.shelves[shelf], found[shelf], [entry_of(world, place) for place in found[shelf]])


def _words(world: World, shelf: "Shelf") -> tuple[str, ...]:
    return world.catalog.category(shelf).kinds[shelf.kind].words


def entry_of(world: World, place: LineRef) -> RememberedLine:
    order = world.orders[place.order]
    line = order.lines[place.line]
    return RememberedLine(order.placed, line.unit_cents, order.recipient, line.quantity, order.id)


def clue_count(world: World) -> int:
    return 2 + (world.axes.level >= 8)
