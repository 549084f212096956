"""What is wrong with a policy: rules that do not fit their facts, rules that can never decide, gaps, and
contradictions.

Facts fall into cells between the thresholds that the rules of a topic name. A rule is then a box: for each
fact the cells that it allows, as bits of a whole number. Taking boxes away from a box answers every question
exactly: what is left of a rule below those that prevail over it, and what is left of everything when all
rules are taken away. Comparisons with another topic's answer count as facts of their own."""

from collections.abc import Iterator, Sequence

from ..core.dates import YEAR
from ..core.errors import did_you_mean
from ..core.values import Value
from .book import TOPICS
from .facts import FACTS
from .policy import Policy
from .rules import (
    Amount,
    Answer,
    AtLeast,
    AtMost,
    Between,
    Beyond,
    Cap,
    Condition,
    Each,
    Effect,
    Floor,
    Is,
    Kind,
    Less,
    Measure,
    More,
    No,
    OneOf,
    Percent,
    Plain,
    Rule,
    Say,
    Within,
    Yes,
    YesNo,
)

Box = dict[str, int]  # fact -> allowed cells; a fact that is not named may be anything


class PolicyFault(Value):
    """One thing that is wrong, with the rule and, where the policy was read from a file, the line."""

    rule: str
    words: str
    line: int = 0

    def __str__(self) -> str:
        return f"line {self.line}: {self.rule}: {self.words}" if self.line else f"{self.rule}: {self.words}"


def check(policy: Policy) -> tuple[PolicyFault, ...]:
    """Everything that is wrong with a policy; nothing for a sound one."""
    misfits = tuple(fault for rule in policy.all_rules() for fault in _misfits(rule))
    if misfits:  # boxes make sense only for rules that fit their facts
        return misfits
    names = (*_twice(policy, "id"), *_twice(policy, "clause"), *_circles(policy))
    return (
        *names,
        *(fault for topic in TOPICS for fault in _TopicCheck(topic, policy.rules(topic)).faults()),
    )


def kind_of(name: str) -> Kind | Answer | None:
    """The type of a fact, or of a topic's answer."""
    if name in FACTS:
        return FACTS[name].kind
    return TOPICS[name].answer if name in TOPICS else None


def _misfits(rule: Rule) -> Iterator[PolicyFault]:
    for words in (
        *(w for c in rule.when for w in _condition_faults(c)),
        *_effect_faults(rule.topic, rule.then),
    ):
        yield PolicyFault(rule=rule.id, words=words)


def _condition_faults(condition: Condition) -> Iterator[str]:
    kind = kind_of(condition.fact)
    match condition, kind:
        case _, None:
            yield f"no fact {condition.fact!r}; {did_you_mean(condition.fact, FACTS)}"
        case Is(fact, values), OneOf(_, options):
            for value in sorted(set(values) - options.keys()):
                yield f"{fact} is never {value!r}; it is one of {', '.join(options)}"
            if not values:
                yield f"'is {fact}' lists no value"
        case ((Yes() | No()), YesNo()):
            pass
        case ((AtLeast() | AtMost()), (Measure() | Amount())):
            pass
        case Between(fact, first, last), (Measure() | Amount()):
            if first > last:
                yield f"{fact} cannot be between {first} and {last}; write the smaller one first"
            if isinstance(kind, Measure) and kind.unit == "date" and not 1 <= first <= last <= YEAR:
                yield f"{fact} is a day of the shop's year, from 1 to {YEAR}"
        case ((Beyond(_, topic) | Within(_, topic)), (Measure() | Amount())):
            limit = TOPICS[topic].answer if topic in TOPICS else None
            if not isinstance(limit, Amount) or limit.unit != kind.unit:
                yield f"{condition.fact} is a number of {kind.unit} and cannot be compared with {topic!r}"
        case _:
            yield f"the condition '{type(condition).__name__.lower()}' does not fit {condition.fact}"


