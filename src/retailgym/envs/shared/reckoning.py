"""What a product comes to for somebody who weighs its price against waiting, stars and what it is like: so
much is added or taken off for each, and the least comes first."""

from bisect import bisect
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from ...catalog.schema import Category
from ...catalog.sense import refusable, weighed
from ...catalog.shelf_sets import ShelfSets, set_of
from ...catalog.wishes import Wish
from ...catalog.wishes import phrases as in_words
from ...core import money
from ...core.env import Player
from ...core.streams import Rng
from ...core.values import replace
from ...customer.acts import Told
from ...customer.locale.en import links as words
from ...customer.locale.en.grammar import NUMBERS, listed
from ...customer.noise import capital
from ...tools.catalog import Row
from .expert_moves import has, shown
from .links import hearing_otherwise

SUM = "sum "  # begins the value of a preference that is a reckoning
COUNTED = ("shipping_days", "rating")  # for each day, and for each tenth of a star
DEAREST = 8  # what share of a usual price a day or a tenth of a star is worth at most
BEYOND_FROM = 3  # links of an episode in which days and stars count from some number on
AT_ONCE = 2  # terms that one sentence holds
LARGEST = 2  # amounts that somebody minds who does not mind all
AMOUNTS = (10, 20, 30, 40, 50, 80, 100, 150, 200, 250, 300, 400, 500, 600, 800, 1000, 1200, 1500, 2000, 2500,
           3000, 4000, 5000, 6000, 8000, 10_000, 12_000, 15_000, 20_000, 25_000, 30_000)  # fmt: skip


class PriceTerm(NamedTuple):
    """So many cents are added, or taken off where it is less than nothing: for what has a value, or for each
    day or tenth of a star, where a value is given for each beyond that."""

    topic: str
    value: str
    cents: int

    @property
    def counted(self) -> bool:
        return self.topic in COUNTED


def encoded(terms: Sequence[PriceTerm]) -> str:
    return SUM + "; ".join([f"{t.topic}={t.value} {t.cents:+d}" for t in terms])


@lru_cache(maxsize=4096)
def terms_of(order: str) -> tuple[PriceTerm, ...]:
    """The terms of a preference; none where it is no reckoning."""
    found = []
    for part in order.removeprefix(SUM).split("; ") if order.startswith(SUM) else ():
        what, _, cents = part.rpartition(" ")
        topic, _, value = what.partition("=")
        found.append(PriceTerm(topic, value, int(cents)))
    return tuple(found)


def added(rack: ShelfSets, terms: Sequence[PriceTerm], among: Sequence[int]) -> list[list[int]]:
    """What each term adds to the price of the product at each place."""
    return [_added(rack, t, among) for t in terms]


def _added(rack: ShelfSets, t: PriceTerm, among: Sequence[int]) -> list[int]:
    if t.counted:
        row, least = rack.row(t.topic), int(t.value or 0)
        return [t.cents * max(0, row[p] - least) for p in among]
    having = rack.sets(t.topic).get(t.value, 0)
    return [t.cents * (having >> p & 1) for p in among]


def come_to(rack: ShelfSets, terms: Sequence[PriceTerm], among: Sequence[int]) -> list[int]:
    """What the product at each place comes to."""
    prices = rack.row("price")
    return [sum(cents) for cents in zip([prices[p] for p in among], *added(rack, terms, among), strict=True)]


def row_cents(row: Row, terms: Sequence[PriceTerm]) -> int:
    """What a product comes to, by the row that shows it."""
    cents = row.price_cents
    for t in terms:
        asked = Told(thing=0, topic=t.topic, value=t.value, role="wish")
        cents += t.cents * (
            max(0, int(shown(row, t.topic)) - int(t.value or 0)) if t.counted else int(has(row, asked))
        )
    return cents


def goes_by(order: str) -> list[str]:
    """The attributes that one has to see to rank by a preference."""
    terms = terms_of(order)
    return [t.topic for t in terms if not t.counted] if terms else [order.partition(" ")[0]]


def in_order(rows: Sequence[Row], order: str) -> list[Row]:
    """Best first; the cheaper where two are level."""
    found, (name, _, way) = sorted(rows, key=lambda r: r.price_cents), order.partition(" ")
    if terms := terms_of(order):
        return sorted(found, key=lambda r: row_cents(r, terms))
    return sorted(found, key=lambda r: shown(r, name), reverse=way == "down")


def without_terms(player: Player) -> Player:
    """The same player, who goes by the price alone where it is weighed against other things."""

    def plain(told: Told) -> Told:
        return replace(told, value="price up") if terms_of(str(told.value)) else told

    return hearing_otherwise(player, plain)


def from_the_first(terms: Sequence[PriceTerm]) -> tuple[PriceTerm, ...]:
    """The same terms for who counts every day and every tenth of a star."""
    return tuple([t._replace(value="") if t.counted else t for t in terms])


