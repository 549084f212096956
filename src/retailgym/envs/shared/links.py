"""Links: a number that the customer gives by something else, such as another line's number, what the thing
costs, or how an earlier matter ended. `Detail.link` is how it is said; its value is what it comes to."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ...core import money
from ...core.env import Acts, Moves, Observation, Player
from ...core.streams import Rng
from ...core.task import Detail, Ending, Thing
from ...core.values import replace
from ...customer.acts import Act, Told
from ...customer.locale.en import links as phrases
from ...customer.locale.en.grammar import NUMBERS, bare_noun, bare_plural, listed
from ...customer.voice import several_wanted

_BY_LINE, _BY_PRICE = re.compile(r"line (\d+) ([+-]\d+)"), re.compile(r"(\d+) above (\d+) else (\d+)")
_BY_REST = re.compile(r"within (\d+) up to (\d+)")
_TOGETHER = re.compile(r"within (\d+) with ([\d,]+)( one by one)? up to (\d+)")
_BY_SOME = re.compile(r"(\d+) over (\d+) of ([\d,]+) else (\d+)")
_AS_LINE = re.compile(r"as line (\d+)")
_BY_MATTER = re.compile(r"(\d+) if (\w+)\.(\w+) (above|is) (\S+) else (\d+)")
_UNLESS = re.compile(r"(\S+) same \S+ unless \d+")
_QUESTION = re.compile(r"\w+ if \w+ (?:above|is) \w+ else ([a-z_]+)")
MOST = 5  # the largest number that is said in place of the one that is meant
ANY_PRICE = 1 << 60
CONDITIONS_TRIED = 8
TOGETHER_TRIED = 20
NEAR, WHOLE = 100, 100  # cents that are hardly less; limits are said in whole units of money
STEPS = (2, 5, 10, 15)  # by how many units of money a limit lies off the price


def by_line(rng: Rng, things: Sequence[Thing], n: int, other: int) -> Thing:
    """The thing with its number given by that of one before it; numbers are those of the matter's things."""
    mine, theirs = _number_of(things[n]), _number_of(things[other])
    off = int(mine.value) - int(theirs.value)
    lines = phrases.MORE if off > 0 else phrases.FEWER if off < 0 else phrases.AS_MANY
    says = tuple([line.format(n=NUMBERS[abs(off)], plural=things[other].plural) for line in lines])
    could_be = tuple([number + off for number in theirs.could_be])
    return _with(things[n], replace(mine, link=f"line {other} {off:+d}", says=says, could_be=could_be))


def other_numbers(d: Detail) -> list[int]:
    """What else somebody could have said; of a list less than it is, since there may be no more that fit."""
    number, most = int(d.value), len(d.others) or MOST
    return [n for n in range(1, most + 1) if n < number or (n > number and d.role == "quantity")]


def by_price(
    rng: Rng, d: Detail, prices: Sequence[int], currency: str, lines: Sequence[str], most: int = ANY_PRICE
) -> Detail:
    """A number that depends on whether something costs more than an amount; one for all that it may be. Who
    pays so much at most speaks of less."""
    near = [s for s in STEPS if 400 * s <= min(prices)] or STEPS[
        :1
    ]  # nobody asks whether a lamp costs over $2
    number, step = int(d.value), 100 * rng.pick(near)
    drawn, above_all = rng.chance(500), min(max(prices) + step, most - 100) // 100 * 100
    ways = [
        (dear, n)
        for dear in (drawn, not drawn)
        for n in rng.shuffled(other_numbers(d))
        if (min(prices) > step + 100 if dear else above_all > max(prices))
        and (d.role != "quantity" or (n > number) is dear)
    ]  # nobody buys more of what costs more
    if not ways:
        return d
    dear, other = ways[0]
    limit = (min(prices) - step) // 100 * 100 if dear else above_all
    return _above(d, (number, other) if dear else (other, number), limit, currency, lines)