def _effect_faults(topic: str, effect: Effect) -> Iterator[str]:
    if topic not in TOPICS:
        yield f"no topic {topic!r}; {did_you_mean(topic, TOPICS)}"
        return
    match TOPICS[topic].answer, effect:
        case YesNo(), Say(bool()):
            pass
        case OneOf(_, options), Say(str() as value):
            if value not in options:
                yield f"{topic} is never {value!r}; it is one of {', '.join(options)}"
        case Amount(), Say(bool() | str() as value):
            yield f"{value!r} is no number, as {topic} needs"
        case Amount(_, _, none), Say(int() as value):
            if value < 0 or (value == 0 and not none):
                yield f"{topic} must be more than {value}"
        case Amount(), (More(amount) | Less(amount) | Cap(amount) | Floor(amount)):
            if amount <= 0:
                yield f"{amount} must be more than 0"
        case Amount(_, "cents"), Percent(_, of):
            if not _counts(of, "cents"):
                yield f"no amount of money is called {of!r}"
        case Amount(), Each(_, of):
            if not _counts(of, "days", "times"):
                yield f"nothing that is counted is called {of!r}"
        case _:
            yield f"the effect '{type(effect).__name__.lower()}' does not fit {topic}"


def _counts(fact: str, *units: str) -> bool:
    kind = FACTS[fact].kind if fact in FACTS else None
    return isinstance(kind, Measure) and kind.unit in units


def _twice(policy: Policy, field: str) -> Iterator[PolicyFault]:
    seen: set[str] = set()
    for rule in policy.all_rules():
        name: str = getattr(rule, field)
        if name in seen:
            yield PolicyFault(rule=rule.id, words=f"the {field} {name!r} stands twice")
        seen.add(name)


def _circles(policy: Policy) -> Iterator[PolicyFault]:
    """A topic whose answer depends on itself."""
    needs = {
        t: {n for r in policy.rules(t) for c in r.when for n in names_in(c) if n in TOPICS} for t in TOPICS
    }
    for topic in TOPICS:
        reached, todo = set[str](), list(needs[topic])
        while todo:
            if (other := todo.pop()) not in reached:
                reached.add(other)
                todo += needs[other]
        if topic in reached:
            rule = next(
                r for r in policy.rules(topic) if any(n in reached for c in r.when for n in names_in(c))
            )
            yield PolicyFault(rule=rule.id, words=f"the answer to {topic} depends on itself")


def names_in(condition: Condition) -> tuple[str, ...]:
    """The facts and topics that a condition looks at."""
    return (condition.fact, condition.topic) if isinstance(condition, Beyond | Within) else (condition.fact,)


