"""What a customer says of something that goes back: why, in what state, how many, and what for."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from ...catalog.schema import cues
from ...core.task import Detail
from ...core.values import replace
from ...customer.locale.en import returning
from ...tools.returns import Condition, Reason, ReturnCase, Statement
from .order_clues import NUMBERS
from .shelves import Disclosure

CASE_CUES = {
    "reason": cues(
        "why",
        "reason",
        "what is wrong",
        "what was wrong",
        "what's wrong",
        "wrong with",
        "the matter",
        "problem",
        "what happened",
        "issue",
    ),
    "condition": cues(
        "condition", "opened", "unopened", "used", "unused", "state", "tried", "sealed", "what shape"
    ),
    "box": cues("box", "original packaging", "packaging", "original box", "wrapping", "came in"),
    "receipt": cues("receipt", "proof of purchase", "invoice"),
    "hazard": cues("hurt", "dangerous", "danger", "is it safe", "safe to use", "hazard", "injury"),
    "count": cues(
        "how many", "how many of them", "quantity", "all of them", "just one", "how many are going back"
    ),
    "wants": cues("refund or", "money back", "exchange or", "refund", "replacement", "swap"),
    "model": cues("same model", "which model", "another model", "same one"),
}
CASE_SAYS: dict[str, Mapping[str, tuple[str, ...]]] = {
    "reason": returning.REASON, "condition": returning.CONDITION, "box": returning.BOX,
    "receipt": returning.RECEIPT, "hazard": returning.HAZARD,
    "wants": returning.WANTS, "model": returning.MODEL,
}  # fmt: skip


@lru_cache(maxsize=256)
def case_detail(topic: str, value: str | int, disclosure: Disclosure) -> Detail:
    """Something about what goes back: why, in what state, how many."""
    if isinstance(value, int):
        several = returning.GOING_BACK if disclosure == "stated" else returning.LEFT_OUT
        lines = returning.ONE_GOING_BACK if value == 1 else several
        says, others = tuple(s.format(n=NUMBERS[value]) for s in lines), tuple[str, ...]()
    else:
        says, others = CASE_SAYS[topic][value], tuple(v.replace("_", " ") for v in CASE_SAYS[topic])
    label = returning.TELLABLE.get(topic, topic)
    return Detail(
        topic=topic,
        label=label,
        value=value,
        says=says,
        cues=CASE_CUES[topic],
        others=others,
        role="fact",
        disclosure=disclosure,
    )


FAULTS: tuple[Reason, ...] = ("damaged", "defective", "wrong_item", "not_as_described", "missing_parts")
Said = str | bool
FIELDS = {"reason": "reason", "condition": "condition", "box": "packaging", "receipt": "receipt",
    "hazard": "dangerous"}  # fmt: skip
FORM = ("reason", "condition", "count", "box", "receipt", "hazard")  # what a return is asked for


# in what state something is that was sent wrong, and which faults somebody has who wants the same model again
STATES: Mapping[Reason, tuple[Condition, ...]] = {
    "changed_mind": ("unopened", "opened", "used", "incomplete"),
    "damaged": ("opened",),
    "defective": ("used", "opened"),
    "wrong_item": ("opened",),
    "not_as_described": ("opened", "used"),
    "missing_parts": ("opened",),
}
AGAIN: tuple[Reason, ...] = ("damaged", "defective", "missing_parts")
HURTFUL: tuple[Reason, ...] = ("damaged", "defective")


def plausible(facts: Collection[str], fits: Collection[str]) -> list[Statement]:
    """All that might have happened to a thing that has parts, can be dangerous, is to be swapped, is to be
    had again, or goes back with others, or not; only facts in play are out of the ordinary."""
    reasons: list[Reason] = [] if "beside" in fits else list(AGAIN if "again" in fits else FAULTS)
    absent = {*(["missing_parts"] if "parts" not in fits else [])}
    absent |= {*(["defective"] if "perishable" in fits else [])}
    whole = "parts" not in fits or "swap" in fits  # nobody swaps what has gone missing in part
    never = {*(["incomplete"] if whole else []), *(["used"] if "perishable" in fits else [])}
    found = []
    for reason in ["changed_mind", *[r for r in reasons if r not in absent]]:
        hurts = "hazard" in facts and "hazard" in fits and "again" not in fits and reason in HURTFUL
        for condition in [c for c in STATES[reason] if c not in never]:
            found += [
                Statement(
                    reason=reason, condition=condition, packaging=box, receipt=receipt, dangerous=danger
                )
                for box in _either("box" in facts and condition != "unopened")
                for receipt in _either("receipt" in facts)
                for danger in (False, True)[: 1 + hurts]
            ]
    return found


def _either(in_play: bool) -> tuple[bool, ...]:
    return (True, False)[: 1 + in_play]


def value_of(said: Statement, fact: str) -> Said:
    """What is said of a fact; how many go back stands elsewhere."""
    return getattr(said, FIELDS[fact]) if fact in FIELDS else ""


def in_pairs(detail: Detail) -> Detail:
    """How many go back of what is sold in pairs."""
    n = int(detail.value)
    several = returning.PAIRS_GOING_BACK if detail.disclosure == "stated" else returning.PAIRS_LEFT_OUT
    lines = returning.ONE_PAIR_GOING_BACK if n == 1 else several
    says = tuple([line.format(n=NUMBERS[n]) for line in lines])
    return replace(detail, says=says)


def worn(detail: Detail) -> Detail:
    """In what state clothes are."""
    return replace(detail, says=returning.WORN.get(str(detail.value), detail.says))


def of_another(details: Sequence[Detail]) -> list[Detail]:
    """In what state something is, said of what came by who says that it is something else than they
    ordered; whoever leaves that unsaid does not give it away."""
    wrong = any((d.topic, d.value, d.disclosure) == ("reason", "wrong_item", "stated") for d in details)
    return [
        replace(d, says=returning.OF_ANOTHER.get(str(d.value), d.says))
        if wrong and d.topic == "condition"
        else d
        for d in details
    ]


def case_details(case: ReturnCase, swap: bool, disclosures: Mapping[str, Disclosure]) -> list[Detail]:
    """What is said of the case, and what is told when asked for: facts in play as given, others at any
    time."""
    said, values = case.statement, dict[str, str | int]()
    values |= {"reason": said.reason, "condition": said.condition, "count": case.quantity}
    values |= {"box": "kept" if said.packaging else "gone", "receipt": "kept" if said.receipt else "gone"}
    values |= {"hazard": "dangerous" if said.dangerous else "harmless"}
    wants = case_detail("wants", "exchange" if swap else "refund", "stated")
    found = [case_detail(f, v, disclosures.get(f, "omitted")) for f, v in values.items()]
    if swap and said.reason == "changed_mind":  # who wants another one has not lost interest
        found = [replace(d, says=returning.RATHER_ANOTHER) if d.topic == "reason" else d for d in found]
    return [wants, *found]


def stated(told: dict[str, str | int]) -> dict[str, object]:
    """The customer's words as the form has them."""
    side = {
        "packaging": told["box"] == "kept",
        "receipt": told["receipt"] == "kept",
        "dangerous": told["hazard"] == "dangerous",
    }
    return {"reason": told["reason"], "condition": told["condition"], **side}
