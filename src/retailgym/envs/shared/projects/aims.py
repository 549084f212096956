"""What makes one bundle better than another: how cheap it is, how much of the budget it spends; from level 13
on the most stars within the budget, with a voucher that counts from some total on, and some of the things
here soon."""

import re
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from ....catalog.schema import cues
from ....catalog.wishes import COMMON
from ....core.money import spoken
from ....core.streams import Rng
from ....core.task import Detail
from ....core.values import Value, replace
from ....customer.locale.en import links as words
from ....customer.locale.en.grammar import NUMBERS, listed
from .book import Fit
from .solver import Places, Stand, bundles

TOPIC = "aim"
MOST_BUNDLES = 3000  # that are looked through for the best
DRAWS = 4
ROOM = (10, 30)  # per cent above the cheapest that a budget leaves
Counts = Literal["stars", "spent", "least"]  # of what there is to be the most, or the least money
_ASKED: dict[Counts, tuple[str, ...]] = {
    "stars": cues(
        *COMMON["rating"].cues, "voucher", "coupon", "discount", "best rated", "best list", "better list",
        "most stars", "highest sum", "here soon",
    ),
    "spent": cues("best list", "better list", "left over", "use up", "close to the budget", "spend it all"),
    "least": cues("best list", "better list", "cheapest list", "cheapest set", "least money"),
}  # fmt: skip
_LINES: dict[Counts, tuple[str, ...]] = {
    "stars": words.MOST_STARS, "spent": words.MOST_SPENT, "least": words.LEAST_MONEY,
}  # fmt: skip
_AIM = re.compile(
    r"(stars|spent|least)(?: voucher (\d+) from (\d+))?"
    r"((?: part \d+ from \d+ of [\d,]+)*)(?: (\d+) within (\d+))?"
)
_PART = re.compile(r" part (\d+) from (\d+) of ([\d,]+)")


class PartVoucher(Value):
    """Takes something off from what some of the things come to on."""

    off_cents: int
    from_cents: int
    roles: tuple[int, ...]

    @property
    def code(self) -> str:
        return f" part {self.off_cents} from {self.from_cents} of {','.join(map(str, self.roles))}"


class Aim(Value):
    """The stars of all things added up are to be as many as can be had, as much of the budget spent, or as
    little money."""

    counts: Counts = "stars"
    off_cents: int = 0  # by a voucher
    from_cents: int = 0  # the total from which on it counts
    parts: tuple[PartVoucher, ...] = ()  # vouchers for some of the things alone
    soon: int = 0  # so many of the things are here within so many days
    days: int = 0

    @property
    def code(self) -> str:
        """As dialogue acts carry it."""
        voucher = f" voucher {self.off_cents} from {self.from_cents}" if self.off_cents else ""
        parts = "".join([part.code for part in self.parts])
        return self.counts + voucher + parts + (f" {self.soon} within {self.days}" if self.soon else "")

    @property
    def most_off(self) -> int:
        """All that vouchers could take off together."""
        return self.off_cents + sum([part.off_cents for part in self.parts])

    def off(self, prices: Sequence[int]) -> int:
        """What vouchers take off for things of such prices, role by role."""
        off = self.off_cents if sum(prices) >= self.from_cents else 0
        for part in self.parts:  # in loops, since every list that could be the best comes by
            total = 0
            for r in part.roles:
                total += prices[r]
            if total >= part.from_cents:
                off += part.off_cents
        return off

    def pays(self, prices: Sequence[int]) -> int:
        return sum(prices) - self.off(prices)

    def worth(self, prices: Iterable[int], tenths: Iterable[int]) -> int:
        """What is to be the most: tenths of a star, or cents, less than nothing where little is wanted."""
        match self.counts:
            case "stars":
                return sum(tenths)
            case "spent":
                return sum(prices)
            case "least":
                return -sum(prices)

    def in_time(self, days: Iterable[int]) -> bool:
        return sum([n <= self.days for n in days]) >= self.soon


def read_aim(code: str) -> Aim:
    """The way back."""
    found = _AIM.fullmatch(code)
    assert found is not None, code
    off, least, soon, days = (int(found[n] or 0) for n in (2, 3, 5, 6))
    parts = [
        PartVoucher(off_cents=int(cents), from_cents=int(start), roles=tuple(map(int, roles.split(","))))
        for cents, start, roles in _PART.findall(found[4])
    ]
    counts: Counts = found[1]  # type: ignore[assignment]  # `code` wrote it
    return Aim(counts=counts, off_cents=off, from_cents=least, parts=tuple(parts), soon=soon, days=days)


class Rated(Value):
    """What can be had for one role, with its stars and how soon it is here, by place."""

    stand: Stand
    tenths: Sequence[int]
    days: Sequence[int]


