"""How a customer refers to something they bought: by when, for how much, for whom, how it was sent, what else
was in the order.

A customer remembers some of this and has forgotten the rest. What they remember singles out one line among
all of its shelf in the history, also for those who read it loosely; where they leave any of it unsaid, they
leave all of it unsaid, so that every line of the shelf is in play."""

from bisect import bisect
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import combinations
from operator import and_, or_
from typing import TYPE_CHECKING, NamedTuple, get_args

from ...catalog.needs import TooSmall
from ...catalog.schema import cues
from ...core.dates import date
from ...core.markets import symbol
from ...core.streams import Rng, Streams
from ...core.task import TOPICS_PER_QUESTION, Detail, questions
from ...core.values import Value, replace
from ...customer.locale.en import orders as words
from ...customer.locale.en import phrases
from ...customer.locale.en.grammar import with_article
from ...tools.returns import Condition, Reason, ReturnCase, Statement, said_facts
from ...world import World
from ...world.order_history import draw_orders, family_counts
from .shelves import CANDIDATES, Disclosure, alike, name_of, pick_shelves

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
TRIES = 24  # sets of topics
WEIGHED = 8  # of those, the ones that leave the most lines, of which the one is taken that tells least
SLIPPED_CLUES = (7, 8, 9, 10, 11)  # where one of them is wrong; more than anybody else remembers
SLIP_TRIES = 6  # sets of so many topics
CLUES = (5, 6)  # that are remembered: as few as single out enough lines
ALONE, TOGETHER = 5, 2  # how often a question for three topics meets one of them against two
LEFT_OUT = 3  # a reference is left out as often as one of so many details would be
ROUND = tuple(
    [100 * n for n in (*range(1, 30), *range(30, 120, 5), *range(120, 900, 10), *range(900, 9000, 50))]
)  # prices, in cents
WEEKS = range(7, 700, 7)  # in days
SHARED_FROM = 4  # the level from which on no clue fits one line alone
WEEKEND = 5  # the day of the week with which it begins, from Monday on
MIDDLE = 15  # the last day of the first half of a month
UNKNOWN = "unknown"  # the value of what the customer has forgotten
# what can be remembered of an order, in the order in which one asks for it
CUES = {
    "placed": cues("when", "what day", "which day", "date", "how long ago", "which week", "which month"),
    "paid": cues("pay", "paid", "cost", "price", "how much", "expensive"),
    "pieces": cues("how many did you order", "how many did you buy", "how many were in the order",
    "how many were there", "number ordered"),
    "recipient": cues("who", "whom", "recipient", "sent to", "delivered to", "addressed", "name on",
    "whose name"),
    "method": cues("which delivery", "what delivery", "delivery method", "shipping method", "delivery option",
    "how was it sent",
                   "how was it shipped", "express", "courier", "how did you have it sent", "next day"),
    "beside": cues("what else was in", "what else did you order", "what else was", "other things in",
    "anything else in", "along with it",
                   "together with it", "same order", "other products"),
    "items": cues("how many items", "how many different", "how many things", "how many lines",
    "how many products", "how big was the order"),
    "coupon": cues("coupon", "discount", "voucher", "promo code", "code"),
    "gift": cues("gift", "present"),
    "dearest": cues("dearest", "most expensive", "priciest", "costliest", "cheapest", "costly"),
    "month": cues("part of the month", "half of the month", "beginning of the month", "end of the month"),
    "weekday": cues("weekend", "weekday", "day of the week", "which weekday"),
    "order_number": cues("order number", "order id", "number of the order", "reference",
    "confirmation number"),
}  # fmt: skip
TOPICS = tuple([topic for topic in CUES if topic != "order_number"])  # nobody has the number at hand


class RememberedLine(NamedTuple):
    """A line of a history, as far as a customer could remember it."""

    placed: int
    cents: int
    pieces: int
    own: bool  # it went to the customer
    method: str
    beside: tuple[str, ...]  # the other shelves in the order
    items: int  # lines of the order
    coupon: bool
    gift: bool
    dearest: bool  # no other line of the order cost more apiece


