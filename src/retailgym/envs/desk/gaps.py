"""Which of a customer's facts may be left out: those without which the answer would be another."""

from collections.abc import Mapping, Sequence

from ...core.values import replace
from ...policy import Policy
from .facts import Dossier, order_facts
from .gold import Gold, ItemGold, believed_bill, derive, item_gold, settled
from .tellings import REASONS, WANTS

OTHERS: Mapping[str, Sequence[str]] = {
    "reason": REASONS[7],
    "wants": WANTS,
    "condition": ("unopened", "opened", "used", "incomplete"),
    "packaging": ("kept", "gone"),
    "photo": ("fault", "no_fault", "none"),
    "hazard": ("harmless", "dangerous"),
}


class Gaps:
    """Tries other values of a ticket's facts."""

    def __init__(self, policy: Policy, dossier: Dossier, gold: Gold) -> None:
        self.policy, self.dossier, self.gold = policy, dossier, gold
        self.shared, self.bill = order_facts(dossier), believed_bill(policy, dossier)

    def request(self, n: int, topic: str) -> bool:
        """Would another value change how item n is settled? Options of what is wanted instead always do."""
        told, mine = self.dossier.told[n], _answer(self.gold.items[n])
        bought = self.dossier.item(n).line.quantity
        values = range(1, bought + 1) if topic == "quantity" else OTHERS.get(topic)
        if values is None:
            return True
        others = [v for v in values if v != told[topic]][:6]
        return any(self._item(n, {**told, topic: value}) != mine for value in others)

    def _item(self, n: int, told: Mapping[str, str | int]) -> tuple[object, ...]:
        said = tuple([told if k == n else t for k, t in enumerate(self.dossier.told)])
        item = replace(self.dossier, told=said).item(n)
        return _answer(item_gold(self.policy, settled(self.policy, item, self.shared, self.bill)))

    def receipt_matters(self) -> bool:
        other = "gone" if self.dossier.of_order["receipt"] == "kept" else "kept"
        gold = derive(self.policy, replace(self.dossier, of_order={"receipt": other}))
        return [_answer(i) for i in gold.items] != [_answer(i) for i in self.gold.items]


def _answer(item: ItemGold) -> tuple[object, ...]:
    return item.resolution, item.cents, item.fraud, item.priority
