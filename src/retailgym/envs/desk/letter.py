"""A plain reply that makes every commitment, for a player that knows what it has decided."""

from collections.abc import Sequence

from ...core.money import printed
from ...customer.locale.en import letters as book
from .due import split_by_tender
from .gold import Gold, ItemGold


def letter(gold: Gold, nouns: Sequence[str], currency: str) -> str:
    """Item by item: decision, reason, next step, money and time."""
    lines = [_line(item, noun, currency) for item, noun in zip(gold.items, nouns, strict=True)]
    parts = split_by_tender(gold.items)
    if parts:
        lines.append(book.SPLIT.format(parts=" and ".join([printed(p, currency) for p in parts])))
    return "\n".join(["Thank you for your patience.", *lines])


def _line(item: ItemGold, noun: str, currency: str) -> str:
    amount = printed(abs(item.cents), currency)
    said = [
        (
            f"The {noun}: {book.LETTER[item.resolution].format(amount=amount)}, because "
            f"{book.BECAUSE[item.why]}."
        ),
        book.THEN[item.next],
    ]
    if item.resolution == "exchange" and item.cents:
        said.append((book.TO_PAY if item.cents > 0 else book.TO_GET).format(amount=amount))
    if item.days and item.cents:
        said.append(book.PAID.format(days=item.days))
    return " ".join(said)