class Clue(Value):
    topic: str
    value: str


def fits(clue: Clue, entry: RememberedLine, today: int) -> bool:
    """Is it so of this line? What is forgotten may be anyhow."""
    return True in fitting_lines(clue, [entry], today)


def fitting_lines(clue: Clue, entries: Sequence[RememberedLine], today: int) -> list[bool]:
    """Of which lines it is so."""
    if clue.value == UNKNOWN:
        return [True] * len(entries)
    side, _, of = clue.value.partition(" ")
    match clue.topic:
        case "placed":
            return [(today - e.placed > 7 * int(of)) == (side == "more") for e in entries]
        case "paid":
            return [(e.cents > int(of)) == (side == "more") for e in entries]
        case "items":
            return [(e.items > int(of)) == (side == "more") for e in entries]
        case "beside":
            return [(of in e.beside) == (side == "with") for e in entries]
        case "pieces":
            return [(e.pieces == 1) == (side == "one") for e in entries]
        case "recipient":
            return [e.own == (side == "me") for e in entries]
        case "method":
            return [(e.method == "standard") == (side == "standard") for e in entries]
        case "month":
            return [(date(e.placed).day <= MIDDLE) == (side == "first") for e in entries]
        case "weekday":
            return [(e.placed % 7 >= WEEKEND) == (side == "weekend") for e in entries]
        case _:
            return [bool(getattr(e, clue.topic)) == (side == "yes") for e in entries]


