"""What may be spent on a run, in money or tokens, and what has been."""

import re

from .wire import Count


class Spending:
    """Shared by all episodes of a run. Without limits it is never empty."""

    def __init__(self, usd: float | None = None, tokens: int | None = None) -> None:
        self.usd, self.tokens = usd, tokens
        self.spent_usd, self.spent_tokens = 0.0, 0

    def pay(self, count: Count | None, usd: float | None) -> None:
        self.spent_tokens += count.tokens_in + count.tokens_out if count is not None else 0
        self.spent_usd += usd or 0.0

    def empty(self, promised_usd: float = 0.0, promised_tokens: float = 0.0) -> bool:
        """Is nothing left, once what is promised to running episodes has been spent as well?"""
        return (self.usd is not None and self.spent_usd + promised_usd >= self.usd) or (
            self.tokens is not None and self.spent_tokens + promised_tokens >= self.tokens
        )


_AMOUNT = re.compile(
    r"(?P<dollars>\$)?(?P<number>\d+(?:\.\d+)?)(?P<unit>k|m|usd|tokens|ktokens|mtokens)?", re.IGNORECASE
)
_TOKENS = {"k": 1_000, "m": 1_000_000, "tokens": 1, "ktokens": 1_000, "mtokens": 1_000_000}


def purse_from(text: str) -> Spending:
    """ "5" and "$5" are dollars; "2M", "500k" and "20000tokens" are tokens; nothing is no limit."""
    if not text:
        return Spending()
    match = _AMOUNT.fullmatch(text.strip().replace(",", "").replace(" ", ""))
    unit = (match["unit"] or "usd").lower() if match else ""
    if match is None or float(match["number"]) <= 0 or (match["dollars"] and unit != "usd"):
        raise ValueError(
            f"a budget is money such as 5 or $2.50, or tokens such as 500k, 2M or 20000tokens, not {text!r}"
        )
    return (
        Spending(usd=float(match["number"]))
        if unit == "usd"
        else Spending(tokens=int(float(match["number"]) * _TOKENS[unit]))
    )
