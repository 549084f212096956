"""Which of a customer's facts may be left out: those without which the answer would be another."""

from collections.abc import Mapping, Sequence

from ...core.values import replace
from ...policy import Policy
from ...policy.claims import claim_of
from .facts import Dossier, order_facts
from .gold import Gold, ItemGold, believed_bill, cents_of, derive, is_fraud, settled
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
        told, mine = self.dossier.told[n], self.gold.items[n]
        bought = self.dossier.item(n).line.quantity
        values = range(1, bought + 1) if topic == "quantity" else OTHERS.get(topic)
        if values is None:
            return True
        others = [v for v in values if v != told[topic]][:6]
        return any(not self._comes_to(mine, n, {**told, topic: value}) for value in others)

    def matters(self, n: int, topic: str, value: str) -> bool:
        """Would this value change how item n is settled?"""
        return not self._comes_to(self.gold.items[n], n, {**self.dossier.told[n], topic: value})

    def _comes_to(self, mine: ItemGold, n: int, told: Mapping[str, str | int]) -> bool:
        """Is the answer the same if this is said of item n? Money is counted last, since it costs most."""
        said = tuple([told if k == n else t for k, t in enumerate(self.dossier.told)])
        s = settled(self.policy, replace(self.dossier, told=said).item(n), self.shared, self.bill)
        return (
            s.case["resolution"] == mine.resolution
            and is_fraud(s.case) == mine.fraud
            and s.case["priority"] == mine.priority
            and cents_of(s, claim_of(s.case, s.bill, s.portion)) == mine.cents
        )

    def receipt_matters(self) -> bool:
        other = "gone" if self.dossier.of_order["receipt"] == "kept" else "kept"
        gold = derive(self.policy, replace(self.dossier, of_order={"receipt": other}))
        return [_answer(i) for i in gold.items] != [_answer(i) for i in self.gold.items]


def _answer(item: ItemGold) -> tuple[object, ...]:
    return item.resolution, item.cents, item.fraud, item.priority