def statements(rng: Rng, entries: Sequence[RememberedLine], today: int) -> dict[str, tuple[str, str]]:
    """For each topic the two things that may be said, one of them true of each line. Where they hold a number
    it lies in the middle."""
    weeks = _between([today - e.placed for e in entries], WEEKS) // 7
    cents = _between([e.cents for e in entries], ROUND)
    items = (
        min(sorted([e.items for e in entries])[len(entries) // 2], max([e.items for e in entries]) - 1) or 1
    )
    other = rng.pick(sorted({shelf for e in entries for shelf in e.beside}) or [""])
    return {
        "placed": (f"less {weeks}", f"more {weeks}"),
        "paid": (f"less {cents}", f"more {cents}"),
        "pieces": ("one", "several"),
        "recipient": ("me", "other"),
        "method": ("standard", "courier"),
        "beside": (f"with {other}", f"without {other}"),
        "items": (f"less {items}", f"more {items}"),
        "coupon": ("yes", "no"),
        "gift": ("yes", "no"),
        "dearest": ("yes", "no"),
        "month": ("first", "second"),
        "weekday": ("weekend", "weekday"),
    }


def _between(values: Sequence[int], marks: Sequence[int]) -> int:
    """A round number that has about as many values below it as above, and none next to it."""
    ordered = sorted(values)
    middle = len(ordered) // 2
    for i in sorted(range(1, len(ordered)), key=lambda i: abs(i - middle)):
        mark = marks[bisect(marks, ordered[i - 1] + max(1, ordered[i - 1] // 50))]
        if mark + max(1, mark // 50) < ordered[i]:
            return mark
    return marks[bisect(marks, ordered[middle])]


def said_of(entry: RememberedLine, pairs: Mapping[str, tuple[str, str]], topic: str, today: int) -> Clue:
    """The one of the two that is true."""
    one, other = (Clue(topic=topic, value=value) for value in pairs[topic])
    return one if fits(one, entry, today) else other


class OrderReference(Value):
    """What the customer remembers of the line that is meant: the same topics whichever it is, all of them
    said or none."""

    topics: tuple[str, ...]
    pairs: dict[str, tuple[str, str]]  # what may be said on each topic
    disclosures: tuple[Disclosure, ...]
    lines: list[int]  # by place in the family: those that the topics single out, in any order
    exchanges: list[int]  # that it takes to learn which of these it is, line by line
    slip: str = ""  # the topic on which the customer is mistaken

    @property
    def unsaid(self) -> bool:
        return "stated" not in self.disclosures


def draw_reference(
    rng: Rng, world: World, family: "Family", able: Sequence[int], unsaid: bool = False
) -> OrderReference:
    """Topics that single out some of the able lines, of those tried the ones of which two together tell the
    least, so that no question is worth much by itself; from some level on each fits other lines, too. Who
    leaves out anything leaves out these."""
    pairs = statements(rng, family.entries, world.today)
    masks = _masks(pairs, family.entries, world.today)
    slipped = _with_slip(rng, pairs, masks, able) if _slips(rng, world) else None
    if slipped is not None:
        left_out = True in rng.chances(LEFT_OUT, world.axes.p_omit) or unsaid
        return _left_out(slipped) if left_out else slipped
    lines, topics = _least_telling(rng, masks, able, 1 + (world.axes.level >= SHARED_FROM))
    disclosures: list[Disclosure] = ["stated"] * len(topics)
    if True in rng.chances(LEFT_OUT, world.axes.p_omit) or unsaid:
        disclosures = [
            "mentioned" if named else "omitted" for named in rng.chances(len(topics), world.axes.announced)
        ]
    lines, said = rng.shuffled(lines or able), disclosures[0] == "stated"
    named = [t for t, disclosure in zip(topics, disclosures, strict=True) if disclosure == "mentioned"]
    exchanges = {x: 0 if said else _exchanges({t: masks[t][x] for t in topics}, named, x) for x in lines}
    first = exchanges[lines[0]]
    lines.sort(key=lambda x: exchanges[x] != first)  # so that candidates take about the same
    return OrderReference(
        topics=tuple(topics),
        pairs=pairs,
        disclosures=tuple(disclosures),
        lines=lines,
        exchanges=[exchanges[x] for x in lines],
    )


def _least_telling(
    rng: Rng, masks: Mapping[str, Sequence[int]], able: Sequence[int], shared: int
) -> tuple[list[int], list[str]]:
    """Of the topics tried, those that single out candidates enough, and of these the ones that tell least;
    with the able lines that they single out."""
    n, tried = len(masks[TOPICS[0]]), list[tuple[list[int], list[str]]]()
    packed = {topic: _packed(row, shared) for topic, row in masks.items()}
    places = [(x, ((1 << n) - 1) << n * x, 1 << n * x + x) for x in able]
    for clues in CLUES:
        for _ in range(TRIES):
            topics = rng.sample(TOPICS, clues)
            left = reduce(and_, [packed[t] for t in topics])
            tried.append(([x for x, here, alone in places if left & here == alone], topics))
        most = min(CANDIDATES, max([len(lines) for lines, _ in tried]))
        if most == CANDIDATES:
            break
    here = {x: place for x, place, _ in places}
    able_to = [found for found in tried if len(found[0]) >= most]
    vague = sorted(able_to, key=lambda found: _left_by_two(found[1], packed, [here[x] for x in found[0]]))
    return min(
        vague[-WEIGHED:],
        key=lambda found: (_telling([[masks[t][x] for t in found[1]] for x in found[0]]), *found),
    )


def _left_by_two(topics: Sequence[str], packed: Mapping[str, int], places: Sequence[int]) -> tuple[int, int]:
    """How many lines two of the topics leave of each of these on average, for all of them at once."""
    every = reduce(or_, places, 0)
    left = sum([(packed[a] & packed[b] & every).bit_count() for a, b in combinations(topics, 2)])
    return left // max(1, len(places)), left


def _slips(rng: Rng, world: World) -> bool:
    return world.axes.p_slip > 0 and rng.chance(world.axes.p_slip)


def _with_slip(
    rng: Rng, pairs: dict[str, tuple[str, str]], masks: Mapping[str, Sequence[int]], able: Sequence[int]
) -> OrderReference | None:
    """A reference of which one thing is not so: of the topics, all said, no line has what is said on every
    one, and the line that is meant alone has it on all but one."""
    apart = _apart(masks, len(next(iter(masks.values()))))
    if sum([_stands_off(x, apart, -1) for x in able]) < CANDIDATES:
        return None
    for clues in SLIPPED_CLUES:
        for _ in range(SLIP_TRIES):
            topics = rng.sample(TOPICS, clues)
            among = sum([1 << TOPICS.index(t) for t in topics])
            lines = [x for x in able if _stands_off(x, apart, among)]
            if len(lines) >= CANDIDATES:
                said: list[Disclosure] = ["stated"] * clues
                return OrderReference(
                    topics=tuple(topics),
                    pairs=pairs,
                    disclosures=tuple(said),
                    lines=rng.shuffled(lines),
                    exchanges=[0] * len(lines),
                    slip=rng.pick(topics),
                )
    return None


def _left_out(reference: OrderReference) -> OrderReference:
    """The same, named and not yet said: nothing follows from a part of it, so all of it is asked for."""
    asked = questions(len(reference.topics))
    named: list[Disclosure] = ["mentioned"] * len(reference.topics)
    return replace(reference, disclosures=tuple(named), exchanges=[asked] * len(reference.lines))


def _apart(masks: Mapping[str, Sequence[int]], lines: int) -> list[list[int]]:
    """For each two lines the topics on which different things would be said of them, as bits."""
    return [
        [sum([(not masks[t][x] >> y & 1) << n for n, t in enumerate(TOPICS)]) for y in range(lines)]
        for x in range(lines)
    ]


def _stands_off(x: int, apart: Sequence[Sequence[int]], among: int) -> bool:
    """Does every other line differ from this one in three of the topics or more?"""
    return all((topics & among).bit_count() >= 3 for y, topics in enumerate(apart[x]) if y != x)


def _masks(
    pairs: Mapping[str, tuple[str, str]], entries: Sequence[RememberedLine], today: int
) -> dict[str, list[int]]:
    """By topic and place, which lines share what would be said of the line there, as bits."""
    masks, every = {}, (1 << len(entries)) - 1
    for topic, (one, _) in pairs.items():
        clue = Clue(topic=topic, value=one)
        mask = sum([fit << n for n, fit in enumerate(fitting_lines(clue, entries, today))])
        masks[topic] = [mask if mask >> n & 1 else every ^ mask for n in range(len(entries))]
    return masks


def _packed(row: Sequence[int], shared: int) -> int:
    """For every line those that share what would be said of it, one after the other in one number, so that
    topics are joined for all lines at once; none where fewer than `shared` do."""
    return sum([mask << len(row) * x for x, mask in enumerate(row) if mask.bit_count() >= shared])


def _telling(lines: Sequence[Sequence[int]]) -> int:
    """How close a question for a few topics comes to naming a line, on average, in millionths: each of its
    topics by itself, and two of them together. A line is given by which lines share what would be said of
    it."""
    told = sum([ALONE * _mean_guess(masks) for masks in lines])
    told += sum([TOGETHER * _mean_guess([a & b for a, b in combinations(masks, 2)]) for masks in lines])
    return told // max(1, len(lines))


def _mean_guess(left: Sequence[int]) -> int:
    """How likely a guess among the lines that are left is right, in millionths."""
    return sum([1_000_000 // lines.bit_count() for lines in left]) // len(left)


def asked_next(named: Sequence[str], known: Collection[str]) -> list[str]:
    """What to ask of an order while several lines fit: what was named, then whatever else one can remember,
    three at a time."""
    return [t for t in (*named, *[t for t in TOPICS if t not in named]) if t not in known][
        :TOPICS_PER_QUESTION
    ]


def _exchanges(masks: Mapping[str, int], named: Sequence[str], x: int) -> int:
    """How many questions it takes until one line is left."""
    known, left, n = list[str](), -1, 0
    while left != 1 << x:
        asked = asked_next(named, known)
        for topic in asked:
            left &= masks.get(topic, -1)
        known, n = known + asked, n + 1
    return n


def most_exchanges(world: World) -> int:
    """How many questions any reference takes at a level."""
    return questions(CLUES[-1] if world.axes.announced == 1000 else len(TOPICS))


def reference_details(world: World, family: "Family", reference: OrderReference, nth: int) -> list[Detail]:
    """What the customer can say of a line: what they remember, then what they have forgotten."""
    clues = [said_of(family.entries[nth], reference.pairs, t, world.today) for t in reference.topics]
    found = [
        clue_detail(c, world, disclosure) for c, disclosure in zip(clues, reference.disclosures, strict=True)
    ]
    found = [_mistaken(d, reference, world) if d.topic == reference.slip else d for d in found]
    known = {d.topic: d.value for d in found}
    return found + [
        _forgotten(clue_detail(Clue(topic=t, value=UNKNOWN), world, "omitted"), known)
        for t in CUES
        if t not in reference.topics
    ]


def _forgotten(d: Detail, known: Mapping[str, str | int]) -> Detail:
    """What is forgotten; of the day, what is still known of it."""
    if d.topic != "placed" or not known.keys() & words.OF_THE_DAY.keys():
        return d
    rest = " and ".join([words.OF_THE_DAY[t][str(known[t])] for t in words.OF_THE_DAY if t in known])
    return replace(d, says=tuple([f"{s[:-1]}, only that it was {rest}." for s in d.says]))


def _mistaken(true: Detail, reference: OrderReference, world: World) -> Detail:
    """The other of the two things that may be said on a topic."""
    (other,) = [value for value in reference.pairs[true.topic] if value != true.value]
    said = clue_detail(Clue(topic=true.topic, value=other), world, true.disclosure)
    return replace(said, slip=str(true.value))


def clue_detail(clue: Clue, world: World, disclosure: Disclosure) -> Detail:
    """What the customer says of it."""
    topic = clue.topic
    says = words.UNKNOWN[topic] if clue.value == UNKNOWN else _says(clue, world)
    return Detail(
        topic=topic,
        label=words.LABELS[topic],
        value=clue.value,
        says=says,
        cues=CUES[topic],
        role="fact",
        disclosure=disclosure,
    )


def _says(clue: Clue, world: World) -> tuple[str, ...]:
    side, _, of = clue.value.partition(" ")
    match clue.topic:
        case "placed":
            of = "a week" if of == "1" else f"{_spelled(of)} weeks"
        case "paid":
            of = f"{symbol(world.customer.currency)}{int(of) // 100}"
        case "items":
            of = _spelled(of)
        case "beside":
            shelf = world.catalog.shelf_named(of)
            of = with_article(name_of(world.catalog, shelf).noun) if shelf else "anything else"
    nouns = words.ONE if of == NUMBERS[1] else words.SEVERAL
    return tuple([s.format(of, **nouns) for s in words.SAYS[clue.topic][side]])


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
def case_detail(topic: str, value: str | int, disclosure: Disclosure) -> Detail:
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
        disclosure=disclosure,
    )


FAULTS: tuple[Reason, ...] = ("damaged", "defective", "wrong_item", "not_as_described", "missing_parts")
FORM = ("reason", "condition", "count", "box", "receipt", "hazard")  # what a return is asked for


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
        packaging="box" not in facts or condition == "unopened" or rng.chance(500),
        receipt="receipt" not in facts or rng.chance(500),
        dangerous="hazard" in facts
        and "hazard" in fits
        and reason in ("damaged", "defective")
        and rng.chance(700),
    )


def flipped(statement: Statement, fact: str) -> list[Statement]:
    """The same, had one fact been otherwise."""
    said = said_facts(statement)
    match fact:
        case "condition":
            return [replace(statement, condition=c) for c in get_args(Condition) if c != said["condition"]]
        case "box":
            return [replace(statement, packaging=not said["packaging"])]
        case "receipt":
            return [replace(statement, receipt=not said["receipt"])]
        case "hazard":
            return [replace(statement, dangerous=not said["hazard"])]
        case _:
            return [replace(statement, reason=r) for r in get_args(Reason) if r != said["reason"]]


def case_details(case: ReturnCase, swap: bool, disclosures: Mapping[str, Disclosure]) -> list[Detail]:
    """What is said of the case, and what is told when asked for: facts in play as given, others at any
    time."""
    said, values = case.statement, dict[str, str | int]()
    values |= {"reason": said.reason, "condition": said.condition, "count": case.quantity}
    values |= {"box": "kept" if said.packaging else "gone", "receipt": "kept" if said.receipt else "gone"}
    values |= {"hazard": "dangerous" if said.dangerous else "harmless"}
    wants = case_detail("wants", "exchange" if swap else "refund", "stated")
    return [wants, *[case_detail(f, v, disclosures.get(f, "omitted")) for f, v in values.items()]]


def stated(told: dict[str, str | int]) -> dict[str, object]:
    """The customer's words as the form has them."""
    side = {
        "packaging": told["box"] == "kept",
        "receipt": told["receipt"] == "kept",
        "dangerous": told["hazard"] == "dangerous",
    }
    return {"reason": told["reason"], "condition": told["condition"], **side}


def _spelled(when: str) -> str:
    """Small numbers in words, as people say them."""
    return " ".join(NUMBERS[int(w)] if w.isdecimal() and int(w) < len(NUMBERS) else w for w in when.split())


def with_orders(stream: Streams, world: World) -> World:
    """The world with a history in it, if there is none yet."""
    if world.orders:
        return world
    shelves = pick_shelves((stream / "shelves")(), world, family_counts(world.axes.orders)[0], "orders")
    return replace(world, orders=draw_orders(stream / "orders", world, shelves))


class LineRef(NamedTuple):
    """Where a line stands: the order's place in the history, the line's in the order."""

    order: int
    line: int


class Family(NamedTuple):
    """All lines of one shelf, newest first."""

    shelf: "Shelf"
    places: list[LineRef]
    entries: list[RememberedLine]


def pick_family(
    rng: Rng, world: World, able: Callable[[World, LineRef], bool] = lambda world, place: True
) -> Family:
    """One of the shelves that the customer buys from, of which some will do, and that nobody would confuse
    with those of another task."""
    catalog, found = world.catalog, dict[int, list[LineRef]]()
    shelf_of = catalog.column["shelf"].item
    for o, order in enumerate(world.orders):
        for n, bought in enumerate(order.lines):
            found.setdefault(shelf_of(bought.doc), []).append(LineRef(o, n))
    fit = {s: sum([able(world, place) for place in found[s]]) for s in found}
    taken = [_words(world, t) for t in map(catalog.shelf_named, world.shelves) if t is not None]
    free = [s for s in fit if fit[s] and not any(alike(_words(world, catalog.shelves[s]), t) for t in taken)]
    if not free:
        raise TooSmall(
            "everything that the customer has bought would be confused with what another matter is about"
        )
    shelf = rng.pick([s for s in free if fit[s] >= CANDIDATES] or free)
    return Family(catalog.shelves[shelf], found[shelf], _entries(world, found[shelf], shelf))


def _words(world: World, shelf: "Shelf") -> tuple[str, ...]:
    return world.catalog.category(shelf).kinds[shelf.kind].words


def _entries(world: World, places: Sequence[LineRef], shelf: int) -> list[RememberedLine]:
    """What could be remembered of lines of a shelf."""
    shelf_of, shelves, entries = world.catalog.column["shelf"].item, world.catalog.shelves, []
    for place in places:
        order = world.orders[place.order]
        line = order.lines[place.line]
        others = dict.fromkeys([shelf_of(b.doc) for b in order.lines])
        beside = [shelves[s].name for s in others if s != shelf]
        entries.append(
            RememberedLine(
                order.placed,
                line.unit_cents,
                line.quantity,
                order.recipient == world.customer.name,
                order.method,
                tuple(sorted(beside)),
                len(order.lines),
                order.coupon != "none",
                order.gift,
                line.unit_cents == max([b.unit_cents for b in order.lines]),
            )
        )
    return entries
