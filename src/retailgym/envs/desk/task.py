"""Desk: what is drawn, which goal a candidate has, and what the verifier checks."""

from ...core.env import Outcome
from ...core.reward import Verdict
from ...core.streams import Streams
from ...core.task import Brief, TaskPool
from ...core.values import Value, replace
from ...tools.desk_records import order_record
from ...tools.policy import book_in
from ...world import World
from ..shared.shelves import Name, persona
from .aim import CHARGEBACK
from .brief import GUESSED, as_people_write, brief_of, cap_of, par_of
from .draw import DrawnTicket, draw_tickets
from .grade import DeskGoal, DeskOutcome, grade
from .plan import items_at

AGAIN, ALL = 4, 1000  # times that a ticket is drawn at most; per mille


class DeskPlan(Value):
    drawn: DrawnTicket
    brief: Brief
    luck: float  # how often who guesses at what was left blank is right; 0 if nothing was


def sample_task(stream: Streams, world: World) -> TaskPool:
    """A ticket whose par is within the cap, which is not for a colleague alone, and of which nothing is left
    blank at which anybody can guess: it is drawn again until that is so. Failing that, the one is taken at
    which it is hardest, and told in full if that is too easy still."""
    own = bool(world.catalog.config.desk.outcomes)  # which stand as the shop has them
    items, blank, tried = items_at(stream / "desk", world), False, list[TaskPool]()
    for again in range(AGAIN):
        streams = stream / "desk" / "again" / again if again else stream / "desk"
        for found, drawn in draw_tickets(streams, world, items):
            pool = put(stream, found, drawn, blank or None)
            if items == 1 and pool.plan.luck > GUESSED and world.axes.p_omit < ALL:
                pool = put(stream, found, drawn, False)  # there is too little to leave blank
            blank = blank or pool.plan.luck > 0
            fair = pool.plan.luck <= GUESSED and not _all_fraud(drawn)
            if _within_cap(pool) and (own or (fair and bool(pool.plan.luck) == blank)):
                return pool
            tried.append(pool)
    best = min(
        tried, key=lambda t: (not _within_cap(t), not t.plan.luck, _all_fraud(t.plan.drawn), t.plan.luck)
    )
    if best.plan.luck > 2 * GUESSED and world.axes.p_omit < ALL:
        return put(stream, best.world, best.plan.drawn, False)
    return best


def _within_cap(pool: TaskPool) -> bool:
    par, cap = pool.par, pool.cap
    return cap is not None and par.exchanges <= cap.exchanges and par.calls <= cap.calls


def _all_fraud(drawn: DrawnTicket) -> bool:
    """Whether every chargeback goes to a colleague for fraud, so that hardly any fact makes a difference."""
    items = drawn.gold.items
    return drawn.tier == CHARGEBACK and all(i.fraud and i.resolution == "escalate" for i in items)


def put(stream: Streams, world: World, drawn: DrawnTicket, blank: bool | None = None) -> TaskPool:
    """A ticket on the desk, of which something is left blank by chance, or for certain, or not."""
    unsaid = (stream / "desk" / "unsaid")()
    brief, luck = brief_of(drawn, world, persona(stream), unsaid, blank)
    brief = as_people_write(stream / "desk", drawn, world, brief)
    book = book_in(world)
    par = par_of(drawn, brief, book)
    cap = cap_of(drawn.tier, len(drawn.goods), world.axes.p_omit, book.size if book else 0)
    return TaskPool(
        world=replace(world, ticket=drawn.ticket),
        par=par,
        cap=cap,
        candidates=1,
        plan=DeskPlan(drawn=drawn, brief=brief, luck=luck),
    )


def choose_goal(stream: Streams, tasks: TaskPool, k: int) -> tuple[DeskGoal, Brief]:
    drawn: DrawnTicket = tasks.plan.drawn
    d = drawn.dossier
    return DeskGoal(
        gold=drawn.gold, told=d.told, of_order=d.of_order, names=tuple([names(g.name) for g in drawn.goods])
    ), tasks.plan.brief


def names(name: Name) -> tuple[str, ...]:
    """What a letter may call an item: a pair of boots is boots as well."""
    found = (name.noun, name.plural, *name.called)
    return tuple(
        dict.fromkeys([*found, *[n.removeprefix("pair of ").removeprefix("pairs of ") for n in found]])
    )


def verify(goal: DeskGoal, outcome: Outcome) -> Verdict:
    after = outcome.after
    assert after.ticket is not None
    desk = DeskOutcome(
        ticket=after.ticket,
        order=order_record(after.catalog, after.today, after.ticket),
        policy=after.policy,
        handbook=book_in(after),
        submitted="submit" in after.answers,
        effort=outcome.effort,
        par=outcome.par,
        budgets=outcome.budgets,
    )
    return grade(goal, desk)
