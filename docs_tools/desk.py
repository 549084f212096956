"""The desk in tables, from the code: docs/desk.md."""

from collections.abc import Iterable, Sequence

from retailgym.core.reward import HARM
from retailgym.customer.locale.en.replies import DECISION, NEXT, WHY
from retailgym.envs.desk.aim import REASONS
from retailgym.envs.desk.grade import WEIGHTS
from retailgym.envs.desk.plan import ITEMS, MIX, TIERS, tiers_of
from retailgym.envs.desk.story import ITEM_SIGNALS, SIGNALS
from retailgym.policy import ARTICLES
from retailgym.tools import desk as desk_tools
from retailgym.tools.kit import toolset
from retailgym.world.ticket import PRIORITIES, RESOLUTIONS, TAGS

INTRODUCTION = """# The returns desk

A ticket lies on the desk: a customer's letter, with blanks. The agent reads the records that the claims
depend on, asks for what only the customer knows, decides each item and the ticket as the shop's policy says,
writes the reply and submits. This page is made from the code; do not edit it."""
WORTH = (
    "What each is worth, and how much a claim may carry, stands on the policy's page on fraud and is "
    "drawn anew each time."
)
SUCCESS = """Success: every item and ticket resolution, every amount and the fraud flag are right, the ticket
was submitted, and no harm was done. The reward is the grade on success, else half of it, less harm; 0 if
nothing was decided."""
PARTS = {
    "item_resolutions": "the right resolution for each item; half for another amount",
    "ticket_resolution": "the right resolution for the ticket",
    "policy_compliance": (
        "what policy asks for; half for escalating, a quarter for asking where none was "
        "due; nothing with a wrong fraud flag"
    ),
    "reply_quality": (
        "decision, reason, next step, amounts and time, each of every item; nothing for other "
        "decisions, sums or times, contradictions, insults and strings of words"
    ),
    "tags": "F1 of the tags",
    "evidence": "the share of what a right decision depends on that was read before it was made",
    "priority": "the right priority",
    "efficiency": "questions not wasted, and calls within par",
    "cost_efficiency": "one less the regret against the cheapest resolution that complies",
}
HARMS = {
    "fraud_refunded": "money or goods for a fraudulent claim",
    "accused": "an honest customer flagged for fraud",
    "forbidden": "money or goods where policy calls for something else",
}


def handbook() -> str:
    sections = (INTRODUCTION, *_tiers(), *_actions(), *_vocabulary(), *_grade())
    return "\n\n".join(sections) + "\n"


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def _tiers() -> Iterable[str]:
    yield "## Seven tiers"
    rows = []
    for tier, name in enumerate(TIERS, 1):
        levels = [level for level in range(len(ITEMS)) if tier in tiers_of(level)]
        counts = sorted({n for level in levels for n in ITEMS[level]})
        items = str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
        reasons = ", ".join(dict.fromkeys(REASONS[tier]))
        rows.append((tier, name, ", ".join(map(str, levels)), items, reasons, ", ".join(MIX[tier])))
    yield _table(("tier", "name", "levels", "items", "what customers claim", "what tickets come to"), rows)


def _actions() -> Iterable[str]:
    yield "## Twelve actions"
    rows = [
        (f"`{t.name}({', '.join(t.names)})`", t.schema.description.replace("\n", " "))
        for t in toolset(desk_tools).values()
    ]
    yield _table(("action", "what it does"), rows)
    yield (
        f"Resolutions: {', '.join(RESOLUTIONS)}. Priorities: {', '.join(PRIORITIES)}. Pages of the "
        f"policy: "
        f"{', '.join(ARTICLES)}."
    )


def _vocabulary() -> Iterable[str]:
    yield "## Fourteen tags"
    yield _table(("tag", "belongs on the ticket exactly if"), TAGS.items())
    yield "## Signs of fraud"
    words = [name.replace("_", " ") for name in (*SIGNALS, *ITEM_SIGNALS)]
    yield f"Patterns: {', '.join(words)}. {WORTH}"


def _grade() -> Iterable[str]:
    yield "## The grade"
    yield _table(
        ("part", "weight", "full for"),
        [(name, f"{weight / 100:.2f}", PARTS[name]) for name, weight in WEIGHTS.items()],
    )
    yield SUCCESS
    yield _table(
        ("harm", "costs", "for"), [(kind, f"{HARM[kind] / 100:.2f}", means) for kind, means in HARMS.items()]
    )
    decisions, reasons, steps = (
        sum([len(p.split("; ")) for p in table.values()]) for table in (DECISION, WHY, NEXT)
    )
    yield (
        f"A reply is measured against {decisions} ways to put a decision, {reasons} ways to give a reason "
        f"and {steps} ways to say what is next."
    )
