"""A plain reply that makes every commitment, for a player that knows what it has decided."""

from ...core.money import printed
from .gold import Gold, ItemGold
from .replies import DECISION, NEXT, WHY
from .reply import split_by_tender


def letter(gold: Gold, currency: str) -> str:
    """Decision, reason and next step for each resolution, then the money."""
    sentences = ["Thank you for your patience."]
    for resolution in dict.fromkeys([i.resolution for i in gold.items]):
        mine = [i for i in gold.items if i.resolution == resolution]
        sentences += [DECISION[resolution][0], *[WHY[w][0] for w in dict.fromkeys([i.why for i in mine])]]
        sentences += [NEXT[k][0] for k in dict.fromkeys([i.next for i in mine])]
        sentences += _amounts(resolution, mine, currency)
    parts = split_by_tender(gold.items)
    if parts:
        sentences.append(
            "Of that " + " and ".join([printed(p, currency) for p in parts]) + " go to the payments you used"
        )
    days = [i.days for i in gold.items if i.days and i.cents]
    if days:
        sentences.append(f"The money is paid within {max(days)} days")
    return " ".join([_closed(s) for s in sentences])


def _amounts(resolution: str, items: list[ItemGold], currency: str) -> list[str]:
    """What each item comes to."""
    if resolution != "exchange":
        return [f"It comes to {printed(i.cents, currency)}" for i in items if i.cents]
    owed = [
        f"There is a difference of {printed(i.cents, currency)} for you to pay" for i in items if i.cents > 0
    ]
    return owed + [
        f"There is a difference of {printed(-i.cents, currency)} in your favour" for i in items if i.cents < 0
    ]


def _closed(sentence: str) -> str:
    return f"{sentence[0].upper()}{sentence[1:].removesuffix('.')}."
