"""Times in a message: how long something takes, by when it is there, when it was ordered."""

import re

from ..core.dates import MONTHS
from ..core.dates import date as day_of
from ..core.dates import read as read_date
from . import books
from .books import number
from .message import Sentence, Span

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_NUMBER = r"(\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|an?)"
_DAYS = re.compile(rf"\b(?!an? ){_NUMBER}(?:\s|-)(?:business |working )?(day|week)s?\b(?!\s+(?:ago|back))")
_AGO = re.compile(
    rf"\b{_NUMBER} (day|week|month)s? (?:ago|back)\b|\b(yesterday|today)\b|\blast ({'|'.join(WEEKDAYS)})\b"
)
_BY_DAY = re.compile(rf"\b(?:by|on|until|before) (?:this |next )?({'|'.join(WEEKDAYS)})\b")
_TIME = re.compile("day|week|month", re.IGNORECASE)
MONTH_NAMES = frozenset([form for m in MONTHS for form in (m.lower(), m[:3].lower())])
_NAMES = "|".join(f"{m[:3]}(?:{m[3:]})?" for m in MONTHS)
_MONTH = re.compile(rf"\b(?:{_NAMES})\b|\d{{4}}-\d\d-", re.IGNORECASE)
_DATE = re.compile(
    rf"\b\d{{1,2}}(?:st|nd|rd|th)? (?:{_NAMES})\b(?:,? \d{{4}})?|\b(?:{_NAMES}) \d{{1,2}}(?:st|nd|rd|th)?\b"
    r"(?:,? \d{4})?|\b\d{4}-\d\d-\d\d\b",
    re.IGNORECASE,
)
HALF_YEAR = 182
MIDDLE_OF_MONTH, WEEKEND = 15, 5  # as customers remember days
_NOT_ORDERED = frozenset("deliver arrive expire until deadline end today window eta scan".split())
ORDERED = frozenset("order buy place purchase".split())
DIGIT = re.compile(r"\d")


def days(sentence: Sentence) -> list[tuple[Span, int | str]]:
    """How long something takes, or the day by which it is there."""
    if not _TIME.search(sentence.text):
        return []
    text = sentence.text.lower()
    found: list[tuple[Span, int | str]] = [
        (at(sentence, m), _count(m[1]) * (7 if m[2] == "week" else 1)) for m in _DAYS.finditer(text)
    ]
    return found + [(at(sentence, m), m[1].capitalize()) for m in _BY_DAY.finditer(text)]


def dates(sentence: Sentence, today: int) -> list[tuple[Span, str, int]]:
    """Days on which something may have been ordered, with the words for them."""
    if not today or not DIGIT.search(sentence.text) or not _MONTH.search(sentence.text):
        return []
    within = today - HALF_YEAR  # what was ordered lies in the year behind
    found = [(at(sentence, m), m[0].strip(), read_date(m[0], within)) for m in _DATE.finditer(sentence.text)]
    days = [(span, words, day) for span, words, day in found if day is not None and day <= today]
    ordered = not ORDERED.isdisjoint(sentence.basics) and _NOT_ORDERED.isdisjoint(sentence.basics)
    return days if ordered or len(days) > 1 else []


def of_order(day: int, today: int) -> dict[str, str]:
    """What the day of an order says, as customers remember it."""
    half, weekend = day_of(day).day <= MIDDLE_OF_MONTH, day % 7 >= WEEKEND
    return {
        "placed": f"{today - day} days ago",
        "month": "first" if half else "second",
        "weekday": "weekend" if weekend else "weekday",
    }


def ages(sentence: Sentence) -> list[tuple[Span, str]]:
    """How long ago, as the customer's own details have it."""
    found: list[tuple[Span, str]] = []
    if not _TIME.search(sentence.text):
        return found
    for m in _AGO.finditer(sentence.text.lower()):
        dated = sentence.text[: m.start()].lower().endswith(("from ", "you got ", "got it ", "got them "))
        dated = dated or not ORDERED.isdisjoint(sentence.basics) or sentence.words[:2] == ["was", "it"]
        yours = m[3] == "yesterday" and "you" in sentence.words  # one that you put in yesterday
        if m[3] and not dated and not yours:
            continue  # "can I help you with anything else today?"
        words = m[3] or (
            f"last {m[4].capitalize()}"
            if m[4]
            else f"{_count(m[1]) * (30 if m[2] == 'month' else 1)} {m[2]}s ago".replace("months", "days")
        )
        found.append((at(sentence, m), words))
    return found


def _count(word: str) -> int:
    return 1 if word in ("a", "an") else number(word) or 0


def at(sentence: Sentence, m: re.Match[str]) -> Span:
    """About where among the words something stands in the text."""
    n = len(books.words_of(sentence.text[: m.start()]))
    return Span(n, n + max(1, len([w for w in books.words_of(m[0]) if w != "?"])))