def by_price_between(
    rng: Rng,
    d: Detail,
    price: int,
    rivals: Sequence[int],
    currency: str,
    lines: Sequence[str],
    relation: str = "above",
) -> Detail | None:
    """A number that would be another if something were had at the price of a rival; None where no limit in
    whole money lies between."""
    ways = []
    for rival in rng.shuffled(rivals):
        low, high = min(price, rival), max(price, rival)
        limits = range(-(-low // 100) * 100, high, 100)
        ways += [(n, limits) for n in other_numbers(d) if limits and (n > int(d.value)) is (price > rival)]
    if not ways:
        return None
    other, limits = rng.pick(ways)
    limit, number = rng.pick(limits), int(d.value)
    numbers = (number, other) if price > limit else (other, number)
    return _above(d, numbers, limit, currency, lines, relation)


def _above(
    d: Detail,
    numbers: tuple[int, int],
    limit: int,
    currency: str,
    lines: Sequence[str],
    relation: str = "above",
) -> Detail:
    """The number with its link: one above a limit, another up to it."""
    above, below = numbers
    amount = money.spoken(limit, currency)
    words = {"above": NUMBERS[above], "below": NUMBERS[below], "amount": amount}
    link = f"{above} {relation} {limit} else {below}"
    says = tuple([line.format(**words) for line in lines])
    return replace(d, link=link, says=says, could_be=numbers)


def by_matter(
    rng: Rng, d: Detail, earlier: tuple[str, str, Ending], currency: str, whole: bool = False
) -> Detail:
    """A number that depends on how an earlier matter ended: its job, the noun that it was about, its end; as
    it is where somebody would buy more for less money."""
    job, noun, end = earlier
    number = int(d.value)
    rises = _rises(end) if whole or d.role == "quantity" else None
    for _ in range(CONDITIONS_TRIED):
        met, relation, condition = _condition(rng, job, end, currency)
        others = [n for n in other_numbers(d) if rises is None or ((number > n) is met) is rises]
        if others:
            break
    else:
        return d
    other = rng.pick(others)
    yes, no = (number, other) if met else (other, number)
    words = {"yes": NUMBERS[yes], "no": NUMBERS[no], "condition": condition.format(noun=noun)}
    words |= {"why": phrases.WHY_SO_MANY[end.unit], "why_bought": phrases.WHY_SO_MANY_BOUGHT[end.unit]}
    lines = phrases.BY_MATTER["bought" if whole else d.topic]
    says = tuple([line.format(**words) for line in lines])
    link = f"{yes} if {job}.{end.field} {relation} else {no}"
    return replace(d, link=link, says=says, could_be=(yes, no))


def _rises(end: Ending) -> bool | None:
    """Whether somebody buys more the more this comes to, or the less; None where it is no money."""
    return end.about in ("", *phrases.GAINS) if end.unit == "cents" else None


def may_hang(d: Detail, end: Ending) -> bool:
    """Would somebody let a number hang on how this ends? How many they buy does on money alone that
    they get."""
    return d.role != "quantity" or (end.unit == "cents" and end.about in ("", *phrases.GAINS))


def _condition(rng: Rng, job: str, end: Ending, currency: str) -> tuple[bool, str, str]:
    """Whether it is met, as acts carry it, and in words."""
    met = rng.chance(500)
    if end.unit == "one of":
        status = str(end.value) if met else rng.pick(end.others)
        return met, f"is {status}", phrases.STATUS[status]
    line = rng.pick(phrases.ANSWERS.get(end.about) or phrases.CONDITIONS[job, end.unit])
    if end.unit == "yes":
        return bool(end.value), "is True", line
    value, step = int(end.value), rng.pick(STEPS) * (100 if end.unit == "cents" else 1)
    met = met and value > step + (100 if end.unit == "cents" else 1)
    limit = value - step if met else value + step
    if end.unit == "days":
        return met, f"above {limit}", line.replace("{limit}", str(limit))
    limit = limit // 100 * 100
    return met, f"above {limit}", line.replace("{limit}", money.spoken(limit, currency))


def settled(value: str | int, endings: Mapping[str, Mapping[str, Any]]) -> str | int:
    """What a number comes to that may have been given by how a matter ended: the closing call, by its job."""
    found = _BY_MATTER.fullmatch(str(value))
    if found is None or found[2] not in endings:
        return value
    yes, job, field, relation, limit, no = found.groups()
    end = endings[job][field]
    return int(yes if (end > int(limit) if relation == "above" else str(end) == limit) else no)


def hangs_on(value: str | int) -> int | None:
    """The line of the matter by whose number this one is given, if any."""
    found = _BY_LINE.fullmatch(str(value))
    return int(found[1]) if found else None


def worked_out(
    value: str | int, price_cents: int, others: Sequence[int] | Mapping[int, int], rest_cents: int = 0
) -> int:
    """What a number comes to that may have been given by a price, by the number of an earlier line, by what
    some lines cost together, or by what everything else leaves of an amount."""
    if found := _BY_LINE.fullmatch(str(value)):
        return others[int(found[1])] + int(found[2])
    if found := _BY_PRICE.fullmatch(str(value)):
        return int(found[1]) if price_cents > int(found[2]) else int(found[3])
    if found := _BY_REST.fullmatch(str(value)):
        return _paid_by(int(found[1]) - rest_cents, price_cents, int(found[2]))
    if beside := chosen_with(value):  # by who sees one line alone
        return chosen_together(value, (price_cents,) * (1 + len(beside)), rest_cents)[0]
    if found := _BY_SOME.fullmatch(str(value)):
        return int(found[1]) if rest_cents > int(found[2]) else int(found[4])
    return int(value)


def _paid_by(cents: int, price_cents: int, most: int) -> int:
    """How many of a thing an amount pays for: one at least, and so many at most."""
    return max(1, min(most, cents // price_cents)) if price_cents else 1


def added_up(value: str | int, lines: Sequence[int]) -> list[int]:
    """The lines of the matter, out of all others, on what which cost together a number hangs."""
    if found := _BY_SOME.fullmatch(str(value)):
        return [int(n) for n in found[3].split(",") if int(n) in lines]
    if beside := chosen_with(value):
        return [n for n in lines if n not in beside]
    return list(lines) if _BY_REST.fullmatch(str(value)) else []


def chosen_with(value: str | int) -> tuple[int, ...]:
    """The lines of the matter together with whose numbers this one is chosen, if any."""
    found = _TOGETHER.fullmatch(str(value))
    return tuple(map(int, found[2].split(","))) if found else ()


def most_cents(value: str | int) -> int | None:
    """What everything may come to, where a number hangs on that."""
    found = _BY_REST.fullmatch(str(value)) or _TOGETHER.fullmatch(str(value))
    return int(found[1]) if found else None


def chosen_together(value: str | int, prices: Sequence[int], rest_cents: int) -> tuple[int, ...]:
    """How many of some things, of which one costs so much each, bring everything closest to an amount; one of
    each where nothing fits. Whoever chooses one by one takes as many of the first as they can."""
    found = _TOGETHER.fullmatch(str(value))
    assert found is not None, value
    left, most = int(found[1]) - rest_cents, int(found[4])
    ways = [way for way in _ways(prices, most) if way[0] <= left]
    one_of_each = 0, (1,) * len(prices)
    return max(ways, key=lambda way: way[1:] if found[3] else way[:1], default=one_of_each)[1]


def _ways(prices: Sequence[int], most: int) -> list[tuple[int, tuple[int, ...]]]:
    """All numbers that there may be of some things, each with what they cost."""
    ways: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    for price in prices:
        ways = [(cents + n * price, (*counts, n)) for cents, counts in ways for n in range(1, most + 1)]
    return ways


def choosing_one_by_one(player: Player) -> Player:
    """The same player, who takes as many of the first of some things as they can, and then of the next."""

    def heard(told: Told) -> Told:
        return replace(told, value=_one_by_one(str(told.value))) if chosen_with(told.value) else told

    return hearing_otherwise(player, heard)


def _one_by_one(value: str) -> str:
    return value.replace(" up to ", " one by one up to ")


def as_line(value: str | int) -> int | None:
    """The line of the matter that something is to be like, if any."""
    found = _AS_LINE.fullmatch(str(value))
    return int(found[1]) if found else None


def like_line(d: Detail, things: Sequence[Thing], other: int) -> Detail:
    """An option that is to be the same as that of an earlier thing, whatever it comes to."""
    first = things[other]
    noun = bare_plural(first.plural) if several_wanted(first) else bare_noun(first.noun)
    words = {"label": d.label, "noun": noun}
    return replace(d, link=f"as line {other}", says=tuple([s.format(**words) for s in phrases.AS_LINE]))


def ignoring(player: Player) -> Player:
    """The same player, who takes the last number of what depends on something else for the number."""
    return hearing_otherwise(player, lambda told: replace(told, value=face_value(told.value)))


def hearing_otherwise(player: Player, as_heard: Callable[[Told], Told | None]) -> Player:
    """The same player, who takes a value that is told for something else, or does not hear it."""

    def hears(heard: Acts) -> Acts:
        return tuple([_with_told(act, as_heard) for act in heard])

    def moves(seen: Observation, heard: Acts) -> Moves:
        inner = player(seen, hears(heard))
        turn = next(inner, None)
        while turn is not None:
            seen, heard = yield turn
            try:
                turn = inner.send((seen, hears(heard)))
            except StopIteration:
                return

    return moves


def _with_told(act: Act, as_heard: Callable[[Told], Told | None]) -> Act:
    told = getattr(act, "told", ())
    otherwise = tuple([one for one in map(as_heard, told) if one is not None])
    return act if otherwise == told else replace(act, told=otherwise)


def face_value(value: str | int) -> str | int:
    """The last number or question of a link, or no match at all; what is no link, as it is."""
    if found := _UNLESS.fullmatch(str(value)):
        return f"{found[1]} any {found[1]}"
    if found := _QUESTION.fullmatch(str(value)):
        return found[1]
    forms = (_BY_LINE, _BY_PRICE, _BY_REST, _TOGETHER, _BY_SOME, _BY_MATTER)
    linked = any(form.fullmatch(str(value)) for form in forms)
    return (int(str(value).split()[-1].lstrip("+-")) or 1) if linked else value


def _number_of(thing: Thing) -> Detail:
    return next(d for d in thing.details if d.role == "quantity")


def _with(thing: Thing, number: Detail) -> Thing:
    return replace(thing, details=tuple([number if d.role == "quantity" else d for d in thing.details]))


def number_by_price(rng: Rng, thing: Thing, price_cents: int, rivals: Sequence[int], currency: str) -> Thing:
    """The thing with its number given by what it costs; if it can be, such that it would be another at the
    price of a rival."""
    number = _number_of(thing)
    found = by_price_between(rng, number, price_cents, rivals, currency, phrases.BY_PRICE)
    return _with(thing, found or by_price(rng, number, [price_cents], currency, phrases.BY_PRICE))


class Group(NamedTuple):
    """Some lines: their places, what they cost together, and what else they might."""

    places: Sequence[int]
    cents: int
    rivals: Sequence[int]


def number_by_rest(
    rng: Rng, thing: Thing, each: tuple[int, int], group: Group, currency: str
) -> Thing | None:
    """The thing, of which one costs so much and so many are had at most, with its number given by what all
    the rest leaves of an amount, such that it would be another if that cost as much as a rival; None where it
    cannot be."""
    number, (price, most) = _number_of(thing), each
    first = group.cents + int(number.value) * price
    limits = [
        limit
        for limit in range(-(-first // 100) * 100, first + price, 100)
        if any(_paid_by(limit - cents, price, most) != number.value for cents in group.rivals)
    ]
    if most < int(number.value) or most < 2 or not limits:
        return None
    limit = rng.pick(limits)
    words = {"amount": money.spoken(limit, currency), "most": NUMBERS[most]}
    says = tuple([line.format(**words) for line in phrases.BY_REST])
    link = f"within {limit} up to {most}"
    return _with(thing, replace(number, link=link, says=says, could_be=tuple(range(1, most + 1))))


def numbers_together(
    rng: Rng, prices: Sequence[int], rest_cents: int, most: int
) -> tuple[tuple[int, ...], int] | None:
    """How many of some things, and an amount that these alone come closest to, with nothing else near it,
    such that who chooses one by one comes to something else; None where it cannot be."""
    ways = sorted(_ways(prices, most))
    clear = [
        (counts, limit)
        for (before, _), (cents, counts), (after, _) in zip(ways, ways[1:], ways[2:], strict=False)
        if before + NEAR <= cents
        and (limit := -(-(rest_cents + cents) // WHOLE) * WHOLE) < rest_cents + after
    ]
    for counts, limit in rng.sample(clear, min(len(clear), TOGETHER_TRIED)):
        code = _one_by_one(_code(limit, [0], most))
        first = chosen_together(code, prices, rest_cents)
        last = chosen_together(code, prices[::-1], rest_cents)[::-1]
        if counts not in (first, last):
            return counts, limit
    return None


def _code(limit: int, others: Sequence[int], most: int) -> str:
    return f"within {limit} with {','.join(map(str, others))} up to {most}"


def with_numbers_together(things: Sequence[Thing], together: "LinesTogether", currency: str) -> list[Thing]:
    """All things, with the numbers of some given by what everything is to come to."""
    found, most = list(things), together.most
    words = {"amount": money.spoken(together.limit, currency), "most": NUMBERS[most]}
    for mine in together.places:
        others = [n for n in together.places if n != mine]
        plural = listed([bare_plural(things[n].plural) for n in others])
        says = tuple([line.format(plural=plural, **words) for line in phrases.TOGETHER_UP_TO])
        link, could_be = _code(together.limit, others, most), tuple(range(1, most + 1))
        found[mine] = _with(
            things[mine], replace(_number_of(things[mine]), link=link, says=says, could_be=could_be)
        )
    return found


class LinesTogether(NamedTuple):
    """Lines whose numbers are chosen together, for what everything is to come to, and how many of each at
    most."""

    places: tuple[int, ...]
    limit: int
    most: int


def number_by_some(rng: Rng, things: Sequence[Thing], n: int, group: Group, currency: str) -> Thing:
    """A thing with its number given by what some others cost together, such that it would be another if that
    were as much as a rival."""
    nouns = listed([bare_plural(things[m].plural) for m in group.places])  # however many of them there are
    lines = [line.replace("{nouns}", nouns) for line in phrases.BY_SOME]
    found = by_price_between(rng, _number_of(things[n]), group.cents, group.rivals, currency, lines, "over")
    if found is None:
        return things[n]
    places = ",".join(map(str, group.places))
    return _with(things[n], replace(found, link=found.link.replace(" else ", f" of {places} else ")))


def at_price(d: Detail, price_cents: int) -> Detail:
    """A number that may be given by a price, as it would be at this one."""
    return replace(d, value=worked_out(d.link, price_cents, ())) if _BY_PRICE.fullmatch(d.link) else d


def hanging_on(things: Sequence[Thing], n: int) -> list[int]:
    """The things whose numbers are given by that of a thing, directly or through others."""
    found = [n]
    for k, thing in enumerate(things):  # a number is given by an earlier one
        if hangs_on(_number_of(thing).link) in found:
            found.append(k)
    return found[1:]


def moved(thing: Thing, by: int) -> Detail:
    """The number of a thing if what it hangs on were so much more."""
    number = _number_of(thing)
    could_be = tuple([n + by for n in number.could_be])
    return replace(number, value=int(number.value) + by, could_be=could_be)