class _TopicCheck:
    """The rules of one topic as boxes."""

    def __init__(self, topic: str, rules: Sequence[Rule]) -> None:
        self.topic, self.rules = topic, sorted(rules, key=lambda rule: rule.rank)
        conditions = [c for rule in rules for c in rule.when]
        self.cells = {name: _cells(name, conditions) for name in {_axis(c): None for c in conditions}}
        self.boxes = [self._box(rule) for rule in self.rules]

    def faults(self) -> Iterator[PolicyFault]:
        yield from self._gap()
        for i, rule in enumerate(self.rules):
            yield from self._unreachable(i, rule)
            yield from self._contradictions(i, rule)

    def _box(self, rule: Rule) -> Box:
        box: Box = {}
        for condition in rule.when:
            axis = _axis(condition)
            cells = self.cells[axis]
            allowed = sum(1 << i for i, cell in enumerate(cells) if _allows(condition, cell))
            box[axis] = box.get(axis, (1 << len(cells)) - 1) & allowed
        return box

    def _above(self, rank: int) -> list[Box]:
        return [
            box for rule, box in zip(self.rules, self.boxes, strict=True) if rule.rank > rank and rule.sets
        ]

    def _gap(self) -> Iterator[PolicyFault]:
        left = self._left({}, [box for rule, box in zip(self.rules, self.boxes, strict=True) if rule.sets])
        if left is not None:
            where = f" when {self._words(left)}" if left else ""
            yield PolicyFault(
                rule=self.topic,
                words=(
                    f"gap: no rule gives an answer{where}; add a rule without conditions at the lowest rank"
                ),
            )

    def _unreachable(self, i: int, rule: Rule) -> Iterator[PolicyFault]:
        if not all(self.boxes[i].values()):
            yield PolicyFault(rule=rule.id, words="unreachable: its conditions never hold together")
        elif self._left(self.boxes[i], self._above(rule.rank)) is None:
            yield PolicyFault(
                rule=rule.id,
                words="unreachable: rules of higher rank always prevail over it; raise its rank or delete it",
            )

    def _contradictions(self, i: int, rule: Rule) -> Iterator[PolicyFault]:
        for j in range(i):
            other = self.rules[j]
            if other.rank == rule.rank and other.then != rule.then and not _commute(other.then, rule.then):
                both = self._meet(self.boxes[i], self.boxes[j])
                left = self._left(both, self._above(rule.rank)) if all(both.values()) else None
                if left is not None:
                    where = self._words(left) or "in every case"
                    words = (
                        f"contradiction: {other.id} has the same rank {rule.rank} and another effect, "
                        f"and both apply when {where}"
                    )
                    yield PolicyFault(rule=rule.id, words=words)

    def _full(self, axis: str) -> int:
        return (1 << len(self.cells[axis])) - 1

    def _meet(self, one: Box, other: Box) -> Box:
        return {
            axis: one.get(axis, self._full(axis)) & other.get(axis, self._full(axis))
            for axis in one.keys() | other.keys()
        }

    def _left(self, box: Box, taken: Sequence[Box]) -> Box | None:
        """Some part of the box that none of the others covers, or nothing."""
        if not taken:
            return box
        first, rest = taken[0], taken[1:]
        for axis, mask in first.items():
            here = box.get(axis, self._full(axis))
            if here & ~mask:
                uncovered = self._left({**box, axis: here & ~mask}, rest)
                if uncovered is not None:
                    return uncovered
            if not here & mask:
                return None
            box = {**box, axis: here & mask}
        return None

    def _words(self, box: Box) -> str:
        shown = []
        for axis, mask in sorted(box.items()):
            cell = self.cells[axis][(mask & -mask).bit_length() - 1]
            shown.append(f"{axis} is {'yes' if cell is True else 'no' if cell is False else cell}")
        return ", ".join(shown)


def _axis(condition: Condition) -> str:
    return (
        f"{condition.fact} beyond {condition.topic}"
        if isinstance(condition, Beyond | Within)
        else condition.fact
    )


def _cells(axis: str, conditions: Sequence[Condition]) -> tuple[Plain, ...]:
    """One value for each way in which the conditions can tell values of a fact apart."""
    kind = kind_of(axis)
    if isinstance(kind, OneOf):
        return tuple(kind.options)
    if isinstance(kind, Measure | Amount):
        starts = {1 if kind.unit == "date" else 0}
        for condition in conditions:
            match condition:
                case AtLeast(fact, amount) if fact == axis:
                    starts.add(amount)
                case AtMost(fact, amount) if fact == axis:
                    starts.add(amount + 1)
                case Between(fact, first, last) if fact == axis:
                    starts |= {first, last + 1}
        return tuple(sorted(starts))
    return (False, True)


def _allows(condition: Condition, cell: Plain) -> bool:
    match condition:
        case Beyond():
            return cell is True
        case Within():
            return cell is False
        case _:
            return condition.holds({condition.fact: cell})


def _commute(one: Effect, other: Effect) -> bool:
    """Whether it does not matter which comes first."""
    return any(isinstance(one, kinds) and isinstance(other, kinds) for kinds in (More, Cap, Floor))
