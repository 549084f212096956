"""Answers to the customer's question under every reading of what they would say.

What the customer would tell and what is on record is known; any other fact may have any value that its rules
tell apart."""

from collections.abc import Iterable
from itertools import product as combinations

from retailgym.core.episode import Episode
from retailgym.envs.shared.order_families import LineRef
from retailgym.envs.shared.policy_facts import TOLD, heard_fact, on_account, recorded
from retailgym.policy import FACTS, TOPICS, decide
from retailgym.policy.rules import AtLeast, AtMost, Between, Beyond, OneOf, Within, YesNo
from retailgym.tools.answer import PolicyAnswer
from retailgym.world import World

from .citing import clause_cited
from .tracking import lines

MOST_READINGS = 2000


def answers(episode: Episode) -> list[tuple[str, object, str]]:
    world = episode.task.world
    (thing,) = episode.task.brief.requests[0].things
    told = {d.topic: d.link or d.value for d in thing.details}
    asked = str(told["question"]).split()
    said = {name: heard_fact(name, value) for name, value in told.items() if name in TOLD}
    found = []
    for place in [LineRef(*p) for p in lines(world, thing)]:
        orders, _, left_out = str(told.get("extent", "0")).partition(" ")
        cases = [recorded(world, p, on_account(world)) for p in _meant(world, place, int(orders))]
        topics = set(asked) & set(TOPICS) | ({left_out} if left_out else set())
        for unsaid in _readings(world.policy, topics, set(TOLD) - set(said)):
            facts = [{**case, **said, **unsaid} for case in cases]
            topic = _topic(world.policy, asked, facts[0])
            if left_out:
                facts = [f for f in facts if decide(world.policy, left_out, f).outcome]
            rulings = [decide(world.policy, topic, f) for f in facts]
            answer = sum([r.outcome for r in rulings]) if int(orders) else rulings[0].outcome
            found.append((type(answer).__name__, answer, _either([r.decided_by for r in rulings])))
    return found


def _either(clauses: Iterable[str]) -> str:
    """What may be cited for several things: what decides any of them."""
    return " or ".join(sorted(set(clauses)))


def _meant(world: World, place: LineRef, orders: int) -> list[LineRef]:
    """The line, and where all of its order and of those before it is asked about, every other of which
    something is left."""
    found = [place]
    for o in range(place.order, min(len(world.orders), place.order + orders)):
        order = world.orders[o]
        here = [n for n in range(len(order.lines)) if order.delivered(n) is not None]
        left = [n for n in here if order.lines[n].quantity > order.lines[n].returned]
        found += [LineRef(o, n) for n in left if (o, n) != place]
    return found


def given(episode: Episode) -> tuple[str, object, str] | None:
    answer = episode.world.answers.get("answer_policy")
    if not isinstance(answer, PolicyAnswer):
        return None
    (thing,) = episode.task.brief.requests[0].things
    topic = next(str(d.value) for d in thing.details if d.topic == "question")
    clause = clause_cited(episode.task.world, topic, answer.clause_id)
    if any(d.topic == "extent" for d in thing.details):
        clause = next((some for _, _, some in answers(episode) if clause in some.split(" or ")), clause)
    return type(answer.answer).__name__, answer.answer, clause


def _topic(policy, asked: list[str], facts) -> str:
    """Read from the act alone: "restocking_fee", or "restocking_fee if return_window above 14 else
    refund_time"."""
    if len(asked) == 1:
        return asked[0]
    then, _, condition, relation, limit, _, otherwise = asked
    outcome = decide(policy, condition, facts).outcome
    return then if (outcome > int(limit) if relation == "above" else str(outcome) == limit) else otherwise


def _readings(policy, asked: set[str], names: set[str]):
    """Every combination of values for facts that nobody tells, as far as rules tell them apart; a sample of
    them where there are very many."""
    topics, waiting = set(asked), sorted(asked)
    conditions = []
    while waiting:
        here = [c for rule in policy.rules(waiting.pop()) for c in rule.when]
        conditions += here
        new = {n for c in here for n in (c.fact, getattr(c, "topic", "")) if n in TOPICS} - topics
        topics |= new
        waiting += sorted(new)
    values = {
        name: sorted(_values(name, conditions), key=str)
        for name in sorted(names)
        if any(c.fact == name for c in conditions)
    }
    every = list(combinations(*values.values()))
    for chosen in every[:: max(1, len(every) // MOST_READINGS)]:
        yield dict(zip(values, chosen, strict=True))


def _values(name: str, conditions) -> set[object]:
    match FACTS[name].kind:
        case YesNo():
            return {True, False}
        case OneOf(_, options):
            return set(options)
    found = {0}
    for c in conditions:
        match c:
            case AtLeast(fact, amount) | AtMost(fact, amount) if fact == name:
                found |= {amount - 1, amount, amount + 1}
            case Between(fact, first, last) if fact == name:
                found |= {first - 1, first, last, last + 1}
            case Beyond(fact) | Within(fact) if fact == name:
                found |= {10, 1000}
    return {max(0, value) for value in found}
