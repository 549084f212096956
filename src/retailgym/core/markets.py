"""Where the shop sells and in which money: a currency or a region is one row here.

Rules of a policy may name regions of their own accord; those that name none hold in a new region as well.
"""

import re

from .values import Value


class Currency(Value, kw_only=False):
    code: str
    symbol: str
    word: str  # as people say it
    rate: int  # millionths of a dollar, roughly


class Region(Value, kw_only=False):
    code: str
    name: str  # as the policy writes it, after "the order goes to"
    currency: str
    taxes: tuple[int, ...]  # percent, one of which an order carries


def spoken(code: str) -> str:
    """The word that people use for a currency; its code where nobody knows one."""
    return CURRENCIES[code].word if code in CURRENCIES else code


def symbol(code: str) -> str:
    """What stands before an amount; the code where a currency has no sign here."""
    return CURRENCIES[code].symbol if code in CURRENCIES else code


CURRENCIES = {
    c.code: c
    for c in (
        Currency("USD", "$", "dollars", 1_000_000),
        Currency("EUR", "€", "euros", 1_090_000),
        Currency("GBP", "£", "pounds", 1_270_000),
    )
}
_LETTER = r"[^\W\d_]"


def _apart(sign: str) -> str:
    """A pattern for a sign; one that begins or ends with a letter is no part of a longer word."""
    before = f"(?<!{_LETTER})" if sign[0].isalpha() else ""
    after = f"(?!{_LETTER})" if sign[-1].isalpha() else ""
    return f"{before}{re.escape(sign)}{after}"


# For patterns: any sign in any case, the longest first, and any word or code that people put after an amount.
_SIGNS = sorted([c.symbol for c in CURRENCIES.values()], key=len, reverse=True)
SIGN = f"(?i:{'|'.join([_apart(sign) for sign in _SIGNS])})"
CODE = f"(?:{'|'.join(CURRENCIES)})"
MONEY_WORD = f"(?:{'|'.join([c.word.removesuffix('s') for c in CURRENCIES.values()] + [*CURRENCIES])})s?"
REGIONS = {
    r.code: r
    for r in (
        Region("US", "the United States", "USD", (0, 4, 6, 7, 9)),
        Region("EU", "the European Union", "EUR", (19, 20, 21, 22)),
        Region("UK", "the United Kingdom", "GBP", (20,)),
    )
}
