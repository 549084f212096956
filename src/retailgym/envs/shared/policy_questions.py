"""Questions about the policy that turn on one line of an order: drawn so that they take the records, what the
customer tells, and as many clauses as the level says."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from ...catalog.sense import fitting
from ...core.streams import Rng
from ...core.values import replace
from ...customer.locale.en.policy_phrases import ASKS
from ...policy import (
    FACTS,
    TOPICS,
    Facts,
    Policy,
    QuestionStart,
    climb,
    unsettled,
)
from ...policy.facts import USUAL, sensible
from ...policy.precedents import Key, Precedents, may_apply
from ...policy.rules import Condition, Measure, Plain, YesNo
from ...world import World
from .order_families import LineRef
from .policy_facts import LEADING, MARKS, TOLD, Enquiry, as_listed, known_with, line_at, on_account, recorded
from .policy_inquiry import inquiry, most_reading_calls, reading_calls

DEPTHS = {t.name: t.depths for t in TOPICS.values() if t.depths}
if unlike := DEPTHS.keys() ^ ASKS.keys():
    raise TypeError(
        f"policy topics {', '.join(sorted(unlike))}: what is asked needs both `depths` in its section of "
        f"policy/book and questions in ASKS of customer/locale/en/policy_phrases.py"
    )
# turns of each topic; those that are easily come by get fewer, lest they be asked about most of the time
TURNS, FEWER_TURNS = 12, {"compensation": 1, "exchange_window": 8, "restocking_fee": 1}
EVEN_TRIES = 24  # after which it takes whatever is to be had, before it gets less deep
ASKED = {depth: tuple([t for t, depths in DEPTHS.items() if depth in depths]) for depth in range(1, 6)}
PATIENCE = 2  # tries on a topic in vain
MOST_ASKED = 3  # exchanges about a question
HOPELESS = 12  # attempts at one more question on a topic, after which another start is made
NEVER_ASKED = (("reason", "never_arrived"), ("reason", "charged_twice"))  # about what was delivered
# why somebody asks, by what they ask: who has just changed their mind claims nothing
_FAULTS = ("damaged", "defective", "wrong_item", "not_as_described", "missing_parts")
REASONS = {
    **dict.fromkeys(("report_window", "warranty_covers", "warranty_remedy"), _FAULTS),
    "compensation": (*_FAULTS, "late"),
    "contents_record": ("wrong_item", "missing_parts"),
}
SHALLOWER, DEEPER = 1, 2  # by so many rules an answer may depend on less or more than the level says
BY_LIST = 100  # per mille of those are asked that the list of orders would answer
UNUSUAL = 350  # per mille of what a customer can tell is out of the ordinary, as far as it matters
STORY: dict[
    str, tuple[Plain, ...]
] = {  # what can be told that is not a number, with all that is out of the ordinary about it
    name: tuple(
        [v for v in ((True, False) if isinstance(kind, YesNo) else tuple(kind.options)) if v != USUAL[name]]
    )
    for name in TOLD
    if not isinstance(kind := FACTS[name].kind, Measure)
}
AMOUNTS = ("price_drop_cents", "difference_cents")  # that the customer has seen somewhere


class _Attempt(NamedTuple):
    """What might be asked about a line: everything that is so, and what of that is otherwise."""

    nth: int
    key: Key  # what the answer can depend on
    facts: Facts
    otherwise: Facts


class Tries(NamedTuple):
    """At how many enquiries somebody tries in all, before it gets less deep, and in vain once there are
    some."""

    most: int
    per_depth: int
    in_vain: int


TRIES = Tries(most=320, per_depth=80, in_vain=320)


class About(NamedTuple):
    """What is asked: on which topic, or on any of the level's depth, and what of all that may have happened
    to the customer. What the policy has ruled before serves whoever tries again."""

    topic: str
    may_be: Callable[[str, Plain], bool]
    precedents: Precedents


class Asking:
    """Draws enquiries about different lines of a history: on one topic, and no more than two with the same
    answer by the same clause."""

    def __init__(
        self,
        rng: Rng,
        world: World,
        places: Sequence[LineRef],
        about: "About",
    ) -> None:
        topic, self._may_be, self._precedents = about
        self._rng, self._world, self._places = rng, world, places
        self._account = on_account(world)
        shelf = world.catalog.shelves[int(world.catalog.column["shelf"][line_at(world, places[0]).doc])]
        # of every line
        self._given = {**self._account, "department": world.catalog.category(shelf).department}
        self._marks = fitting(MARKS, world.catalog.category(shelf), shelf.name)
        self._fits = fitting(
            ("parts", "hazard", "battery", "accident", "warranty"), world.catalog.category(shelf), shelf.name
        )
        self._asked = {
            depth: [topic]
            if topic
            else [t for t in topics if "warranty" in self._fits or not t.startswith("warranty")]
            for depth, topics in ASKED.items()
        }
        able = {f: [v for v in values if self._could_be(f, v)] for f, values in STORY.items()}
        self._stories = {f: values for f, values in able.items() if values}
        self._records: dict[int, dict[str, Plain]] = {}
        self._lists: dict[tuple[str, int], dict[str, Plain]] = {}  # by topic and line
        self._to_tell: dict[Key, tuple[str, ...]] = {}
        self._open: dict[str, list[tuple[Condition, ...]]] = {}  # clauses that may apply, by topic
        self._instead: dict[tuple[str, Plain], Sequence[Plain]] = {}  # of a fact and its value

    def several(self, n: int, free: bool, allowed: Tries) -> list[Enquiry]:
        """Of the level's depth; where that is not to be had for long, less deep. Marks may be set for them if
        they are free. What was found on a topic is added to whenever its turn comes again."""
        found: dict[str, list[Enquiry]] = {}
        self._listed = self._rng.chances(n, BY_LIST)  # which may be answered by the list alone
        topic, idle, in_vain = "", PATIENCE, 0
        for tries in range(allowed.most):
            depth = max(1, self._world.axes.policy_depth - tries // allowed.per_depth)
            if idle == PATIENCE:
                topics = self._asked[depth]
                if tries % allowed.per_depth < EVEN_TRIES:
                    topics = [t for t in topics for _ in range(FEWER_TURNS.get(t, TURNS))]
                topic, idle = self._rng.pick(topics), 0
            several = found.setdefault(topic, [])
            more = self._alike(topic, depth, several, n, free)
            several += more
            idle, in_vain = (0, 0) if more else (idle + 1, in_vain + 1)
            if len(several) == n or (several and in_vain == allowed.in_vain):
                return several
        return max(found.values(), key=len)

    def _alike(self, topic: str, depth: int, before: Sequence[Enquiry], n: int, free: bool) -> list[Enquiry]:
        """One step by step to the depth, or one that was found before, and from there others on the same
        topic about other lines, in which something else is otherwise: as many as are lacking, if they are to
        be had."""
        rng, found = self._rng, list[Enquiry]()
        taken = {e.place for e in before}  # a line has the marks of one enquiry
        lines = [nth for nth in range(len(self._places)) if nth not in taken]
        if not lines:
            return found
        nth = rng.pick(lines)
        known = self._known(nth)
        own = self._marks if free else ()
        start = {f: known.pop(f) for f in own}
        if not self._could_matter(topic, nth, known):
            return found
        first = (
            {**rng.pick(before).facts, **known}
            if before
            else climb(self._precedents, rng, topic, QuestionStart(depth, known, start | self._story(topic)))
        )
        if first is None or not self._can_be(first) or not self._asked_for(topic, first):
            return found
        precedents, bases = self._precedents, dict[int, _Attempt]()  # by line
        settled = {f: first[f] for f in (*own, *STORY) if f in first}
        looked_at = precedents.places(topic)
        others = {f: self._others(f, value) for f, value in settled.items() if f in looked_at}
        if "reason" in others:
            others["reason"] = [r for r in others["reason"] if goes_with(topic, str(r))]
        needed = self._to_matter(nth, precedents.key(topic, first), others)
        if needed is None:
            return found
        first, settled = first | needed, settled | needed
        others |= {f: self._others(f, value) for f, value in needed.items()}
        marks, story = [f for f in others if f in MARKS], [f for f in others if f not in MARKS and others[f]]
        attempt, failed = _Attempt(nth, precedents.key(topic, first), first, {}), 0
        rulings, priced = [e.ruling for e in before], not looked_at.keys().isdisjoint(AMOUNTS)
        while True:
            enquiry = self._enquiry(attempt, depth, rulings)
            failed += 1
            if enquiry:
                found.append(enquiry)
                rulings.append(enquiry.ruling)
                lines.remove(nth)
                failed = 0
            if failed == HOPELESS or not lines or len(before) + len(found) == n:
                return found
            nth = rng.pick(lines)
            changed = rng.sample(marks, rng.below(2)) + rng.sample(story, rng.below(3))
            if nth not in bases:
                facts = {**first, **self._recorded(nth), **settled}
                bases[nth] = _Attempt(nth, precedents.key(topic, facts), facts, {})
            otherwise = {f: rng.pick(others[f]) for f in changed}
            if priced:
                otherwise |= self._amounts(nth)
            key = precedents.otherwise(bases[nth].key, otherwise)
            attempt = _Attempt(nth, key, bases[nth].facts, otherwise)

    def _could_matter(self, topic: str, nth: int, known: Facts) -> bool:
        """Can an answer about a line turn on more than the list of orders shows? What is known is not to be
        changed."""
        if topic not in self._open:
            self._open[topic] = self._precedents.still_open(topic, self._given)
        turns_on = {c.fact for when in may_apply(self._open[topic], known) for c in when}
        listed = self._listed_of(topic, nth)
        marked = any(f in turns_on for f in self._marks if f not in known)
        return marked or any(known[f] != listed[f] for f in listed if f in known)

    def _to_matter(
        self, nth: int, key: Key, others: Mapping[str, Sequence[Plain]]
    ) -> dict[str, Plain] | None:
        """The mark that must be otherwise so that the answer takes a look into the records, if any must; None
        where no such thing is to be had."""
        ruled, marks = self._precedents.ruled, [f for f in others if f in MARKS]
        if not marks or self._by_list(nth, key) != ruled(key):
            return {}
        ways = [(f, v, self._precedents.otherwise(key, {f: v})) for f in marks for v in others[f]]
        ways = [w for w in ways if ruled(w[2]) != self._by_list(nth, w[2])]
        if not ways:
            return None
        name, value, _ = self._rng.pick(ways)
        return {name: value}

    def _asked_for(self, topic: str, facts: Facts) -> bool:
        """Is what happened, where it bears on the answer, such as somebody asks for?"""
        happened = [f for f in STORY if f in self._precedents.places(topic)]
        if "reason" in happened and not goes_with(topic, str(facts["reason"])):
            return False
        return all(facts[f] == USUAL[f] or self._may_be(f, facts[f]) for f in happened)

    def _others(self, name: str, value: Plain) -> Sequence[Plain]:
        """What could be instead, of what may have happened to the customer."""
        if (name, value) not in self._instead:
            able = [v for v in _others(name, value) if name in MARKS or self._could_be(name, v)]
            self._instead[name, value] = able
        return self._instead[name, value]

    def _could_be(self, name: str, value: Plain) -> bool:
        """Whether a customer who asks may tell this of such a thing."""
        return self._may_be(name, value) and (name, value) not in NEVER_ASKED and self._can_be({name: value})

    def _can_be(self, facts: Facts) -> bool:
        return can_be(facts, self._fits)

    def _enquiry(
        self, attempt: "_Attempt", depth: int, before: Sequence[tuple[Plain, str]]
    ) -> Enquiry | None:
        """If it is a new one beside these rulings that could be asked and takes a look into the records."""
        nth, key, _, _ = attempt
        ruling = self._precedents.ruled(key)
        if ruling in before and len(set(before)) < len(before):  # two at most have the same
            return None
        records = not self._listed[len(before)]
        if records and self._by_list(nth, key) == ruling:  # cheaper than what is told
            return None
        asked = self._asked_with(nth, key, {**attempt.facts, **attempt.otherwise}, records)
        enquiry = self._deep(asked, depth) if asked else None
        return enquiry if enquiry and not volunteers_harmless(enquiry) and self._short(enquiry) else None

    def _asked_with(self, nth: int, key: Key, facts: Facts, records: bool) -> Enquiry | None:
        """An enquiry with such facts, if it could be asked; the customer tells what the answer could depend
        on. It takes a look into the records if it should."""
        precedents, topic = self._precedents, key[0]
        if not plausible(topic, facts) or not self._can_be(facts) or not sensible(facts):
            return None
        if key not in self._to_tell:
            self._to_tell[key] = to_tell(self._world.policy, topic, facts)
        told = self._to_tell[key]
        if {"reason", "condition"} <= set(told) and unseen(facts):
            return None
        if "reason" in told and not goes_with(topic, str(facts["reason"])):
            return None
        if topic == "compensation" and "hazard" in told and facts["hazard"]:
            return None  # nobody keeps what is dangerous
        if "hazard" in told and "hazard" not in self._fits:
            return None
        facts = {**facts, **{f: USUAL[f] for f in TOLD if f not in told}}
        key, (answer, clause) = precedents.key(topic, facts), precedents.ruled(key)
        if records and self._by_list(nth, key) == (answer, clause):
            return None
        return Enquiry(
            topic=topic, depth=0, place=nth, facts=facts, told=told, unsaid=(), answer=answer, clause=clause
        )

    def _deep(self, enquiry: Enquiry, depth: int) -> Enquiry | None:
        """With its depth, if that is as it should be or hardly more."""
        rules = self._rules(self._precedents.key(enquiry.topic, enquiry.facts), enquiry.clause, depth)
        if not rules or (rules - depth == DEEPER and self._rng.chance(500)):
            return None  # so that the level's depth is the usual one
        return replace(enquiry, depth=rules)

    def _rules(self, key: Key, clause: str, depth: int) -> int:
        """How many matter, if this clause is one of them and there are about as many as there should be."""
        rules = self._precedents.matters(key, most=depth + DEEPER)
        able = -SHALLOWER <= len(rules) - depth <= DEEPER and clause in [r.clause for r in rules]
        return len(rules) if able else 0

    def _short(self, enquiry: Enquiry) -> bool:
        """Does it take few questions and not too much reading?"""
        way = inquiry(self._world, enquiry)
        short = reading_calls(self._world, way) <= most_reading_calls(self._world)
        return short and len(way.asked) <= MOST_ASKED

    def _by_list(self, nth: int, key: Key) -> tuple[Plain, str]:
        """The ruling for those who know the list of orders alone."""
        return self._precedents.ruled(self._precedents.otherwise(key, self._listed_of(key[0], nth)))

    def _listed_of(self, topic: str, nth: int) -> dict[str, Plain]:
        """What the list of orders tells of a line that a topic looks at."""
        if (topic, nth) not in self._lists:
            place, looked_at = self._places[nth], self._precedents.places(topic)
            order = self._world.orders[place.order]
            listed = as_listed(order, place.line, self._world.today - order.placed)
            self._lists[topic, nth] = {name: value for name, value in listed.items() if name in looked_at}
        return self._lists[topic, nth]

    def _story(self, topic: str) -> dict[str, Plain]:
        """What may have happened to the customer, should it come up; of reasons one for which people ask."""
        unusual = self._rng.chances(len(self._stories), UNUSUAL)
        story = {
            f: self._rng.pick(values)
            for (f, values), here in zip(self._stories.items(), unusual, strict=True)
            if here
        }
        if topic in REASONS:
            fitting = [r for r in self._stories.get("reason", ()) if goes_with(topic, str(r))]
            story |= {"reason": self._rng.pick(fitting)} if fitting else {}
        return story

    def _known(self, nth: int) -> dict[str, Plain]:
        """What is on record, and amounts that the customer has seen somewhere, should they come up."""
        return self._recorded(nth) | self._amounts(nth)

    def _recorded(self, nth: int) -> dict[str, Plain]:
        if nth not in self._records:
            self._records[nth] = recorded(self._world, self._places[nth], self._account)
        return self._records[nth]

    def _amounts(self, nth: int) -> dict[str, Plain]:
        rng, cents = self._rng, line_at(self._world, self._places[nth]).unit_cents
        drop = rng.between(50, 300) if rng.chance(300) else max(50, cents * rng.between(3, 40) // 100)
        apart = rng.between(50, 800) if rng.chance(400) else rng.between(800, 6000)
        return {"price_drop_cents": min(drop, cents // 2), "difference_cents": apart}


def decisive(precedents: Precedents, key: Key, name: str, value: Plain) -> bool:
    """Whether the answer would be another, or rest on another clause, if one fact were otherwise."""
    outcome = precedents.ruled(key)
    return any(
        precedents.ruled(precedents.otherwise(key, {name: other})) != outcome
        for other in _others(name, value)
    )


def _others(name: str, value: Plain) -> Sequence[Plain]:
    """What a fact could be instead."""
    match FACTS[name].kind:
        case YesNo():
            return (not value,)
        case Measure():
            return (0, int(value) // 4, int(value) * 4)
        case kind:
            return [o for o in kind.options if o != value]


def can_be(facts: Facts, fits: Collection[str]) -> bool:
    """Only what has parts can lack some, only what has a battery has a dead one, and only some things are
    dangerous or break when they are dropped."""
    incomplete = facts.get("condition") == "incomplete" or facts.get("reason") == "missing_parts"
    if (incomplete and "parts" not in fits) or (facts.get("hazard") and "hazard" not in fits):
        return False
    fault = facts.get("fault")
    return fault not in ("battery", "accident") or fault in fits


def plausible(topic: str, facts: Facts) -> bool:
    """Could it be so, and would a customer ask? Nobody asks what becomes of a thing that never came, and late
    means late."""
    late = int(facts["days_late"])
    if facts.get("refurbished") and facts.get("preorder"):
        return False
    if late and late >= int(facts["days_since_order"]) - int(facts["days_since_delivery"]):
        return False
    match facts.get("reason"):
        case "never_arrived":
            return topic == "proof_needed"
        case "late":
            return late > 0
        case reason:
            return reason != "charged_twice"


def goes_with(topic: str, reason: str) -> bool:
    """Might somebody ask this for such a reason?"""
    return topic not in REASONS or reason in REASONS[topic]


def volunteers_harmless(enquiry: Enquiry) -> bool:
    """Is it said at once that a thing is harmless? Nobody does."""
    stated = "hazard" in enquiry.told and "hazard" not in enquiry.unsaid
    return stated and not enquiry.facts["hazard"]


def unseen(facts: Facts) -> bool:
    """Is a fault told of that nobody sees who has not opened the parcel?"""
    return facts["condition"] == "unopened" and facts["reason"] in (
        "damaged", "defective", "wrong_item", "not_as_described", "missing_parts",
    )  # fmt: skip


def to_tell(policy: Policy, topic: str, facts: Facts) -> tuple[str, ...]:
    """The facts that the customer tells, until nothing is left on which the answer could depend."""
    told, known = set[str](), known_with(facts, ())
    while lacking := unsettled(policy, topic, known):
        names = [name for name in TOLD if name in lacking]
        for name in names[:1] if names[0] in LEADING else names:
            known[name] = facts[name]
            told.add(name)
    return tuple([name for name in TOLD if name in told])


def marked(
    rng: Rng,
    world: World,
    places: Sequence[LineRef],
    enquiries: Sequence[Enquiry],
    beside: Sequence[tuple[str, ...]] = (),
) -> World:
    """The same history, in which the records show what the enquiries take for granted of their lines. Every
    line that is of no other matter has the marks of one of them, so that marks tell nothing; things of other
    shelves may have those beside as well."""
    own = world.catalog.column["shelf"][line_at(world, places[0]).doc]
    sets = [tuple([m for m in MARKS if e.facts[m]]) for e in enquiries]
    meant = {places[e.place]: marks for e, marks in zip(enquiries, sets, strict=True)}
    catalog, orders = world.catalog, []
    for o, order in enumerate(world.orders):
        lines = []
        for n, bought in enumerate(order.lines):
            shelf, here = catalog.shelves[int(catalog.column["shelf"][bought.doc])], LineRef(o, n)
            other = int(catalog.column["shelf"][bought.doc]) != int(own)
            marks = meant[here] if here in meant else rng.pick([*sets, *beside] if other else sets)
            if (marks or bought.marks) and shelf.name not in world.shelves:
                fit = fitting(MARKS, catalog.category(shelf), shelf.name)
                bought = replace(bought, marks=tuple([m for m in marks if m in fit]))
            lines.append(bought)
        changed = replace(order, lines=tuple(lines))
        changed.__dict__.update(order.__dict__)  # none of this changes ids or money
        orders.append(changed)
    return replace(world, orders=tuple(orders))
