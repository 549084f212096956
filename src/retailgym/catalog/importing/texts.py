"""Texts of other people's files as values: prices, numbers with units, plain words without markup."""

import html
import re
import unicodedata
from functools import lru_cache

from .currencies import THREE_PLACES, currency_in
from .offer import DEAREST, Unpriced

_TAG = re.compile(r"<[^<>]{0,2000}>")
_CONTROL = re.compile(
    r"[\x00-\x08\x0e-\x1f\x7f-\x9f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]"
)  # unseen, and some turn what follows
_SPACE = re.compile(r"\s+")
_AMOUNT = re.compile(r"(?<![\d.,])-?\s?\d[\d.,\u00a0\u202f' ]*")
_NO_CENTS = re.compile(r"[.,]\s?[-–—]{1,2}(?!\d)")  # 10,-
_EITHER_WAY = re.compile(r"-?[1-9]\d{0,2}\.\d{3}")  # 1.299: with cents here, a thousand there
_PERCENT = re.compile(r"(\d) %")
_NOTHING = ("", "none", "null", "nan", "n/a", "na", "-", "—", "not available")
LONGEST = 2_000  # letters of a description that are kept
LONGEST_READ = 64_000  # and of what is read to find them
LONGEST_PRICE = 200
_HIDDEN = re.compile(r"<(script|style)\b")
_FOLDED = str.maketrans(
    {
        "ß": "ss",
        "æ": "ae",
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "Æ": "AE",
        "Ø": "O",
        "Ł": "L",
        "×": "x",
        "’": "'",
        "″": '"',
        "”": '"',
    }
)


def nothing(text: str) -> bool:
    """Does a field say that it says nothing?"""
    return text.strip().lower() in _NOTHING


def plain(text: str, longest: int = LONGEST) -> str:
    """Text without markup and with single spaces."""
    text = text[:LONGEST_READ]
    if "<" in text:
        text = _TAG.sub(" ", _shown(text))
    if "&" in text:
        text = html.unescape(text)
    if not text.isprintable():
        text = _CONTROL.sub("", text)
    return _SPACE.sub(" ", text).strip()[:longest].rstrip()


def _shown(text: str) -> str:
    """Without scripts and styles; one that is never closed hides what follows it."""
    small, parts, at = text.lower(), list[str](), 0
    if len(small) != len(text):  # a letter that is two in lower case; places would not agree
        small = text
    while (begun := _HIDDEN.search(small, at)) is not None:
        parts.append(text[at : begun.start()])
        ended = small.find(f"</{begun[1]}", begun.end())
        at = small.find(">", ended) + 1 if ended >= 0 else 0
        if not at:
            return " ".join(parts)
    return " ".join((*parts, text[at:]))


@lru_cache(maxsize=65_536)
def folded(text: str) -> str:
    """The nearest plain letters: Größe is Grosse."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFKD", text.translate(_FOLDED)).encode("ascii", "ignore").decode()


_SIGNS = str.maketrans({"×": "x", "’": "'", "″": '"', "”": '"', "“": '"'})


@lru_cache(maxsize=65_536)
def written(text: str) -> str:
    """As the shop writes it, umlauts and accents included, each letter as one sign; a percent sign stands by
    its number, and what is shouted is said. Nothing of what no reader of Latin letters could say."""
    if not text.isascii():
        plain_letters = folded(text)
        text = unicodedata.normalize("NFC", text.translate(_SIGNS))
        if sum(map(str.isalnum, plain_letters)) * 2 < sum(map(str.isalnum, text)):
            return plain_letters
    text = _PERCENT.sub(r"\1%", text)
    return text.lower() if text.isupper() and len(text) > 4 and " " not in text and text.isalpha() else text


def price(text: str) -> tuple[int, str]:
    """Cents and currency of "$1,299.00", "12,50 EUR", "1.299,00 €" or "8.5"; raises Unpriced."""
    if nothing(text):
        raise Unpriced("no price", "")
    if len(text) > LONGEST_PRICE:
        raise Unpriced("price not readable", text[:40])
    cleaned = _NO_CENTS.sub("", text)
    amounts = _AMOUNT.findall(cleaned)
    cents = _cents(amounts[0]) if len(amounts) == 1 else None  # a range of prices is no price
    if cents is None:
        raise Unpriced("price not readable", text[:40])
    if cents <= 0 or "-" in cleaned:
        raise Unpriced("price not above zero", text[:40])
    if cents > DEAREST:
        raise Unpriced("price too high", text[:40])
    currency = currency_in(_AMOUNT.sub(" ", cleaned))
    if _EITHER_WAY.fullmatch(amounts[0].strip()) and currency not in THREE_PLACES:
        raise Unpriced("price not readable", f"{text[:40]} can be read in two ways")
    return cents, currency


def _cents(text: str) -> int | None:
    """Whichever of point and comma comes last, with one or two digits after it, parts the cents."""
    text = re.sub(r"[\s\u00a0\u202f']", "", text).rstrip(".,")
    last = max(text.rfind("."), text.rfind(","))
    whole, rest = (text[:last], text[last + 1 :]) if last >= 0 else (text, "")
    if (len(rest) == 3 and text[last] == ",") or (len(rest) == 3 and text.count(text[last]) > 1):
        whole, rest = whole + rest, ""
    digits = whole.replace(".", "").replace(",", "").lstrip("-") or "0"
    if not digits.isdecimal() or (rest and not rest.isdecimal()):
        return None
    exact = int(digits) * 100 + int((rest + "00")[:2])
    if rest[2:3] >= "5":
        exact += 1
    return -exact if text.startswith("-") else exact


def whole(text: str) -> int | None:
    """A whole number of pieces or days; None where there is none."""
    text = text.strip().replace(",", "")
    try:
        return int(float(text)) if text else None
    except (ValueError, OverflowError):
        return None


def tenths(text: str) -> int:
    """Stars from 0 to 5 in tenths; 0 where there are none."""
    try:
        stars = float(text.strip().replace(",", "."))
    except ValueError:
        return 0
    return round(stars * 10) if 0 <= stars <= 5 else 0
