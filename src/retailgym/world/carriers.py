"""How carriers work from level 13 on: on which days, and what becomes of a parcel that is missing or waits to
be fetched."""

import re
from collections.abc import Iterable, Mapping, Sequence

from ..core import dates
from ..core.streams import Rng
from ..core.values import Value

RESTS = ((6,), (5, 6), (0, 6))  # weekdays on which one or another does not work
SEARCHES, KEEPS, SHOPS = (4, 8), (4, 8), (2, 5)  # working days: looked for, kept, and at a partner shop
CLOSED = 4  # days on which one is closed everywhere
SOON, LONG_AGO = 6, 150  # days after something was noted; days that are told without the year
MISSING, WAITING = "missing, search begun", "nobody at home, waiting at the pickup point"
HANDED = "handed to a partner shop"
HELD_UP = "held up on the way, {} more working days"
_TERMS = re.compile(
    r"{carrier} counts (\w+) to (\w+) as working days, but nowhere on (.+?)(?:, and (in .+?))?\. They .+? "
    r"on its (\d+)th working day: .+? kept for (\d+) working days.+? delivered (\d+) working days later"
)


class CarrierTerms(Value):
    rest: tuple[int, ...]  # weekdays
    closed: tuple[int, ...]  # days on which nobody works
    local: Mapping[str, tuple[int, ...]]  # and those on which nobody does at a place
    search: int
    keep: int
    shop: int

    def after(self, day: int, working_days: int, place: str) -> int:
        """The day that is so many working days later at a place."""
        while working_days:
            day += 1
            shut = day % 7 in self.rest or day in self.closed or day in self.local.get(place, ())
            working_days -= not shut
        return day

    def told(self, carrier: str) -> str:
        """As the carrier tells its customers."""
        days = [n for n in range(7) if n not in self.rest]
        local = [f"in {place} not on {_listed(shut)}" for place, shut in self.local.items()]
        places = f", and {'; '.join(local)}" if local else ""
        return (
            f"{carrier} counts {dates.WEEKDAYS[days[0]]} to {dates.WEEKDAYS[days[-1]]} as working days, but "
            f"nowhere on {_listed(self.closed)}{places}. They count from the day after a scan, at its place, "
            f"though it may scan and deliver on others as well. A search ends on its {self.search}th working "
            "day: until then the parcel is delayed and expected on that day, from then on it is lost, as of "
            "that day. At a pickup point a parcel is kept for "
            f"{self.keep} working days; on the working day after these it goes back to the sender, and is "
            "returned as of that day. What is handed to a partner shop is delivered "
            f"{self.shop} working days later."
        )


def _listed(days: Iterable[int]) -> str:
    return " or ".join([dates.in_year(day) for day in days])


def read_terms(text: str, carrier: str, today: int) -> CarrierTerms:
    """The way back."""
    match = re.search(_TERMS.pattern.replace("{carrier}", re.escape(carrier)), text)
    if match is None:
        raise LookupError(f"nothing on how {carrier!r} works in {text!r}")
    first, last = (dates.WEEKDAYS.index(match[n]) for n in (1, 2))
    local = dict(re.findall(r"in ([^;]+?) not on ([^;]+)", match[4] or ""))
    return CarrierTerms(
        rest=tuple([n for n in range(7) if not first <= n <= last]),
        closed=_days(match[3], today),
        local={place: _days(shut, today) for place, shut in local.items()},
        search=int(match[5]),
        keep=int(match[6]),
        shop=int(match[7]),
    )


def _days(text: str, today: int) -> tuple[int, ...]:
    return tuple([day for part in text.split(" or ") if (day := dates.read(part, today)) is not None])


def draw_terms(rng: Rng, today: int, scanned: Sequence[tuple[str, int]], local: bool) -> CarrierTerms:
    """Of one carrier, closed on some of the days after it may have noted something, or that are to come; at
    the places where it did, on days of their own, if it is to be."""
    rest, noted = rng.pick(RESTS), [(p, day) for p, day in scanned if today - day < LONG_AGO] or [("", today)]

    def some(days: Sequence[int], most: int) -> tuple[int, ...]:
        near = sorted({day + n for day in days for n in range(1, SOON)} | {today + n for n in range(1, 4)})
        open_ = [day for day in near if day % 7 not in rest]
        return tuple(sorted(rng.sample(open_, min(most, len(open_)))))

    places = sorted({p for p, _ in noted if p}) if local else []
    return CarrierTerms(
        rest=rest,
        closed=some([day for _, day in noted], CLOSED),
        local={place: some([day for p, day in noted if p == place], 2) for place in places},
        search=rng.between(*SEARCHES),
        keep=rng.between(*KEEPS),
        shop=rng.between(*SHOPS),
    )
