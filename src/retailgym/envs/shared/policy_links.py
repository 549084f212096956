"""Questions that are chosen by a condition: "if I may still return it, what is the fee; if not, how long does
the refund take?" The condition is itself a question about the policy."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ...core.streams import Rng
from ...core.task import Detail
from ...core.values import Value, replace
from ...customer.locale.en import policy_phrases
from ...customer.locale.en.links import IF_NOT, IF_SO, POLICY_CONDITIONS
from ...policy import TOPICS, decide
from ...policy.rules import Amount, Plain, YesNo
from ...world import World
from .policy_facts import Enquiry
from .policy_inquiry import Inquiry, inquiry, most_reading_calls, reading_calls
from .policy_questions import DEPTHS, MOST_ASKED

LINKED = 350  # per mille of questions that depend on another, for each link
MORE_ASKED = 2  # exchanges that the condition takes, at most
STEPS = (1, 2, 4, 7)  # by how many days a limit lies off
_CODE = re.compile(r"(\w+) if (\w+) (above|is) (\w+) else (\w+)")


class Condition(Value):
    """The topic that decides which question is asked, and the one that is not."""

    topic: str
    instead: str


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
    """One for all that may be asked, that takes few questions and not too much reading."""
    topic = enquiries[0].topic
    kind = TOPICS[topic].answer
    alike = [
        t for t in DEPTHS if t != topic and type(TOPICS[t].answer) is type(kind) and _unit(t) == _unit(topic)
    ]
    for name in rng.shuffled([t for t in POLICY_CONDITIONS if t != topic]):
        instead = [t for t in alike if t != name]
        ways = [inquiry(world, e, name) for e in enquiries]
        if instead and all(_short(world, way) for way in ways):
            return Condition(topic=name, instead=rng.pick(instead))
    return None


def _unit(topic: str) -> str:
    kind = TOPICS[topic].answer
    return kind.unit if isinstance(kind, Amount) else ""


def _short(world: World, way: Inquiry) -> bool:
    calls = most_reading_calls(world) + more_calls(world)
    return reading_calls(world, way) <= calls and len(way.asked) <= MOST_ASKED + MORE_ASKED


def more_calls(world: World) -> int:
    """What reading up on a condition adds, at most."""
    return most_reading_calls(world) // 2


def on_condition(rng: Rng, world: World, enquiry: Enquiry, condition: Condition, plain: Detail) -> Detail:
    """The question, asked where the condition holds or where it does not."""
    outcome = decide(world.policy, condition.topic, enquiry.facts).outcome
    line = rng.pick(POLICY_CONDITIONS[condition.topic])
    if isinstance(TOPICS[condition.topic].answer, YesNo):
        met, relation = bool(outcome), "is True"
    else:
        step = rng.pick(STEPS)
        met = rng.chance(500) and int(outcome) > step
        limit = int(outcome) - step if met else int(outcome) + step
        relation, line = f"above {limit}", line.format(n=limit)
    then, otherwise = (enquiry.topic, condition.instead) if met else (condition.instead, enquiry.topic)
    asks = zip(policy_phrases.ASKS[then], policy_phrases.ASKS[otherwise], strict=False)
    says = [f"{IF_SO.format(line)} {a} {IF_NOT} {b}" for a, b in asks]
    return replace(plain, link=f"{then} if {condition.topic} {relation} else {otherwise}", says=tuple(says))
