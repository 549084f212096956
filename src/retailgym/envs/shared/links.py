"""Links: a number that the customer gives by something else, such as another line's number or what the thing
costs. `Detail.link` is how it is said; its value is what it comes to."""

import re
from collections.abc import Sequence

from ...core import money
from ...core.streams import Rng
from ...core.task import Detail, Thing
from ...core.values import replace
from ...customer.locale.en import links as phrases
from ...customer.locale.en.grammar import NUMBERS

_BY_LINE, _BY_PRICE = re.compile(r"line (\d+) ([+-]\d+)"), re.compile(r"(\d+) above (\d+) else (\d+)")
STEPS = (2, 5, 10, 15)  # by how many units of money a limit lies off the price


def by_line(rng: Rng, things: Sequence[Thing], n: int, other: int) -> Thing:
    """The thing with its number given by that of one before it; numbers are those of the matter's things."""
    mine, theirs = _number_of(things[n]), _number_of(things[other])
    off = int(mine.value) - int(theirs.value)
    lines = phrases.MORE if off > 0 else phrases.FEWER if off < 0 else phrases.AS_MANY
    says = tuple([line.format(n=NUMBERS[abs(off)], plural=things[other].plural) for line in lines])
    return _with(things[n], replace(mine, link=f"line {other} {off:+d}", says=says))


def by_price(rng: Rng, d: Detail, prices: Sequence[int], currency: str, lines: Sequence[str]) -> Detail:
    """A number that depends on whether something costs more than an amount; one for all that it may be."""
    number, step = int(d.value), 100 * rng.pick(STEPS)
    other = rng.pick([n for n in range(1, 6) if n != number])
    dear = rng.chance(500) and min(prices) > step + 100
    limit = (min(prices) - step if dear else max(prices) + step + 100) // 100 * 100
    above, below = (number, other) if dear else (other, number)
    amount = money.printed(limit, currency)
    words = {"above": NUMBERS[above], "below": NUMBERS[below], "amount": amount}
    link = f"{above} above {limit} else {below}"
    return replace(d, link=link, says=tuple([line.format(**words) for line in lines]))


def worked_out(value: str | int, price_cents: int, others: Sequence[int]) -> int:
    """What a number comes to that may have been given by a price, or by the number of an earlier line."""
    if found := _BY_LINE.fullmatch(str(value)):
        return others[int(found[1])] + int(found[2])
    if found := _BY_PRICE.fullmatch(str(value)):
        return int(found[1]) if price_cents > int(found[2]) else int(found[3])
    return int(value)


def _number_of(thing: Thing) -> Detail:
    return next(d for d in thing.details if d.role == "quantity")


def _with(thing: Thing, number: Detail) -> Thing:
    return replace(thing, details=tuple([number if d.role == "quantity" else d for d in thing.details]))


def number_by_price(rng: Rng, thing: Thing, price_cents: int, currency: str) -> Thing:
    return _with(thing, by_price(rng, _number_of(thing), [price_cents], currency, phrases.BY_PRICE))
