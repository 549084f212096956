"""Questions about the policy of which something of the case is left unsaid.

The same is said whichever line is meant, and does not tell the answer. Of all that may be so beside it every
ruling is as likely, however usual it is; and had it happened to another line, it would mostly come to
something else."""

from collections.abc import Collection, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from ...core.streams import Rng
from ...core.values import replace
from ...policy import FACTS, TOPICS, Facts
from ...policy.facts import USUAL
from ...policy.precedents import Key
from ...policy.rules import LIMITS, Amount, Condition, Plain
from ...world import World
from .order_families import LineRef
from .policy_facts import TOLD, Enquiry
from .policy_questions import (
    AMOUNTS,
    STORY,
    About,
    Asking,
    Tries,
    decisive,
    goes_with,
    unseen,
    volunteers_harmless,
)

ROOM, CASES = 6, 48  # cases of a line that a topic tells apart at least, and that are compared at most
TRIED = 2  # of those with the same ruling
NUMBERS = 4  # amounts, each of which makes another case
FEWEST, FEW, MANY = 2, 3, 4  # rulings that there must be, that there are to be, and that are as good as more
MARKED = 350  # per mille of marks are set at first
LOOKED_AT = 6  # lines, one of which takes a look into the records
LOOKED_FOR, PURSUED = 20, 3  # lines to start from, and those that are started from
# how often each topic is looked at beside the others; less where much is easily come by
TURNS, FEWER_TURNS = 3, {"compensation": 1}
STAY = 10  # tries at one more line in vain
BASES = ("line_cents", "order_cents")  # what amounts are worked out of

Ruling = tuple[Plain, str]


class _Case(NamedTuple):
    """What may be so of a line where it is not said, and the key of that."""

    otherwise: Facts
    key: Key


class _Line(NamedTuple):
    """A line as it is marked: all that is so but for what is not said, and a case for each ruling that it may
    come to."""

    nth: int
    marks: Facts
    facts: Facts
    cases: dict[Ruling, _Case]


class _Start(NamedTuple):
    """A line that may come to much on a topic; others, marked much alike, may be asked about as well."""

    topic: str
    depth: int
    line: _Line
    others: int

    @property
    def answers(self) -> int:
        """Rulings that each of them may come to at least."""
        return max(FEWEST, min(FEW, len(self.line.cases) - 1))

    @property
    def rank(self) -> tuple[int, int]:
        return self.others, min(MANY, len(self.line.cases))


