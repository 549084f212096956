"""Currencies as prices state them: by code, by sign or in a word."""

import re
from functools import lru_cache

from .offer import PLAIN, Unpriced

CODES = frozenset(
    """AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD
    CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF
    GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR
    LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN
    PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SYP SZL THB TJS
    TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWL""".split()
)
THREE_PLACES = frozenset(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"))  # of which a thousandth is a coin
_SIGNS = {
    "$": "USD", "us$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "￥": "JPY", "円": "JPY", "cn¥": "CNY",
    "元": "CNY", "₹": "INR", "₽": "RUB",
    "₩": "KRW", "₺": "TRY", "₪": "ILS", "฿": "THB", "₫": "VND", "₴": "UAH", "₦": "NGN", "₱": "PHP",
    "₸": "KZT", "zł": "PLN", "kč": "CZK", "ft": "HUF",
    "r$": "BRL", "a$": "AUD", "au$": "AUD", "c$": "CAD", "ca$": "CAD", "hk$": "HKD", "nz$": "NZD",
    "s$": "SGD", "nt$": "TWD", "mx$": "MXN",
    "euro": "EUR", "euros": "EUR", "dollar": "USD", "dollars": "USD", "pound": "GBP", "pounds": "GBP",
    "yen": "JPY", "fr": "CHF", "sfr": "CHF",
    "eur": "EUR", "usd": "USD", "gbp": "GBP", "chf": "CHF", "jpy": "JPY", "cad": "CAD", "aud": "AUD",
    "sek": "SEK", "nok": "NOK", "dkk": "DKK",
    "pln": "PLN", "czk": "CZK", "brl": "BRL", "inr": "INR", "cny": "CNY",
}  # fmt: skip
_MARK = re.compile(r"[^\s\d.,:;'’()+*/-]+")


@lru_cache(maxsize=4096)
def currency_in(text: str) -> str:
    """The currency that is stated beside an amount; none if it is not. Raises Unpriced for anything that is
    no currency."""
    marks: list[str] = _MARK.findall(text)
    codes = {mark for mark in marks if mark in CODES}
    signs = {_SIGNS.get(mark.lower(), "?") for mark in marks if mark not in CODES}
    stated = codes if codes and signs <= codes | {"USD"} else codes | signs  # many countries have a $
    if not stated:
        return PLAIN
    if len(stated) > 1 or "?" in stated:
        raise Unpriced(
            "price not readable" if any(c.isalpha() for c in text) else "currency not known",
            " ".join(text.split())[:40],
        )
    return stated.pop()


def named(text: str) -> str:
    """The currency that a field of its own names; raises Unpriced where there is none of that name."""
    code = text.strip().upper()
    if code in CODES:
        return code
    try:
        return currency_in(text.strip())
    except Unpriced:
        raise Unpriced("currency not known", text[:40]) from None
