"""Stories that should come to a certain resolution, often by the narrowest margin. The policy has the last
word on what they come to."""

from collections.abc import Mapping

from ...core.streams import Rng
from ...core.values import replace
from ...policy import NETWORKS, Policy
from ...policy.decide import Outcomes
from ...policy.facts import SHOP_AT_FAULT
from ...policy.rules import Plain
from ...world.facts import MARKS
from ...world.ticket import (
    AS_ORDERED,
    COUNT_AGREES,
    DAMAGE_SEEN,
    FULL_WEIGHT,
    INTACT,
    NEVER_PACKED,
    NOT_COUNTED,
    OTHERWISE,
    TESTED,
    UNDERWEIGHT,
    CheckIn,
)
from .facts import CONTENTS, DAMAGE, FREE_WILL
from .story import WORN, Background, Charged, Goods, ItemStory, possible_reason, sensible

REASONS: dict[int, tuple[str, ...]] = {
    1: ("damaged", "damaged", "defective", "missing_parts"),
    2: ("changed_mind", "changed_mind", "wrong_item", "damaged", "defective"),
    3: ("changed_mind", "changed_mind", "late"),
    4: ("wrong_item", "wrong_item", "wrong_item", "not_as_described", "not_as_described", "missing_parts"),
    5: ("damaged", "defective", "missing_parts", "wrong_item", "not_as_described", "changed_mind",
    "changed_mind", "late", "never_arrived",
    "charged_twice"),
    6: ("damaged", "defective", "missing_parts", "wrong_item", "changed_mind", "changed_mind",
    "never_arrived", "never_arrived", "charged_twice"),
    7: ("wrong_item", "damaged", "never_arrived", "never_arrived", "not_as_described", "changed_mind"),
}  # fmt: skip
CHARGEBACK = 7  # the tier of disputes with a bank
FITTING = {
    "refund": (*DAMAGE, *FREE_WILL, "wrong_item", "not_as_described", "never_arrived", "charged_twice"),
    "store_credit": (*DAMAGE, *FREE_WILL, "wrong_item", "not_as_described", "charged_twice"),
    "partial_refund": ("missing_parts",),
    "exchange": (*DAMAGE, "changed_mind", "wrong_item"),
    "request_info": ("damaged", "missing_parts", "never_arrived"),
}  # reasons from which a resolution can come without signs of fraud
LARGE_CENTS = 60_000  # from which a dispute may be too large for the desk, unless it was answered too late
ON_FILE = 3  # pieces of evidence for each dispute
# what the carrier shows of disputed items: of those that arrived, and of others by what they should come to
_SCANS = {
    "arrived": ("signed", "delivered", "delivered"),
    "refund": ("lost", "no_scan"),
    "partial_refund": ("lost", "no_scan"),
    "escalate": ("signed", "delivered", "lost"),
    "other": ("signed", "delivered", "delivered"),
}
EVIDENCE = ("delivery_proof", "product_page", "refund_record", "order_log", "customer_messages", "invoice")