def largest(terms: Sequence[PriceTerm]) -> tuple[PriceTerm, ...]:
    """The terms for who minds the largest amounts alone."""
    return tuple(sorted(terms, key=lambda t: -abs(t.cents))[:LARGEST])


def minding_the_largest(player: Player) -> Player:
    """The same player, for whom the largest amounts alone count."""

    def heard(told: Told) -> Told:
        terms = terms_of(str(told.value))
        return replace(told, value=encoded(largest(terms))) if terms else told

    return hearing_otherwise(player, heard)


def counting_every_day(player: Player) -> Player:
    """The same player, for whom days and stars count from the first on."""

    def counted(told: Told) -> Told:
        terms = terms_of(str(told.value))
        return replace(told, value=encoded(from_the_first(terms))) if terms else told

    return hearing_otherwise(player, counted)


def drawn_terms(
    rng: Rng, rack: ShelfSets, likes: Sequence[tuple[str, str]], fitting: Sequence[int], links: int
) -> tuple[PriceTerm, ...]:
    """Terms of which each can change the order of what fits: the wait, from two links on the stars, with
    three links both from some number on, and as many things as there are links that the customer likes or
    would rather do without."""
    prices = [rack.row("price")[p] for p in fitting]
    spread, found = max(prices) - min(prices), list[PriceTerm]()
    most = sorted(prices)[len(prices) // 2] // DEAREST
    for topic, sign in zip(COUNTED[: 1 + (links > 1)], (1, -1), strict=False):
        row = sorted([rack.row(topic)[p] for p in fitting])
        least = max(2, row[rng.between(1, max(1, len(row) // 2)) % len(row)]) if links >= BEYOND_FROM else 0
        apart = row[-1] - max(row[0], least)
        if apart and rack.varies(topic):
            cents = _round(min(most, spread * rng.between(40, 120) // (100 * apart)))
            found.append(PriceTerm(topic, str(least or ""), sign * cents))
    each = dict(rng.shuffled(likes))
    for name, value in list(each.items())[:links]:
        cents = _round(spread * rng.between(15, 50) // 100)
        disliked = rng.chance(400) and refusable(name, value)
        found.append(PriceTerm(name, value, cents if disliked else -cents))
    return tuple(found) if spread else ()


def likes(rack: ShelfSets, wishes: Sequence[Wish], fitting: Sequence[int]) -> list[tuple[str, str]]:
    """What some of the products have and others have not, of attributes that are still open."""
    taken, among, found = {w.attribute for w in wishes}, set_of(fitting), []
    for name in [n for n in (*rack.names["paged"], *rack.names["word"]) if weighed(n)]:
        for value, places in rack.sets(name).items() if name not in taken else ():
            some = bool(places & among) and bool(among & ~places)
            if some and isinstance(value, str) and "; " not in value and not rack.never_wanted(name, value):
                found.append((name, value))
    return found


def _round(cents: int) -> int:
    """An amount that somebody may name, about as large."""
    n = bisect(AMOUNTS, cents)
    return min(AMOUNTS[max(0, n - 1) : n + 1], key=lambda amount: abs(amount - cents))


def said(category: Category, terms: Sequence[PriceTerm], currency: str) -> tuple[str, ...]:
    """Ways to say it."""
    found = []
    for n, line in enumerate(words.RECKONING):
        parts = [_said(category, t, money.spoken(abs(t.cents), currency), n) for t in terms]
        pays = [p.startswith(words.PAYS) for p in parts]
        twice = [False, *[before and now for before, now in pairwise(pays)]]
        twice[AT_ONCE:] = [False, *twice[AT_ONCE + 1 :]] if parts[AT_ONCE:] else []
        parts = [p.removeprefix(words.PAYS) if again else p for p, again in zip(parts, twice, strict=True)]
        first, rest = parts[:AT_ONCE], parts[AT_ONCE:]
        more = words.RECKONED_TOO.format(terms=listed([capital(rest[0]), *rest[1:]])) if rest else ""
        found.append(line.format(terms=listed(first), more=more))
    return tuple(found)


def _said(category: Category, term: PriceTerm, amount: str, n: int) -> str:
    if term.counted and term.value:
        number = int(term.value)
        said = NUMBERS[number] if term.topic == "shipping_days" else f"{number // 10}.{number % 10}"
        return words.RECKONED_BEYOND[term.topic].format(amount=amount, number=said)
    line = words.RECKONED[term.topic if term.counted else "dislike" if term.cents > 0 else "like"]
    if term.counted:
        return line.format(amount=amount)
    says = in_words(category, Wish(attribute=term.topic, value=term.value))
    return line.format(amount=amount, says=says[n % len(says)])