class AskingWithGaps(Asking):
    """Draws them."""

    def __init__(self, rng: Rng, world: World, places: Sequence[LineRef], about: About) -> None:
        super().__init__(rng, world, places, about)
        self._by_condition = about.topic != ""  # it hangs on one what is asked
        self._left_open: dict[str, dict[str, Sequence[Plain]]] = {}  # by topic
        self._record_clauses: dict[str, list[list[Condition]]] = {}  # by topic
        self._cases: dict[tuple[Key, tuple[str, ...], int], dict[Ruling, _Case]] = {}

    def several(self, n: int, free: bool, allowed: Tries) -> list[Enquiry]:
        most, level = list[Enquiry](), self._world.axes.policy_depth
        for depth in range(level, 0, -1):
            for start in self._starts(depth, free, min(LOOKED_FOR, allowed.per_depth), n):
                found = self._from(start, n)
                if len(found) == n:
                    return found
                most = max(most, found, key=len)
            if most and depth < level:
                break
        return most

    def _starts(self, depth: int, free: bool, tries: int, n: int) -> list[_Start]:
        """The lines with which topics come to the most."""
        rng, best = self._rng, dict[str, _Start]()
        turns = [t for t in self._topics(depth) for _ in range(FEWER_TURNS.get(t, TURNS))]
        rounds = [rng.shuffled(turns) for _ in range(-(-tries // len(turns)))]
        for topic in [t for turn in rounds for t in turn][:tries]:
            marked = rng.chances(len(self._marks), MARKED) if free else []
            line = self._line(topic, depth, dict(zip(self._marks, marked, strict=False)), {}, ())
            if line and len(line.cases) >= FEWEST:
                start = _Start(topic, depth, line, min(n, self._able(topic, line)))
                best[topic] = max(best.get(topic, start), start, key=lambda s: s.rank)
        return sorted(best.values(), key=lambda s: s.rank, reverse=True)[:PURSUED]

    def _topics(self, depth: int) -> list[str]:
        """Those of that depth with a number for an answer, of which there are enough, if there are such."""
        able = [t for t in self._asked[depth] if isinstance(TOPICS[t].answer, Amount)]
        return [t for t in able if prod(map(len, self._open_of(t).values())) >= ROOM] or self._asked[depth]

    def _open_of(self, topic: str) -> dict[str, Sequence[Plain]]:
        """What may be left unsaid, with what may be so of it: of values that the policy does not tell apart
        any one."""
        if topic not in self._left_open:
            places, may_be = self._precedents.places(topic), dict[str, Sequence[Plain]]()
            for f in [f for f in STORY if f in places]:
                able = [v for v in (USUAL[f], *STORY[f]) if self._could_be(f, v)]
                able = [v for v in able if f != "reason" or goes_with(topic, str(v))]
                able = [v for v in able if f != "hazard" or topic != "compensation" or not v]
                may_be[f] = [self._rng.pick(kind) for kind in self._precedents.told_apart(topic, f, able)]
            may_be |= {f: [0] * NUMBERS for f in AMOUNTS if f in places}
            self._left_open[topic] = {f: values for f, values in may_be.items() if values}
        return self._left_open[topic]

    def _able(self, topic: str, line: _Line) -> int:
        """How many lines take a look into the records if they are marked like this one."""
        there = [{**line.facts, **self._recorded(nth), **line.marks} for nth in range(len(self._places))]
        return sum([self._takes_a_look(topic, nth, facts) for nth, facts in enumerate(there)])

    def _from(self, start: _Start, n: int) -> list[Enquiry]:
        """So many enquiries of which the same is said, if they are to be had from there."""
        first = self._one(start, start.line, [], None)
        if first is None:
            return []
        found, in_vain = [first], 0
        said = {f: first.facts[f] for f in first.told if f not in first.unsaid}
        while len(found) < n and in_vain < STAY:
            taken = [e.place for e in found]
            line = self._line(start.topic, start.depth, start.line.marks, said, taken)
            if line is None:
                break
            more = self._one(start, line, found, said) if len(line.cases) >= start.answers else None
            found += [more] if more else []
            in_vain = 0 if more else in_vain + 1
        return found

    def _line(
        self, topic: str, depth: int, marks: Facts, said: Facts, taken: Collection[int]
    ) -> _Line | None:
        """One of some others, marked much as the first, that takes a look into the records."""
        rng, lines = self._rng, [nth for nth in range(len(self._places)) if nth not in taken]
        in_play = [f for f in marks if f in self._precedents.places(topic)] if taken else []
        for nth in rng.sample(lines, LOOKED_AT):
            other = rng.sample(in_play, rng.below(2))
            marked = {**marks, **{f: not marks[f] for f in other}}
            facts = {**USUAL, **self._recorded(nth), **marked, **said}
            if self._takes_a_look(topic, nth, facts):
                facts |= self._amounts(nth)
                return _Line(nth, marked, facts, self._by_ruling(topic, depth, nth, facts, said))
        return None

    def _takes_a_look(self, topic: str, nth: int, facts: Facts) -> bool:
        """Might it come to something else by the list of orders alone?"""
        listed = self._listed_of(topic, nth)
        if any(f in listed and facts[f] != listed[f] for f in BASES):
            return True
        clauses, there = self._on_record(topic, listed), {**facts, **listed}
        return any(all(c.holds(facts) for c in when) != all(c.holds(there) for c in when) for when in clauses)

    def _on_record(self, topic: str, listed: Facts) -> list[list[Condition]]:
        """The conditions of clauses that the records tell of and the list does not, as far as they are no
        limits."""
        if topic not in self._record_clauses:
            still_open = self._precedents.still_open(topic, self._given)
            told = [[c for c in when if c.fact in FACTS and c.fact not in TOLD] for when in still_open]
            plain = [[c for c in when if type(c) not in LIMITS] for when in told]
            self._record_clauses[topic] = [when for when in plain if any(c.fact in listed for c in when)]
        return self._record_clauses[topic]

    def _by_ruling(self, topic: str, depth: int, nth: int, facts: Facts, said: Facts) -> dict[Ruling, _Case]:
        """A case for each ruling that a line may come to where so much is said, if it is so deep and takes a
        look into the records."""
        base = self._precedents.key(topic, facts)
        place = base, tuple(said), depth
        if place not in self._cases:
            found = dict[Ruling, _Case]()
            for ruling, cases in self._compared(base, nth, facts, said).items():
                for case in self._rng.sample(cases, TRIED):
                    by_list = self._by_list(nth, case.key)
                    if by_list != ruling and self._rules(case.key, ruling[1], depth):
                        found[ruling] = case
                        break
            self._cases[place] = found
        return self._cases[place]

    def _compared(self, base: Key, nth: int, facts: Facts, said: Facts) -> dict[Ruling, list[_Case]]:
        """What may be so of a line, by what it comes to."""
        precedents, late = self._precedents, int(facts["days_late"]) > 0
        may_be, cases = dict[str, Sequence[Plain]](), 1
        for f, values in self._rng.shuffled(list(self._open_of(base[0]).items())):
            able = values if late else [v for v in values if v != "late"]
            able = [self._amounts(nth)[f] for _ in able] if f in AMOUNTS else able
            if f not in said and able and len(able) * cases <= CASES:
                may_be[f], cases = able, len(able) * cases
        found = dict[Ruling, list[_Case]]()
        for chosen in product(*may_be.values()):
            otherwise = dict(zip(may_be, chosen, strict=True))
            if not ({"reason", "condition"} <= otherwise.keys() and unseen(otherwise)):
                key = precedents.otherwise(base, otherwise)
                found.setdefault(precedents.ruled(key), []).append(_Case(otherwise, key))
        return found

    def _one(
        self, start: _Start, line: _Line, others: Sequence[Enquiry], said: Facts | None
    ) -> Enquiry | None:
        """An enquiry about a line, each ruling as likely, of which so much is said, or some of what is told;
        a new one beside the others."""
        rulings = [e.ruling for e in others]
        full = len(set(rulings)) < len(rulings)  # two at most have the same
        for ruling in self._rng.shuffled([r for r in line.cases if not (full and r in rulings)]):
            case = line.cases[ruling]
            asked = self._asked_with(line.nth, case.key, {**line.facts, **case.otherwise}, records=True)
            if asked:
                told = said if said is not None else self._to_say(asked, line.cases.values(), start.answers)
                asked = self._with_gaps(asked, told)
            asked = self._deep(asked, start.depth) if asked and self._is_new(asked, others) else None
            if asked and not volunteers_harmless(asked) and self._short(asked):
                return asked
        return None

    def _to_say(self, enquiry: Enquiry, cases: Collection[_Case], answers: int) -> dict[str, Plain]:
        """Some of what is told, so much that as many rulings are left as there should be."""
        said, left = dict[str, Plain](), list(cases)
        tellable = [f for f in enquiry.told if f not in AMOUNTS and (f != "hazard" or enquiry.facts[f])]
        unsaid = self._rng.chances(len(tellable), self._world.axes.p_omit)
        for f in [f for f, out in zip(tellable, unsaid, strict=True) if not out]:
            fitting = [c for c in left if c.otherwise.get(f, enquiry.facts[f]) == enquiry.facts[f]]
            if len(fitting) >= answers:
                said[f], left = enquiry.facts[f], fitting
        return said

    def _with_gaps(self, enquiry: Enquiry, said: Facts) -> Enquiry | None:
        """Only this is said; what else is told, as far as it matters, is not."""
        facts, told = {**enquiry.facts, **said}, [f for f in TOLD if f in enquiry.told or f in said]
        precedents, topic = self._precedents, enquiry.topic
        for name in [f for f in told if f not in said]:
            if not decisive(precedents, precedents.key(topic, facts), name, facts[name]):
                facts[name] = USUAL[name]
                told.remove(name)
        key, unsaid = precedents.key(topic, facts), tuple([f for f in told if f not in said])
        if precedents.ruled(key) != enquiry.ruling:  # of an amount not every other is tried
            return None
        if not unsaid or not all(decisive(precedents, key, f, facts[f]) for f in unsaid):
            return None
        return replace(enquiry, facts=facts, told=tuple(told), unsaid=unsaid)

    def _is_new(self, enquiry: Enquiry, others: Sequence[Enquiry]) -> bool:
        """Would it come to something else if it were about the line of another, and that if about its own?
        Where amounts are not said it does; days may be the same of one other, and of more where it hangs on a
        condition what is asked."""
        if any(f in AMOUNTS for f in enquiry.unsaid):
            return True
        in_days = not in_cents(enquiry.topic)
        alike = [
            other
            for other in others
            if self._ruled_on(enquiry, other) == enquiry.ruling
            or self._ruled_on(other, enquiry) == other.ruling
        ]
        return (in_days and self._by_condition) or len(alike) <= in_days

    def _ruled_on(self, enquiry: Enquiry, line: Enquiry) -> Ruling:
        there, told = self._precedents.key(line.topic, line.facts), {f: enquiry.facts[f] for f in TOLD}
        return self._precedents.ruled(self._precedents.otherwise(there, told))


def in_cents(topic: str) -> bool:
    """Is the answer an amount of money, of which hardly two lines have the same?"""
    answer = TOPICS[topic].answer
    return isinstance(answer, Amount) and answer.unit == "cents"
