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
from .brief import GUESSED_AT_MOST, as_people_write, brief_of, cap_of, par_of
from .draw import DrawnTicket, draw_tickets
from .grade import DeskGoal, DeskOutcome, grade


class DeskPlan(Value):
    drawn: DrawnTicket
    brief: Brief
    luck: float  # how often who guesses at what was left blank is right; 0 if nothing was


def sample_task(stream: Streams, world: World) -> TaskPool:
    """A ticket whose par is within the cap, which is not for a colleague alone, and of which nothing is left
    blank at which anybody can guess.
    Where something was to be left blank, something is; the longer it takes, the less is asked of it."""
    own = bool(world.catalog.config.desk.outcomes)  # which stand as the shop has them
    blank = False
    for again in range(10):
        streams = stream / "desk" / "again" / again if again else stream / "desk"
        for found, drawn in draw_tickets(streams, world):
            pool = put(stream, found, drawn)
            assert pool.cap is not None
            blank |= pool.plan.luck > 0
            fair = pool.plan.luck <= (1 + again / 2) * GUESSED_AT_MOST and bool(pool.plan.luck) == blank
            if pool.par.calls <= pool.cap.calls and (own or (fair and not _all_fraud(drawn))):
                return pool
    return pool


def _all_fraud(drawn: DrawnTicket) -> bool:
    """Whether every chargeback goes to a colleague for fraud, so that hardly any fact makes a difference."""
    items = drawn.gold.items
    return drawn.tier == CHARGEBACK and all(i.fraud and i.resolution == "escalate" for i in items)


def put(stream: Streams, world: World, drawn: DrawnTicket) -> TaskPool:
    """A ticket on the desk."""
    brief, luck = brief_of(drawn, world, persona(stream), (stream / "desk" / "unsaid")())
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