def best(rated: Sequence[Rated], fits: Sequence[Fit], budget: int, aim: Aim) -> tuple[int, Places] | None:
    """The most tenths of a star that can be had, and the cheapest way to them; None where nothing fits, or
    too much does to look through."""
    found: tuple[int, int, Places] | None = None
    for n, (total, places) in enumerate(bundles([r.stand for r in rated], fits, budget + aim.most_off)):
        if n == MOST_BUNDLES:
            return None
        prices = [r.stand.price[p] for r, p in zip(rated, places, strict=True)]
        if aim.pays(prices) <= budget and aim.in_time(
            [r.days[p] for r, p in zip(rated, places, strict=True)]
        ):
            tenths = tenths_of(rated, places)
            if found is None or (tenths, -total) > found[:2]:
                found = tenths, -total, places
    return (found[0], found[2]) if found else None


class DrawnAim(Value):
    aim: Aim
    budget_cents: int
    worth: int  # of the best, by the aim
    places: Places
    apart: int = 0  # in how many things it differs from what simple rules come to


class ProjectOffer(NamedTuple):
    """What can be had, how it must match, which of that holds on no condition, and the cheapest bundle."""

    rated: Sequence[Rated]
    fits: Sequence[Fit]
    plain: Sequence[Fit]
    cheapest: tuple[int, Places]

    def best(self, budget: int, aim: Aim) -> tuple[int, Places] | None:
        """The best bundle, if the cheapest is not as good, and who leaves out what holds on a condition takes
        another for the best."""
        found = best(self.rated, self.fits, budget, aim)
        if found is None or found[0] <= tenths_of(self.rated, self.cheapest[1]):
            return None
        if len(self.plain) == len(self.fits):
            return found
        loose = best(self.rated, self.plain, budget, aim)
        return found if loose is not None and loose[0] > found[0] else None


def draw_aim(rng: Rng, offer: ProjectOffer, links: int) -> DrawnAim | None:
    """An aim for which the cheapest bundle is not the best, nor, if it can be, what is the best without the
    voucher or with no regard to how soon things are here. None if there is none, or it would take long to
    find."""
    total, drawn = offer.cheapest[0], None
    for _ in range(DRAWS):
        budget = -(-total * (100 + rng.between(*ROOM)) // 10_000) * 100
        off = budget * rng.between(6, 12) // 10_000 * 100 if links > 1 else 0
        aim = Aim(off_cents=off, from_cents=budget * rng.between(97, 104) // 10_000 * 100 if off else 0)
        found = offer.best(budget, aim)
        if found is not None:
            drawn = DrawnAim(aim=aim, budget_cents=budget, worth=found[0], places=found[1])
            without = best(offer.rated, offer.fits, budget, Aim()) if off else None
            if without is None or without[0] != found[0]:
                break
    return _soon(rng, offer, drawn) if drawn is not None and links > 2 else drawn


def tenths_of(rated: Sequence[Rated], places: Places) -> int:
    return sum([r.tenths[p] for r, p in zip(rated, places, strict=True)])


def _soon(rng: Rng, offer: ProjectOffer, drawn: DrawnAim) -> DrawnAim:
    """The same with some things here soon, though not all, more than the best has, if that can be had."""
    days = sorted([r.days[p] for r, p in zip(offer.rated, drawn.places, strict=True)])
    for soon in rng.shuffled(range(2, len(days))):
        aim = replace(drawn.aim, soon=soon, days=days[soon - 1] - 1)
        found = offer.best(drawn.budget_cents, aim) if aim.days > 1 else None
        if found is not None:
            return replace(drawn, aim=aim, worth=found[0], places=found[1])
    return drawn


def aim_detail(aim: Aim, currency: str, nouns: Sequence[str]) -> Detail:
    """What the customer says of it, at once."""
    found = []
    for line in _LINES[aim.counts]:
        parts = [line]
        if aim.off_cents:
            off, least = (spoken(cents, currency) for cents in (aim.off_cents, aim.from_cents))
            parts.append(words.VOUCHER.format(off=off, least=least))
            parts += _for_some(aim, currency, nouns)
            parts.append(words.AFTER_VOUCHER)
        if aim.soon:
            parts.append(words.HERE_SOON.format(n=NUMBERS[aim.soon], days=aim.days))
        found.append(" ".join(parts))
    asked = _ASKED[aim.counts]
    return Detail(topic=TOPIC, label="aim", value=aim.code, says=tuple(found), cues=asked, role="fact")


def _for_some(aim: Aim, currency: str, nouns: Sequence[str]) -> list[str]:
    """What the customer says of vouchers for some of the things, and how they go together."""
    found = []
    for line, part in zip(words.PART_VOUCHERS, aim.parts, strict=False):
        off, least = (spoken(cents, currency) for cents in (part.off_cents, part.from_cents))
        things = listed([f"the {nouns[r]}" for r in part.roles])
        found.append(line.format(off=off, least=least, things=things))
    return [*found, words.VOUCHERS_TOGETHER] if found else []