class TargetOutcome:
    """Draws stories for one ticket."""

    def __init__(self, rng: Rng, policy: Policy, tier: int, conflicts: int) -> None:
        self.rng, self.policy, self.tier = rng, policy, tier
        self.conflicts = conflicts  # per mille of items whose records and claims differ
        self.network = rng.pick(tuple(NETWORKS))
        self.fresh = rng.chance(600)  # disputes that are a few days old at most

    def story(self, target: str, bought: Goods, known: Background, shared: Mapping[str, Plain]) -> ItemStory:
        """One story; `shared` are the facts of the order and the customer."""
        if self.tier == CHARGEBACK:
            return sensible(self._dispute(target, bought, known, shared), bought)
        rng, signals = self.rng, known.signals
        reason = possible_reason(self._reason(target, signals), bought)
        units = (
            bought.quantity
            if target == "escalate"
            else bought.most
            if rng.chance(300)
            else rng.between(1, bought.most)
        )
        story = ItemStory(
            reason=reason,
            wants=self._wants(target, reason),
            condition=self._condition(reason),
            units=units,
            days=known.waiting + 1,
            marks=tuple([m for m in MARKS if m != "final_sale" and m in known.specials and rng.chance(800)]),
            sort="made_to_order" if "made_to_order" in known.specials else "ordinary",
            packaging="packaging" not in known.specials,
            hazard=reason in DAMAGE and rng.chance(80 if target == "deny" else 220),
            late=rng.between(3, 9) if reason == "late" else rng.pick((0, 0, 0, 1)),
            double=reason == "charged_twice",
            photo="fault" if reason in SHOP_AT_FAULT and rng.chance(850) else "none",
        )
        if "final_sale" in known.specials and reason not in FREE_WILL:
            story = replace(story, marks=(*story.marks, "final_sale"))
        if story.wants == "exchange" and reason in FREE_WILL:
            story = (
                replace(story, swap=self._swap(bought))
                if len(bought.product.variants) > 1
                else replace(story, wants="refund")
            )
        story = self._sent_back(story, bought, signals)
        story = self._conflict(story, bought)
        story = self._steer(target, story, known)
        story = self._timed(target, story, known, {**shared, "department": bought.department})
        return sensible(story, bought)

    def _swap(self, bought: Goods) -> dict[str, str]:
        """Another variant, by what is different about it."""
        other = self.rng.pick([v for v in bought.product.variants if v.id != bought.variant.id])
        return {name: value for name, value in other.options.items() if value != bought.variant.options[name]}

    def _reason(self, target: str, signals: frozenset[str]) -> str:
        reasons = REASONS[self.tier]
        if "proof_of_delivery" in signals:
            return "never_arrived"
        if "wardrobing" in signals or "empty_box" in signals:
            return self.rng.pick([r for r in reasons if r in FREE_WILL] or reasons)
        if target == "request_info" and signals:
            return self.rng.pick(reasons)
        return self.rng.pick([r for r in reasons if r in FITTING.get(target, reasons)] or reasons)

    def _wants(self, target: str, reason: str) -> str:
        rng = self.rng
        if reason == "charged_twice":
            return "store_credit" if target == "store_credit" else "refund"
        if target == "refund" and self.tier != 2:
            return "refund"
        if reason == "late":  # whoever has no use for a thing wants no other
            return (
                "store_credit"
                if target == "store_credit" and rng.chance(800)
                else rng.pick(("refund", "refund", "store_credit"))
            )
        if target == "exchange" or self.tier == 2:
            return "exchange" if target != "store_credit" or rng.chance(300) else "store_credit"
        if target == "store_credit":
            return "store_credit" if reason not in FREE_WILL or rng.chance(800) else "refund"
        return rng.pick(("refund", "refund", "refund", "exchange", "store_credit"))

    def _condition(self, reason: str) -> str:
        if reason in FREE_WILL:
            return self.rng.pick(("unopened", "unopened", "unopened", "opened", "opened", "used"))
        return "incomplete" if reason == "missing_parts" else "used" if reason == "defective" else "opened"

    def _sent_back(self, story: ItemStory, bought: Goods, signals: frozenset[str]) -> ItemStory:
        """Some items are on their way back or have arrived; then the warehouse has looked at them."""
        rng, reason = self.rng, story.reason
        if reason in ("never_arrived", "charged_twice"):
            return replace(story, status="delivered", condition="unopened")
        if "empty_box" in signals:
            return replace(
                story, returned=True, light=True, check_in=CheckIn(condition=story.condition, worn=False)
            )
        if "wardrobing" in signals and bought.department in WORN:
            return replace(
                story,
                returned=True,
                check_in=CheckIn(condition="used", worn=True),
                condition=rng.pick(("unopened", "opened")),
            )
        if self.tier >= 4 and rng.chance(180):
            return replace(story, returned=True, check_in=CheckIn(condition=story.condition, worn=False))
        return story

    def _conflict(self, story: ItemStory, bought: Goods) -> ItemStory:
        """What the records hold: often nothing, sometimes what the customer says, and sometimes the
        contrary."""
        rng, reason = self.rng, story.reason
        contrary = rng.chance(self.conflicts)
        if reason in DAMAGE:
            notes = (
                rng.pick((("", INTACT), (TESTED, ""), ("", "")))
                if contrary
                else rng.pick((("", ""), ("", ""), ("", DAMAGE_SEEN)))
            )
            photo = (
                "no_fault"
                if contrary and story.photo == "fault" and (notes == ("", "") or rng.chance(300))
                else story.photo
            )
            return replace(story, packing_note=notes[0], carrier_note=notes[1], photo=photo)
        if reason in CONTENTS:
            shown = rng.pick(
                (
                    (AS_ORDERED, "", NOT_COUNTED),
                    ("", FULL_WEIGHT, COUNT_AGREES),
                    (AS_ORDERED, "", COUNT_AGREES),
                    ("", "", COUNT_AGREES),
                )
            )
            fine = rng.pick(
                (
                    ("", "", NOT_COUNTED),
                    (OTHERWISE, "", NOT_COUNTED),
                    ("", "", NEVER_PACKED),
                    ("", UNDERWEIGHT, NOT_COUNTED),
                )
            )
            packing, carrier, count = shown if contrary else fine
            return replace(story, packing_note=packing, carrier_note=carrier, count=count)
        if reason in FREE_WILL and contrary and not story.returned:
            found = rng.pick([c for c in ("opened", "used", "incomplete") if c != story.condition])
            return replace(
                story,
                returned=True,
                check_in=CheckIn(condition=found, worn=bought.department in WORN and found == "used"),
            )
        return story

    def _steer(self, target: str, story: ItemStory, known: Background) -> ItemStory:
        """What bends a story towards a resolution, besides time."""
        rng, reason = self.rng, story.reason
        free = reason in FREE_WILL
        if reason == "never_arrived":
            return replace(
                story,
                status=self._status(target, known),
                photo="none",
                days=max(story.days, rng.between(2, 12)),
            )
        if reason == "charged_twice":
            return replace(story, double=target != "deny")
        if target in ("refund", "exchange", "store_credit") and free:
            story = self._returnable(story)
        if story.wants == "exchange":
            story = replace(
                story,
                in_stock=target == "exchange"
                or (target not in ("refund", "store_credit") and rng.chance(500)),
            )
        if target == "store_credit" and free and story.wants != "store_credit":
            return replace(story, marks=tuple(dict.fromkeys((*story.marks, "clearance"))))
        if target == "request_info" and not known.signals:
            return replace(story, photo="none")
        return self._bar(story) if target == "deny" and free and rng.chance(650) else story

    def _bar(self, story: ItemStory) -> ItemStory:
        """Not to be returned, however soon: most often for what the customer has done with it."""
        bar = "final_sale" if story.returned else self.rng.pick(("used", "used", "hygiene", "final_sale"))
        if bar == "used":
            return replace(story, condition="used")
        condition = self.rng.pick(("opened", "used")) if bar == "hygiene" else story.condition
        return replace(story, marks=tuple(dict.fromkeys((*story.marks, bar))), condition=condition)

    def _returnable(self, story: ItemStory) -> ItemStory:
        """In a state in which most things can be returned."""
        condition = (
            self.rng.pick(("unopened", "unopened", "opened")) if "hygiene" not in story.marks else "unopened"
        )
        found = story.check_in and (
            story.check_in if story.check_in.worn else replace(story.check_in, condition=condition)
        )
        return replace(story, condition=condition, sort="ordinary", check_in=found)

    def _status(self, target: str, known: Background) -> str:
        if "proof_of_delivery" in known.signals:
            return "signed"
        return self.rng.pick(
            {
                "refund": ("lost", "no_scan", "delivered"),
                "exchange": ("lost", "no_scan"),
                "store_credit": ("delivered", "lost"),
                "deny": ("signed", "signed", "delivered"),
                "request_info": ("in_transit",),
            }.get(target, ("lost", "no_scan", "signed", "delivered", "in_transit"))
        )

    def _timed(
        self, target: str, story: ItemStory, known: Background, shared: Mapping[str, Plain]
    ) -> ItemStory:
        """How long ago it arrived: inside or outside the window that counts, often by a day."""
        rng, reason = self.rng, story.reason
        if reason in ("never_arrived", "charged_twice"):
            return replace(story, days=min(max(story.days, known.waiting), known.age - 1))
        fault = reason in SHOP_AT_FAULT
        early = known.waiting if fault else 0  # what counts for a fault is the day of the ticket
        if target == "deny" and reason in FREE_WILL and _barred(story):
            days = rng.between(
                4 if shared["region"] == "US" else 16, 32
            )  # elsewhere too late to withdraw by law
        elif story.hazard and target != "deny" and rng.chance(600):
            days = early + rng.between(12, 60)  # of what is dangerous we want to hear even late
        elif target == "deny" or rng.chance(350):
            window = self._window(target, story, shared)
            margin = 0 if rng.chance(400) else rng.between(1, 5)
            days = early + (window + 1 + margin if target == "deny" else window - margin)
            if (
                target == "deny" and days >= known.age and not fault
            ):  # it cannot be late yet, so something else must stand in the way
                story = replace(story, marks=(*story.marks, "final_sale"))
        else:
            days = early + rng.between(1, 5 if fault else 9)
        return replace(story, days=max(known.waiting, min(days, known.age - 1)))

    def _window(self, target: str, story: ItemStory, shared: Mapping[str, Plain]) -> int:
        """Within how many days the claim must come."""
        facts = {
            **shared,
            **dict.fromkeys(story.marks, True),
            "reason": story.reason,
            "condition": story.condition,
            "hazard": story.hazard,
        }
        case = Outcomes(self.policy, facts)
        if story.reason in SHOP_AT_FAULT:
            return int(case["report_window"])
        window = int(case["return_window"])
        return min(window, int(case["exchange_window"])) if target == "exchange" else window

    def _in_time(self, deadline: int) -> int:
        return deadline - self.rng.below(4) if self.rng.chance(300) else self.rng.between(1, 12)

    def _dispute(
        self, target: str, bought: Goods, known: Background, shared: Mapping[str, Plain]
    ) -> ItemStory:
        """A chargeback: what is due to be accepted, contested or passed on."""
        rng, paying = self.rng, target in ("refund", "partial_refund")
        reason = rng.pick(REASONS[7])
        status = rng.pick(
            _SCANS["arrived" if reason != "never_arrived" else target if target in _SCANS else "other"]
        )
        units = bought.quantity if target != "partial_refund" else max(1, bought.quantity - rng.between(1, 3))
        before = "double_refund" in known.signals or (target == "escalate" and rng.chance(350))
        facts = {
            **shared,
            "dispute_cents": bought.gross_cents,
            "carrier_status": status,
            "refunded_before": before,
        }
        code, case = self._code(target, facts)
        deadline = int(case["dispute_deadline"])
        overdue = paying and (bought.gross_cents >= LARGE_CENTS or rng.chance(400))
        days = (
            deadline + rng.between(1, 5)
            if overdue
            else rng.between(1, 5)
            if self.fresh
            else self._in_time(deadline)
        )
        charged = Charged(
            reason_code=code,
            days=days,
            units=units,
            percent=rng.pick((100, 100, 100, 60, 110)),
            refunded_before=before,
            evidence=self._on_file(target, str(case["dispute_evidence"])),
        )
        count = (
            NEVER_PACKED
            if paying and not overdue and rng.chance(700)
            else COUNT_AGREES
            if rng.chance(700)
            else NOT_COUNTED
        )
        return ItemStory(
            reason=reason,
            wants="refund",
            condition="unopened" if reason == "never_arrived" else "opened",
            units=units,
            status=status,
            count=count,
            charged=charged,
            days=rng.between(days, max(days, known.age - 2)),
            photo="none",
            late=rng.pick((0, 0, 2, 5)),
            marks=("fragile",) if "fragile" in known.specials else (),
        )

    def _code(self, target: str, facts: Mapping[str, Plain]) -> tuple[str, Outcomes]:
        """A reason code, one that we would contest if that is what it should come to."""
        for code in self.rng.shuffled(NETWORKS[self.network]):
            case = Outcomes(self.policy, {**facts, "network": self.network, "reason_code": code})
            if target not in ("deny", "request_info") or case["dispute_response"] == "contest":
                break
        return code, case

    def _on_file(self, target: str, needed: str) -> tuple[str, ...]:
        """As many pieces of evidence as always, with or without the one that is needed if something hangs on
        it."""
        others = [e for e in EVIDENCE if e != needed]
        match target:
            case "deny":
                found = [needed, *self.rng.sample(others, ON_FILE - 1)]
            case "request_info":
                found = self.rng.sample(others, ON_FILE)
            case _:
                found = self.rng.sample(EVIDENCE, ON_FILE)
        return tuple(sorted(found))


def _barred(story: ItemStory) -> bool:
    """Whether it cannot be returned, however soon."""
    return (
        "final_sale" in story.marks
        or story.condition == "used"
        or ("hygiene" in story.marks and story.condition != "unopened")
    )
