"""Lists that somebody buys as a whole: within one limit, not too many of a kind, some of it here soon, and of
all such lists the one with the most stars."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...catalog.schema import Category
from ...catalog.sense import varied
from ...catalog.shelf_sets import ShelfSets
from ...catalog.wishes import Wish
from ...core import money
from ...core.streams import Rng
from ...core.values import Value, replace
from ...customer.locale.en import links as words
from ...customer.locale.en.grammar import NUMBERS, listed
from ...tools.catalog import Row
from ..shared.expert_moves import shown

ANY_PRICE, NO_END = 1 << 40, 1 << 80
MOST_STEPS = 2500  # of the search, where a list is drawn
STAR = 10**8  # what a tenth of a star is worth beside which any price is small
SOON_WORTH = (0, 1, 2, 4, 7)  # tenths of a star that being here soon may be worth
HALVINGS = 16
GROUPS = 256  # brands, or values of an attribute, at the most
WHOLE = 100  # limits are said in whole units of money
CLEAR = 100  # cents by which nothing that is as good may cost more, or go over the limit
DRAWS, SOON_TRIES = 16, 3
ALIKE = 2  # attributes of which no more than some may be alike
LOOSER = 4  # draws after which more of a kind may be had
KINDS = 3  # values of an attribute, at the least, of which nobody wants many alike
SHARE = (40, 75)  # per cent of what lies between the cheapest list and that with the most stars
CHEAPEST_FIRST = "price up; rating=most; "  # the list is in this order, and this is what is best
_CODE = re.compile(CHEAPEST_FIRST + r"price=(\d+)((?:; \w+=\d+)+); shipping_days=(\d+)\*(\d+)")


class Together(Value):
    """What the products of a list must come to together."""

    limit_cents: int
    few: tuple[tuple[str, int], ...]  # of what no more than so many may be alike: the brand, then attributes
    soon: int = 0  # so many at least are here within so many days
    days: int = 0

    @property
    def code(self) -> str:
        """As dialogue acts carry it."""
        few = "".join([f"; {name}={most}" for name, most in self.few])
        return f"{CHEAPEST_FIRST}price={self.limit_cents}{few}; shipping_days={self.soon}*{self.days}"

    @property
    def attributes(self) -> list[str]:
        return [name for name, _ in self.few[1:]]

    @property
    def of_a_brand(self) -> int:
        return self.few[0][1]

    def said(self, category: Category, currency: str) -> tuple[str, ...]:
        """Ways to say it."""
        brands = words.NO_TWO_OF_A_BRAND if self.of_a_brand == 1 else words.FEW_OF_A_BRAND
        alike = [
            words.FEW_ALIKE.format(n=NUMBERS[most], label=category.attribute[name].label)
            for name, most in self.few[1:]
        ]
        named = {
            "limit": money.spoken(self.limit_cents, currency),
            "few": listed([brands.format(n=NUMBERS[self.of_a_brand]), *alike]),
            "soon": NUMBERS[self.soon],
            "days": self.days,
        }
        return tuple([line.format(**named) for line in words.TOGETHER])


def read_together(code: str) -> Together | None:
    """The way back; None where it is another preference."""
    found = _CODE.fullmatch(code)
    if found is None:
        return None
    few = [part.split("=") for part in found[2].split("; ")[1:]]
    return Together(
        limit_cents=int(found[1]),
        few=tuple([(name, int(most)) for name, most in few]),
        soon=int(found[3]),
        days=int(found[4]),
    )


class ListItem(NamedTuple):
    """A product that could be on the list."""

    price: int
    tenths: int
    days: int
    groups: tuple[int, ...]  # its brand, and what it has of attributes, each a number of its own


def _in_order(item: ListItem) -> tuple[int, int]:
    """The cheapest first, and of two at one price that with more stars."""
    return item.price, -item.tenths


# how good a list is: what breaks a rule comes first, then what goes over the limit, stars and price
Standing = tuple[int, int, int, int]


class BestSet(NamedTuple):
    tenths: int
    price: int
    chosen: tuple[int, ...]  # by their place among the items, cheapest first
    next_price: int  # of the next best list with as many stars


def best_set(items: Sequence[ListItem], n: int, rule: Together, most_steps: int = NO_END) -> BestSet | None:
    """The n items with the most stars that keep to all of it, the cheapest where several have as many,
    exactly; None where nothing does, or it would take too many steps to find."""
    search = _SetSearch(items, n, rule, most_steps)
    search.fill(0, n, 0, 0)
    if search.found is None or search.steps > most_steps:
        return None
    chosen = sorted(search.found.chosen, key=lambda i: _in_order(items[i]))
    return search.found._replace(chosen=tuple(chosen))


class _SetSearch:
    """Item by item, those first that are worth most; a branch ends where the next best, what is left to spend
    and what is still to be soon come to too little."""

    def __init__(self, items: Sequence[ListItem], n: int, rule: Together, most_steps: int) -> None:
        self.rule, self.most_steps = rule, most_steps
        self.weights = _weights(items, n, rule)
        order = _by_worth(items, _worths(items, rule, self.weights))
        self.items = [
            (item.price, item.days <= rule.days, item.groups, STAR * item.tenths - item.price, place)
            for _, place, item in order
        ]
        self.last = len(order) + 1
        bounds = [_most_worth(order[at:], n, rule.of_a_brand) for at in range(len(order))]
        self.most = [*zip(*bounds, strict=True)]  # of so many, from each place on
        self.limits = _limits(rule)
        self.counts, self.chosen, self.steps = [0] * len(self.limits), [0] * n, 0
        self.found: BestSet | None = None
        self.least = -NO_END  # that a list comes to which is of interest

    def fill(self, start: int, lacking: int, total: int, spent: int) -> None:
        """With all that is chosen but so many: what it comes to, and what it costs."""
        self.steps += 1
        if not lacking:
            self._reached(total, spent)
            return
        counts, limits, most = self.counts, self.limits, self.most[lacking]
        late, left, (cent, day) = self.rule.soon - counts[0], self.rule.limit_cents - spent, self.weights
        slack = total + cent * left - day * late
        for at in range(start, self.last - lacking):
            if slack + most[at] < self.least or self.steps > self.most_steps:
                return
            price, soon, groups, worth, place = self.items[at]
            if price > left or late - soon >= lacking:
                continue
            for group in groups:  # in loops, since all that could be best comes by
                if counts[group] >= limits[group]:
                    break
            else:
                counts[0] += soon
                for group in groups:
                    counts[group] += 1
                self.chosen[lacking - 1] = place
                self.fill(at + 1, lacking - 1, total + worth, spent + price)
                counts[0] -= soon
                for group in groups:
                    counts[group] -= 1

    def _reached(self, total: int, price: int) -> None:
        best, tenths = self.found, (total + price) // STAR
        if best is None or (tenths, -price) > (best.tenths, -best.price):
            level = best.price if best and best.tenths == tenths else ANY_PRICE
            self.found, self.least = BestSet(tenths, price, tuple(self.chosen), level), total - CLEAR
        elif tenths == best.tenths:
            self.found = best._replace(next_price=min(best.next_price, price))


def _limits(rule: Together) -> list[int]:
    """How many there may be of each group, by its number; the first is free for who counts something else."""
    return [NO_END, *[most for _, most in rule.few for _ in range(GROUPS)]]


def _worths(items: Sequence[ListItem], rule: Together, weights: tuple[int, int]) -> list[int]:
    """What items are worth, if a cent and being here soon have weights."""
    cent, day = weights
    return [STAR * i.tenths - (1 + cent) * i.price + day * (i.days <= rule.days) for i in items]


def _by_worth(items: Sequence[ListItem], worths: Sequence[int]) -> list[tuple[int, int, ListItem]]:
    """Items with what they are worth and their places, the most first."""
    order = sorted(range(len(items)), key=worths.__getitem__, reverse=True)
    return [(worths[i], i, items[i]) for i in order]


def _most_worth(order: Sequence[tuple[int, int, ListItem]], n: int, of_a_brand: int) -> list[int]:
    """What the best come to, none, one and up to n of them, were there no rule but that on brands."""
    found, most = [0], 0
    for worth, _, _ in _some_of_a_brand(order, n, of_a_brand):
        most += worth
        found.append(most)
    return found + [-NO_END] * (n + 1 - len(found))


def _some_of_a_brand(
    order: Sequence[tuple[int, int, ListItem]], n: int, of_a_brand: int
) -> list[tuple[int, int, ListItem]]:
    """The first n without those of which there are enough."""
    found, brands = [], [0] * (1 + GROUPS)
    for one in order:
        brand = one[2].groups[0]
        if brands[brand] < of_a_brand:
            brands[brand] += 1
            found.append(one)
            if len(found) == n:
                break
    return found


def _weights(items: Sequence[ListItem], n: int, rule: Together) -> tuple[int, int]:
    """What a cent and being here soon have to weigh so that the bound is as close as can be."""
    ways, of_a_brand, limited = [], rule.of_a_brand, rule.limit_cents < ANY_PRICE
    prices = [item.price for item in items]
    for day in [STAR * tenths for tenths in SOON_WORTH[: len(SOON_WORTH) if rule.soon else 1]]:
        low, high = 0, STAR // 16
        free = _worths(items, rule, (0, day))
        for _ in range(HALVINGS if limited else 0):
            cent = (low + high) // 2
            order = _by_worth(
                items, [worth - cent * price for worth, price in zip(free, prices, strict=True)]
            )
            dear = sum([item.price for _, _, item in _some_of_a_brand(order, n, of_a_brand)])
            low, high = (cent + 1, high) if dear > rule.limit_cents else (low, cent)
        cent = high if limited else 0
        most = _most_worth(_by_worth(items, _worths(items, rule, (cent, day))), n, of_a_brand)[n]
        ways.append((most + cent * rule.limit_cents - day * rule.soon, cent, day))
    return min(ways)[1:]


def by_exchanges(items: Sequence[ListItem], n: int, rule: Together) -> Iterator[tuple[int, ...]]:
    """What people come to who start from the cheapest or from the best and exchange one product for another,
    always that which helps most, as long as one does."""
    places = range(len(items))
    yield _exchanged(items, sorted(places, key=lambda i: items[i].price)[:n], rule)
    yield _exchanged(items, sorted(places, key=lambda i: (-items[i].tenths, items[i].price))[:n], rule)


def _exchanged(items: Sequence[ListItem], chosen: list[int], rule: Together) -> tuple[int, ...]:
    best = _standing(items, chosen, rule)
    while True:
        ways = [way for at in range(len(chosen)) for way in _exchanges(items, chosen, at, rule)]
        standing, other = max(ways, default=(best, chosen))
        if standing <= best:
            return tuple(chosen)
        best, chosen = standing, other


class _Sums:
    """What a list comes to so far."""

    def __init__(self, rule: Together) -> None:
        self.rule, self.limits = rule, _limits(rule)
        self.counts = [0] * len(self.limits)
        self.over = self.price = self.tenths = self.soon = 0

    def take(self, item: ListItem) -> None:
        self.price += item.price
        self.tenths += item.tenths
        self.soon += item.days <= self.rule.days
        for group in item.groups:
            self.counts[group] += 1
            self.over += self.counts[group] > self.limits[group]

    def standing(self, last: ListItem) -> Standing:
        """How good the list is with one more."""
        price, tenths, days, groups = last
        counts, limits, over = self.counts, self.limits, self.over
        for group in groups:
            over += counts[group] >= limits[group]
        late = self.rule.soon - self.soon - (days <= self.rule.days)
        price += self.price
        beyond = price - self.rule.limit_cents
        return -over - (late if late > 0 else 0), -beyond if beyond > 0 else 0, self.tenths + tenths, -price


def _exchanges(
    items: Sequence[ListItem], chosen: Sequence[int], at: int, rule: Together
) -> list[tuple[Standing, list[int]]]:
    """Each list with another product in one place, and how good it is."""
    before, behind = chosen[:at], chosen[at + 1 :]
    rest = _Sums(rule)
    for i in (*before, *behind):
        rest.take(items[i])
    return [(rest.standing(item), [*before, i, *behind]) for i, item in enumerate(items) if i not in chosen]


def _standing(items: Sequence[ListItem], chosen: Sequence[int], rule: Together) -> Standing:
    *rest, last = chosen
    sums = _Sums(rule)
    for i in rest:
        sums.take(items[i])
    return sums.standing(items[last])


def items_at(rack: ShelfSets, places: Sequence[int], names: Sequence[str]) -> list[ListItem]:
    """What stands at some places of a shelf."""
    price, tenths, days = (rack.row(name) for name in ("price", "rating", "shipping_days"))
    groups = [rack.row(name) for name in ("brand", *names)]
    return [ListItem(price[p], tenths[p], days[p], _numbered([row[p] for row in groups])) for p in places]


def _numbered(values: Sequence[int]) -> tuple[int, ...]:
    """What something has of each, with no number that could be meant of another."""
    return tuple([1 + at * GROUPS + value for at, value in enumerate(values)])


def draw_together(
    rng: Rng, rack: ShelfSets, wished: Sequence[Wish], places: Sequence[int], n: int
) -> tuple[Together, list[int]] | None:
    """What n of some places are to come to together, and those that are best, the cheapest first; if it can
    be, such that simple rules come to others. None if there is none that is clearly the best."""
    found, names = None, _names(rack, wished, places)
    for attempt in range(DRAWS if names and len(places) > n else 0):
        alike = rng.sample(names, min(ALIKE, len(names)))
        items = items_at(rack, places, alike)
        few = _few(items, n + attempt // LOOSER, alike)
        drawn = _drawn(rng, items, n, few)
        if drawn is not None:
            rule, best = drawn
            found = rule, [places[i] for i in best.chosen]
            if all({*other} != {*best.chosen} for other in by_exchanges(items, n, rule)):
                break
    return found


def _names(rack: ShelfSets, wished: Sequence[Wish], places: Sequence[int]) -> list[str]:
    """The attributes of which nobody may want too many alike: still open, and with several values."""
    taken = [w.attribute for w in wished]
    names = [n for kind in ("paged", "word") for n in rack.names[kind] if varied(n) and n not in taken]
    return [n for n in names if rack.complete(n) and len({rack.row(n)[p] for p in places}) >= KINDS]


def _few(items: Sequence[ListItem], n: int, alike: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """How many there may be of a brand and of a kind, so that n can be had."""
    kinds = [len({item.groups[at] for item in items}) for at in range(1 + len(alike))]
    return tuple([(name, -(-n // count)) for name, count in zip(("brand", *alike), kinds, strict=True)])


def _drawn(
    rng: Rng, items: Sequence[ListItem], n: int, few: tuple[tuple[str, int], ...]
) -> tuple[Together, BestSet] | None:
    """A limit between the cheapest list and that with the most stars, and so many here sooner than in the
    best list within it."""
    free = Together(limit_cents=ANY_PRICE, few=few)
    top = best_set(items, n, free, MOST_STEPS)
    if top is None:
        return None
    least = sum(sorted([item.price for item in items])[:n])
    limit = (least + (top.price - least) * rng.between(*SHARE) // 100) // WHOLE * WHOLE
    rule = replace(free, limit_cents=limit)
    best = best_set(items, n, rule, MOST_STEPS)
    days = sorted([items[i].days for i in best.chosen]) if best else []
    ways = [(soon, days[soon - 1] - 1) for soon in rng.shuffled(range(2, n))[:SOON_TRIES] if best]
    for soon, within in [*ways, *[(soon, within + 1) for soon, within in ways]]:  # rather not as it is anyway
        sooner = replace(rule, soon=soon, days=within)
        best = best_set(items, n, sooner, MOST_STEPS) if within > 1 else None
        if best and _is_clear(items, n, sooner, best):
            return sooner, best
    return None


def _is_clear(items: Sequence[ListItem], n: int, rule: Together, best: BestSet) -> bool:
    """Whether nothing is as good for little more money, also beyond the limit, and its order leaves no
    doubt."""
    order = {_in_order(items[i]) for i in best.chosen}
    if best.next_price < best.price + CLEAR or len(order) < n:
        return False
    more = best_set(items, n, replace(rule, limit_cents=rule.limit_cents + CLEAR), MOST_STEPS)
    return more is not None and more.chosen == best.chosen


def best_rows(rows: Sequence[Row], n: int, rule: Together) -> list[Row]:
    """The best list of products, by the rows that show them."""
    best = best_set(_items_of(rows, rule), n, rule)
    return [rows[i] for i in best.chosen] if best else []


def exchanged_rows(rows: Sequence[Row], n: int, rule: Together) -> list[Row]:
    """The best that simple rules come to."""
    items = _items_of(rows, rule)
    best = max(by_exchanges(items, n, rule), key=lambda chosen: _standing(items, chosen, rule))
    return [rows[i] for i in sorted(best, key=lambda i: _in_order(items[i]))]


def without_conditions(rule: Together) -> Together:
    """The same for who minds the limit and the stars alone."""
    return replace(rule, few=tuple([(name, GROUPS) for name, _ in rule.few]), soon=0)


def _items_of(rows: Sequence[Row], rule: Together) -> list[ListItem]:
    values = [[row.brand, *[row.attributes[name] for name in rule.attributes]] for row in rows]
    known = [sorted({*some}) for some in zip(*values, strict=True)]
    return [
        ListItem(
            price=row.price_cents,
            tenths=int(shown(row, "rating")),
            days=int(shown(row, "shipping_days")),
            groups=_numbered([at.index(value) for at, value in zip(known, mine, strict=True)]),
        )
        for row, mine in zip(rows, values, strict=True)
    ]
