"""What a policy is made of: conditions on facts, effects on an answer, and rules that join them. All of it is
data."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ..core.values import Value

Plain = bool | int | str  # a fact's value, or a topic's answer
Known = Mapping[str, Any]  # facts and answers by name; `check` has seen to it that conditions fit their types
Unit = Literal["days", "cents", "points", "times", "date"]


class YesNo(Value, kw_only=False, tag="yes/no"):
    """True or false, and the sentence for each. Where that reads better, "no" is written as "unless" and the
    sentence for yes."""

    yes: str
    no: str
    unless: bool = False


class OneOf(Value, kw_only=False, tag="one of"):
    """One of a list: `says` holds a hole for the words of the option, or of several that have one name."""

    says: str
    options: dict[str, str]
    together: tuple[tuple[str, tuple[str, ...]], ...] = ()  # a name, and the options that it stands for

    def words(self, values: Sequence[str]) -> list[str]:
        """The options as they are said: by one name where they have one."""
        named = [name for name, options in self.together if options == tuple(values)]
        return named or [self.options[v] for v in values]


class Measure(Value, kw_only=False, tag="measure"):
    """A whole number of something: `says` holds a hole for a quantity such as "at least 10 days"."""

    says: str
    unit: Unit
    of: str = ""  # what is counted, where the unit is "times"
    over: str = ""  # how it is more than another topic's answer: "delivery was longer ago than {}"
    under: str = ""


class Amount(Value, kw_only=False, tag="amount"):
    """The answer of a topic that is a number: how it is set, and how nothing at all is said."""

    says: str
    unit: Unit
    none: str = ""


Kind = YesNo | OneOf | Measure
Answer = YesNo | OneOf | Amount


class Fact(Value, kw_only=False):
    """Something that a rule can depend on, and where an agent can find it."""

    name: str
    found: str
    means: str
    usual: Plain
    kind: Kind


class Topic(Value):
    """A question that the policy answers, in one section of one article."""

    name: str
    article: str
    title: str  # the heading of the section
    noun: str  # how other clauses speak of the answer: "the return window"
    asks: str  # the question in plain words
    answer: Answer
    terms: tuple[str, str, str]  # what the handbook of a shop may call it; customers do not use these words
    depths: tuple[int, ...] = ()  # on about how many rules the answers depend that customers ask for, if any


class Is(Value, kw_only=False, tag="is"):
    """The fact has one of these values."""

    fact: str
    values: tuple[str, ...]

    def holds(self, known: Known) -> bool:
        return known[self.fact] in self.values


class Yes(Value, kw_only=False, tag="holds"):
    """The fact is true. (A bare `yes` in YAML means true, so the tag is another word.)"""

    fact: str

    def holds(self, known: Known) -> bool:
        return known[self.fact] is True


class No(Value, kw_only=False, tag="does not hold"):
    fact: str

    def holds(self, known: Known) -> bool:
        return known[self.fact] is False


class AtLeast(Value, kw_only=False, tag="at least"):
    fact: str
    amount: int

    def holds(self, known: Known) -> bool:
        return bool(known[self.fact] >= self.amount)


class AtMost(Value, kw_only=False, tag="at most"):
    fact: str
    amount: int

    def holds(self, known: Known) -> bool:
        return bool(known[self.fact] <= self.amount)


class Between(Value, kw_only=False, tag="between"):
    """Both ends included."""

    fact: str
    first: int
    last: int

    def holds(self, known: Known) -> bool:
        return bool(self.first <= known[self.fact] <= self.last)


class Beyond(Value, kw_only=False, tag="beyond"):
    """The fact is more than another topic's answer."""

    fact: str
    topic: str

    def holds(self, known: Known) -> bool:
        return bool(known[self.fact] > known[self.topic])


class Within(Value, kw_only=False, tag="within"):
    """The fact is no more than another topic's answer."""

    fact: str
    topic: str

    def holds(self, known: Known) -> bool:
        return bool(known[self.fact] <= known[self.topic])


# A condition's fact may also be the name of a topic: then it concerns that topic's answer.
Condition = Is | Yes | No | AtLeast | AtMost | Between | Beyond | Within
LIMITS = frozenset((Beyond, Within))  # a fact against a topic's answer


def names_in(condition: Condition) -> tuple[str, ...]:
    """The facts and topics that a condition looks at."""
    return (
        (condition.fact, condition.topic)
        if type(condition) is Beyond or type(condition) is Within
        else (condition.fact,)
    )


class Say(Value, kw_only=False, tag="say"):
    """The answer is this, whatever the earlier clauses gave."""

    value: Plain


class Percent(Value, kw_only=False, tag="percent"):
    """The answer is so many per cent of an amount that is a fact."""

    percent: int
    of: str


class Each(Value, kw_only=False, tag="each"):
    """The answer is so much for each one that a fact counts."""

    amount: int
    of: str


class More(Value, kw_only=False, tag="more"):
    """So much is added to what the earlier clauses give."""

    amount: int


class Less(Value, kw_only=False, tag="less"):
    """So much is taken from what the earlier clauses give, never below nothing."""

    amount: int


class Cap(Value, kw_only=False, tag="cap"):
    """The answer is never more than this."""

    amount: int


class Floor(Value, kw_only=False, tag="floor"):
    """The answer is never less than this."""

    amount: int


SETTING = frozenset((Say, Percent, Each))  # these start afresh; the others work on what came before
Effect = Say | Percent | Each | More | Less | Cap | Floor


class Rule(Value, kw_only=False):
    """One clause: when all conditions hold, the effect applies, and prevails over clauses of lower rank in
    its topic."""

    id: str
    topic: str
    clause: str
    rank: int
    then: Effect
    when: tuple[Condition, ...] = ()

    @property
    def sets(self) -> bool:
        return type(self.then) in SETTING


class Ruling(Value):
    """The answer to a topic, the money that it moves, and the clauses that it rests on; one of them
    decides."""

    topic: str
    outcome: Plain
    cents: int
    because: tuple[
        str, ...
    ]  # clause ids in the order in which they apply, those of other topics before the clause that needs them
    decided_by: str  # the last clause of the topic that applies
