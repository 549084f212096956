"""Questions that are chosen by a condition: "if I may still return it, what is the fee; if not, how long does
the refund take?" The condition is itself a question about the policy."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...catalog.sense import fits
from ...core.streams import Rng
from ...core.task import Detail
from ...core.values import Value, replace
from ...customer.locale.en.links import ASKED_IF, POLICY_BRANCHES, POLICY_CONDITIONS, WHY_IF
from ...policy import TOPICS, decide
from ...policy.rules import Amount, Plain, YesNo
from ...world import World
from .policy_facts import Enquiry
from .policy_inquiry import Inquiry, inquiry, most_reading_calls, reading_calls
from .policy_questions import ASKED, MOST_ASKED, goes_with

if TYPE_CHECKING:
    from ...catalog.search.index import Shelf

LINKED = 350  # per mille of questions that depend on another, for each link
MORE_ASKED = 2  # exchanges that the condition takes, at most
# days that people speak of, of which a condition takes the nearest
LIMITS = (3, 5, 7, 10, 14, 21, 30, 45, 60, 90)
_CODE = re.compile(r"(\w+) if (\w+) (above|is) (\w+) else (\w+)")


class Branches(Value, kw_only=False):
    """What somebody wants to know where a condition holds, and what where it does not."""

    so: tuple[str, ...]
    otherwise: tuple[str, ...]


# by the topic of the condition: who may send it back asks what that costs, who may not what else there is
_GOES_BACK = Branches(
    ("restocking_fee", "refund_time", "return_method", "refund_method"),
    ("compensation", "price_adjustment", "warranty_term", "exchange_window", "warranty_remedy"),
)
BRANCHES = {
    "return_allowed": _GOES_BACK,
    "return_window": _GOES_BACK,  # of somebody who cannot send it back at once
    "exchange_allowed": Branches(("exchange_window",), ("return_window", "refund_time")),
    "warranty_covers": Branches(("warranty_remedy",), ("return_method", "refund_method")),
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


def draw_condition(rng: Rng, world: World, shelf: "Shelf", enquiries: Sequence[Enquiry]) -> Condition | None:
    """One for all that may be asked about such a thing, under which each of them makes sense, that takes few
    questions and not too much reading. Where there is a choice, what is not asked is asked as often by
    others, so that what is rare does not tell."""
    topic, usual = enquiries[0].topic, ASKED[world.axes.policy_depth]
    names = rng.shuffled([t for t in BRANCHES if t != topic])
    ways = [(name, t) for name in names for t in rng.shuffled(_instead(name, topic))]
    if not fits("warranty", world.catalog.category(shelf), shelf.name):
        ways = [way for way in ways if not any(t.startswith("warranty") for t in way)]
    for name, instead in sorted(ways, key=lambda way: way[1] not in usual):
        so = topic in BRANCHES[name].so
        if all(_asked_by(world, e, Condition(topic=name, instead=instead, so=so)) for e in enquiries):
            return Condition(topic=name, instead=instead, so=so)
    return None


def _instead(name: str, topic: str) -> list[str]:
    """What is asked in place of a topic where a condition turns out otherwise, answered alike, so that the
    form of the answer does not tell which is asked."""
    so, otherwise = BRANCHES[name].so, BRANCHES[name].otherwise
    others = otherwise if topic in so else so if topic in otherwise else ()
    kind, unit = type(TOPICS[topic].answer), _unit(topic)
    return [t for t in others if type(TOPICS[t].answer) is kind and _unit(t) == unit]


def _asked_by(world: World, enquiry: Enquiry, condition: Condition) -> bool:
    """Would somebody with such a case ask both, does the condition hold as it should, and is it short?"""
    topics, reason = (condition.topic, condition.instead), str(enquiry.facts["reason"])
    return (
        all(goes_with(topic, reason) for topic in topics)
        and _relations(world, enquiry, condition) != []
        and _short(world, inquiry(world, enquiry, condition.topic))
    )


def _relations(world: World, enquiry: Enquiry, condition: Condition) -> list[str]:
    """The conditions that hold, or do not: a limit in days just below or above what the topic comes to, or
    whether it is so."""
    outcome = decide(world.policy, condition.topic, enquiry.facts).outcome
    if isinstance(TOPICS[condition.topic].answer, YesNo):
        return ["is True"] if bool(outcome) == condition.so else []
    below = [n for n in LIMITS if n < int(outcome)][-2:]
    above = [n for n in LIMITS if n >= int(outcome)][:2]
    return [f"above {n}" for n in (below if condition.so else above)]


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
    relation = rng.pick(_relations(world, enquiry, condition))
    line = rng.pick(POLICY_CONDITIONS[condition.topic]).format(n=relation.removeprefix("above "))
    why = rng.pick(WHY_IF.get(condition.topic, ("",)))
    asked = (enquiry.topic, condition.instead)
    then, otherwise = asked if condition.so else asked[::-1]
    asks = zip(POLICY_BRANCHES[then], POLICY_BRANCHES[otherwise], strict=True)
    says = [why + form.format(condition=line, then=a, otherwise=b) for a, b in asks for form in ASKED_IF]
    return replace(plain, link=f"{then} if {condition.topic} {relation} else {otherwise}", says=tuple(says))
