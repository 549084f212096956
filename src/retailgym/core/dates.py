"""The shop's calendar: a day is a whole number, and people read it as a date with its weekday."""

import datetime
import re
from functools import lru_cache

MONDAY = datetime.date(1970, 1, 5)  # day 0, so that weekdays are right
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip
YEAR = 365
_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_FIRST = tuple(sum(_DAYS[:n]) for n in range(12))
_DATES = tuple(
    f"{day} {name}" for name, days in zip(MONTHS, _DAYS, strict=True) for day in range(1, days + 1)
)
LAST = (datetime.date.max - MONDAY).days
_FORMS = (
    re.compile(
        r"(?:(?P<weekday>[a-z]{3,9})\.?,? )?(?P<day>\d{1,2})(?:st|nd|rd|th|\.)? "
        r"(?P<month>[a-z]{3,9})\.?,?(?: (?P<year>\d{4}))?"
    ),
    re.compile(
        r"(?:(?P<weekday>[a-z]{3,9})\.?,? )?(?P<month>[a-z]{3,9})\.? "
        r"(?P<day>\d{1,2})(?:st|nd|rd|th)?,?(?: "
        r"(?P<year>\d{4}))?"
    ),
)


def date(day: int) -> datetime.date:
    return MONDAY + datetime.timedelta(day)


def day_of_year(day: int) -> int:
    """The day of the shop's year, from 1 to 365, of a day of its calendar; 29 February counts as the day
    before."""
    when = date(day)
    return _FIRST[when.month - 1] + min(when.day, _DAYS[when.month - 1])


def date_words(day: int) -> str:
    """16 November, for day 320 of the shop's year."""
    return _DATES[day - 1]


def date_number(words: str) -> int:
    """The way back."""
    return _DATES.index(words) + 1


def number(when: datetime.date) -> int:
    return (when - MONDAY).days


@lru_cache(maxsize=16_384)
def printed(day: int) -> str:
    """Mon 3 Mar 2025."""
    return f"{in_year(day)} {date(day).year}"


@lru_cache(maxsize=16_384)
def in_year(day: int) -> str:
    """Mon 3 Mar, where the year is said elsewhere."""
    when = date(day)
    return f"{WEEKDAYS[day % 7][:3]} {when.day} {MONTHS[when.month - 1][:3]}"


def spoken(day: int) -> str:
    """Monday 3 March, as people say it of a day that is near."""
    when = date(day)
    return f"{WEEKDAYS[day % 7]} {when.day} {MONTHS[when.month - 1]}"


def read(given: int | str, near: int = 0) -> int | None:
    """The day that is meant: its number, a date as it is printed or as people write it, or 2025-03-03;
    without a year, the one nearest to a day that is given. None where it is none."""
    text = " ".join(str(given).lower().split())
    if re.fullmatch(r"\d{1,7}", text):
        return int(text) if int(text) <= LAST else None
    if match := next((m for form in _FORMS if (m := form.fullmatch(text))), None):
        month, day = _place(MONTHS, match["month"]), int(match["day"])
        years = (
            [int(match["year"])]
            if match["year"]
            else [date(near).year + n for n in (-1, 0, 1)]
            if near
            else []
        )
        days = [d for year in years if (d := _day(year, month, day, match["weekday"])) is not None]
        return min(days, key=lambda d: abs(d - near), default=None)
    if match := re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", text):
        return _day(int(match[1]), int(match[2]), int(match[3]), None)
    return None


def _place(names: tuple[str, ...], word: str) -> int:
    """Which of the names a word or the beginning of one is, from 1 on; 0 for none."""
    return next((n for n, name in enumerate(names, 1) if name.lower().startswith(word)), 0)


def _day(year: int, month: int, day: int, weekday: str | None) -> int | None:
    try:
        on = number(datetime.date(year, month, day))
    except ValueError:
        return None
    return on if on >= 0 and (weekday is None or _place(WEEKDAYS, weekday) == on % 7 + 1) else None
