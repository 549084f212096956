"""What can be said of a line of an order: when it was bought, for how much, for whom, how it was sent, what
else was in the order."""

from bisect import bisect
from collections.abc import Mapping, Sequence

from ...catalog.schema import cues
from ...core import dates
from ...core.dates import date
from ...core.markets import symbol
from ...core.streams import Rng
from ...core.task import Detail
from ...core.values import Value, replace
from ...customer.locale.en import orders as words
from ...customer.locale.en.grammar import with_article
from ...world import World
from .order_families import RememberedLine
from .shelves import Disclosure, Name, name_of

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
ROUND = tuple(
    [100 * n for n in (*range(1, 30), *range(30, 120, 5), *range(120, 900, 10), *range(900, 9000, 50))]
)  # prices, in cents
WEEKS = range(7, 700, 7)  # in days
WEEKEND = 5  # the day of the week with which it begins, from Monday on
MIDDLE = 15  # the last day of the first half of a month
BOUGHT = {"noun": "{noun}", "plural": "{plural}"}  # is filled in last
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


LISTED_BY = ("placed", "paid", "recipient", "method", "coupon", "gift")  # what order_list can be asked for


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


def narrowing(clue: Clue, today: int) -> dict[str, object]:
    """How order_list is asked for orders of which this is so; nothing where it cannot be."""
    side, _, of = clue.value.partition(" ")
    match clue.topic, side:
        case "placed", "less":
            return {"since": dates.printed(today - 7 * int(of))}
        case "placed", "more":
            return {"until": dates.printed(today - 7 * int(of) - 1)}
        case "paid", "less":
            return {"price_to": _in_units(int(of))}
        case "paid", "more":
            return {"price_from": _in_units(int(of) + 1)}
        case "recipient", "me":
            return {"recipient": "self"}
        case "method", "standard":
            return {"shipping_method": "standard"}
        case "coupon", "yes" | "no":
            return {"with_coupon": side == "yes"}
        case "gift", "yes" | "no":
            return {"marked_as_gift": side == "yes"}
        case _:
            return {}


def _in_units(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"


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


def clue_detail(clue: Clue, world: World, disclosure: Disclosure, name: Name) -> Detail:
    """What the customer says of it; name is what was bought."""
    topic = clue.topic
    says = _says(clue, world, _lines(clue, disclosure == "stated"))
    says = tuple([s.format(noun=name.noun, plural=name.plural) for s in says])
    return Detail(
        topic=topic,
        label=words.LABELS[topic],
        value=clue.value,
        says=says,
        cues=CUES[topic],
        role="fact",
        disclosure=disclosure,
    )


def _lines(clue: Clue, at_once: bool) -> tuple[str, ...]:
    """In other words than usual: that there were several, once one has been spoken of; and unasked what was
    in the order or in another one."""
    if (clue.topic, clue.value) == ("pieces", "several") and not at_once:
        return (*words.SEVERAL_AFTER_ALL, *words.EITHER_WAY["pieces"]["several"])
    side, _, _ = clue.value.partition(" ")
    return words.WHICH_ORDER.get(side, ()) if clue.topic == "beside" and at_once else ()


def said_alone(d: Detail) -> Detail:
    """What else was in the order, and that it was cheaper, as somebody says it who knows that nothing was."""
    if d.topic == "dearest":
        says = {"yes": words.ALONE_DEAREST, UNKNOWN: words.ALONE_COMPARED}
        return replace(d, says=says.get(str(d.value), d.says))
    return replace(d, says=words.ALONE)


def said_roughly(d: Detail, world: World) -> Detail:
    """What else was in the order, as somebody says it who knows how its prices compare."""
    side, _, _ = str(d.value).partition(" ")
    return replace(d, says=_says(Clue(topic="beside", value=str(d.value)), world, words.NOT_ALL_LISTED[side]))


def _says(clue: Clue, world: World, lines: tuple[str, ...] = ()) -> tuple[str, ...]:
    if clue.value == UNKNOWN:
        return words.UNKNOWN[clue.topic]
    side, _, of = clue.value.partition(" ")
    match clue.topic:
        case "placed":
            of = "a week" if of == "1" else f"{_spelled(of)} weeks"
        case "paid":
            of = f"{symbol(world.customer.currency)}{int(of) // 100}"
        case "items":
            side, of = "only" if clue.value == "less 1" else side, _spelled(of)
        case "beside":
            shelf = world.catalog.shelf_named(of)
            of = with_article(name_of(world.catalog, shelf).noun) if shelf else "anything else"
    nouns = words.ONE if of == NUMBERS[1] else words.SEVERAL
    if not lines:
        lines = (*words.SAYS[clue.topic][side], *_either_way(clue, side))
    return tuple([line.format(of, **nouns, **BOUGHT) for line in lines])


def _either_way(clue: Clue, side: str) -> tuple[str, ...]:
    sides = words.EITHER_WAY.get(clue.topic, {})
    return sides.get("not only" if (clue.topic, clue.value) == ("items", "more 1") else side, ())


def _spelled(when: str) -> str:
    """Small numbers in words, as people say them."""
    return " ".join(NUMBERS[int(w)] if w.isdecimal() and int(w) < len(NUMBERS) else w for w in when.split())
