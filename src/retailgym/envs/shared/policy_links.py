"""Questions that are chosen by a condition: "if I may still return it, what is the fee; if not, how long does
the refund take?" The condition is itself a question about the policy."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ...core.streams import Rng
from ...core.task import Detail
from ...core.values import Value, replace
from ...customer.locale.en.links import ASKED_IF, POLICY_BRANCHES, POLICY_CONDITIONS, WHY_IF
from ...policy import TOPICS, decide
from ...policy.facts import sensible
from ...policy.rules import Plain, YesNo
from ...world import World
from .policy_facts import TOLD, Enquiry
from .policy_inquiry import Inquiry, inquiry, most_reading_calls, reading_calls
from .policy_questions import MOST_ASKED, STORY, to_tell

LINKED = 220  # per mille of questions that depend on another, for each link
# what is asked on a condition: one of the two, either as often, so that the two do not tell which
PAIR = ("restocking_fee", "exchange_window")
MORE_ASKED = 2  # exchanges that the condition takes, at most
# days that people speak of, of which a condition takes the nearest
LIMITS = (3, 5, 7, 10, 14, 21, 30, 45, 60, 90)
_CODE = re.compile(r"(\w+) if (\w+) (above|is) (\w+) else (\w+)")


class Branches(Value, kw_only=False):
    """What somebody wants to know where a condition holds, and what where it does not."""

    so: str
    otherwise: str


# by the topic of the condition: who may send it back asks what that costs, who may not what else there is
BRANCHES = {
    "return_allowed": Branches("restocking_fee", "exchange_window"),
    "return_window": Branches("restocking_fee", "exchange_window"),  # of who cannot send it back at once
    "exchange_allowed": Branches("exchange_window", "restocking_fee"),
}


class Condition(Value):
    """The topic that decides which question is asked, the one that is not, and whether what is asked is what
    somebody asks where the condition holds."""

    topic: str
    instead: str
    so: bool


class ConditionalQuestion(NamedTuple):
    """As dialogue acts carry it."""

    then: str
    topic: str  # of the condition
    relation: str
    limit: str
    otherwise: str

    def chosen(self, outcome: Plain) -> str:
        """The topic that is asked about, where the condition's topic comes to that."""
        met = int(outcome) > int(self.limit) if self.relation == "above" else str(outcome) == self.limit
        return self.then if met else self.otherwise


def read_question(code: str) -> ConditionalQuestion | None:
    """A question on a condition; None where a topic is asked about as such."""
    found = _CODE.fullmatch(code)
    return ConditionalQuestion(*found.groups()) if found else None


def draw_condition(rng: Rng, world: World, enquiries: Sequence[Enquiry]) -> Condition | None:
    """One for all that may be asked about such a thing, that takes few questions and not too much reading."""
    (instead,) = [t for t in PAIR if t != enquiries[0].topic]
    for name in rng.shuffled(tuple(BRANCHES)):
        condition = Condition(topic=name, instead=instead, so=BRANCHES[name].otherwise == instead)
        if all(_asked_by(world, e, condition) for e in enquiries):
            return condition
    return None


def for_both(rng: Rng, world: World, enquiry: Enquiry) -> Enquiry:
    """The same, by somebody who tells as much of what the other question would turn on, lest that tell which
    of the two is asked."""
    (other,) = [t for t in PAIR if t != enquiry.topic]
    more = [f for f in to_tell(world.policy, other, enquiry.facts) if f in STORY and f != "hazard"]
    left = rng.chances(len(more), world.axes.p_omit if enquiry.unsaid else 0)
    more = [f for f, out in zip(more, left, strict=True) if not out and f not in enquiry.told]
    facts, ruled = dict(enquiry.facts), (enquiry.answer, enquiry.clause)
    for f in more:
        changed = facts | {f: not facts[f]} if isinstance(facts[f], bool) and rng.chance(500) else facts
        ruling = decide(world.policy, enquiry.topic, changed)
        if (ruling.outcome, ruling.decided_by) == ruled and sensible(changed):
            facts = changed
    told = tuple([f for f in TOLD if f in enquiry.told or f in more])
    return replace(enquiry, facts=facts, told=told)


def _asked_by(world: World, enquiry: Enquiry, condition: Condition) -> bool:
    """Does the condition hold as it should, and is it short?"""
    return _relations(world, enquiry, condition) != [] and _short(
        world, inquiry(world, enquiry, condition.topic)
    )


def _relations(world: World, enquiry: Enquiry, condition: Condition) -> list[str]:
    """The conditions that hold, or do not: a limit in days just below or above what the topic comes to, or
    whether it is so."""
    outcome = decide(world.policy, condition.topic, enquiry.facts).outcome
    if isinstance(TOPICS[condition.topic].answer, YesNo):
        return ["is True"] if bool(outcome) == condition.so else []
    below = [n for n in LIMITS if n < int(outcome)][-1:]
    above = [n for n in LIMITS if n >= int(outcome)][:1]
    return [f"above {n}" for n in (below if condition.so else above)]


def _short(world: World, way: Inquiry) -> bool:
    calls = most_reading_calls(world) + more_calls(world)
    return reading_calls(world, way) <= calls and len(way.asked) <= MOST_ASKED + MORE_ASKED


def more_calls(world: World) -> int:
    """What reading up on a condition adds, at most."""
    return most_reading_calls(world) // 2


def on_condition(rng: Rng, world: World, enquiry: Enquiry, condition: Condition, plain: Detail) -> Detail:
    """The question, asked where the condition holds or where it does not."""
    relation = rng.pick(_relations(world, enquiry, condition))
    line = rng.pick(POLICY_CONDITIONS[condition.topic]).format(n=relation.removeprefix("above "))
    why = rng.pick(WHY_IF.get(condition.topic, ("",)))
    asked = (enquiry.topic, condition.instead)
    then, otherwise = asked if condition.so else asked[::-1]
    asks = zip(POLICY_BRANCHES[then], POLICY_BRANCHES[otherwise], strict=True)
    says = [why + form.format(condition=line, then=a, otherwise=b) for a, b in asks for form in ASKED_IF]
    return replace(plain, link=f"{then} if {condition.topic} {relation} else {otherwise}", says=tuple(says))
