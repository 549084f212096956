"""Starter: find the products that the customer describes, some of whose details come only when asked.

`retailgym new` writes this file under another name. It is a whole environment, small on purpose: change one
thing at a time and keep its test green."""

from ..catalog.wishes import Wish
from ..core.env import Acts, Env, Moves, Observation, Outcome
from ..core.reward import Check, Findings
from ..core.streams import Streams
from ..core.task import Brief, Par, Request, TaskPool, Thing, questions
from ..core.values import Value
from ..envs.shared.candidates import CandidateProducts, set_up
from ..envs.shared.expert_moves import Notes, ask, call, find
from ..envs.shared.shelves import CANDIDATES, name_of, persona, pick_shelves, wish_detail
from ..tools import catalog as catalog_tools
from ..tools import shop as shop_tools
from ..tools.kit import ProductId, View, closes, toolset
from ..world import World


class StarterGoal(Value):
    """What the judge checks. The agent never sees it."""

    product_ids: tuple[str, ...]


class StarterSlot(Value):
    """One thing that is wanted, drawn for all candidates alike: a shelf with a product for each, and which
    wishes are left unsaid."""

    picks: CandidateProducts
    unsaid: list[bool]


class StarterAnswer(View):
    """What the closing tool gives back. It shows no ids: naming one is not having retrieved it."""

    products: int


@closes
def starter_done(world: World, product_ids: list[ProductId]) -> tuple[tuple[str, ...], StarterAnswer]:
    """Name the products that the customer means, in any order, and finish. This cannot be undone."""
    return tuple(product_ids), StarterAnswer(products=len(product_ids))


def sample_task(stream: Streams, world: World) -> TaskPool:
    """The shop and the budgets, for four candidate goals alike. Which of them it will be is not known
    here."""
    slots = _slots(stream / "starter", world)
    calls = max(
        1 + sum(_calls(slot.picks, k, world.axes.retrieval_depth) for slot in slots)
        for k in range(CANDIDATES)
    )
    par = Par(exchanges=questions(sum(sum(slot.unsaid) for slot in slots)), calls=calls)
    return TaskPool(
        world=set_up(world, [slot.picks for slot in slots]), par=par, candidates=CANDIDATES, plan=slots
    )


def _slots(stream: Streams, world: World) -> list[StarterSlot]:
    """More things with the level, and more wishes for each. Every stream has a name of its own, so that no
    draw shifts another."""
    slots = []
    for k, shelf in enumerate(pick_shelves((stream / "shelves")(), world, 1 + world.axes.level // 4)):
        wishes = min(world.axes.constraints, len(world.catalog.category(shelf).filters))
        unsaid = (stream / "unsaid" / k)().chances(wishes, world.axes.p_omit)
        slots.append(
            StarterSlot(
                picks=CandidateProducts((stream / "picks" / k)(), world.catalog, shelf, wishes), unsaid=unsaid
            )
        )
    return slots


def _calls(picks: CandidateProducts, k: int, depth: int) -> int:
    """What `find` needs: a look at the shelf, the pages of a filtered search, a comparison of each where
    there is a choice."""
    count = picks.found(picks.wanted[k])
    pages = [min(depth, count - n) for n in range(0, count, depth)]
    return 1 + len(pages) + (sum(-(-page // catalog_tools.COMPARED) for page in pages) if count > 1 else 0)


def choose_goal(stream: Streams, pool: TaskPool, k: int) -> tuple[StarterGoal, Brief]:
    """The goal of candidate k, and what its customer knows. `job` chooses the opening words in
    customer/locale/en/phrases.py."""
    slots: list[StarterSlot] = pool.plan
    goal = StarterGoal(product_ids=tuple(s.picks.product(s.picks.wanted[k].place).id for s in slots))
    things = tuple(_thing(pool.world, slot, slot.picks.wishes(slot.picks.wanted[k])) for slot in slots)
    return goal, Brief(persona=persona(stream), requests=(Request(job="cart", things=things),))


def _thing(world: World, slot: StarterSlot, wishes: tuple[Wish, ...]) -> Thing:
    name = name_of(world.catalog, slot.picks.shelf)
    details = [
        wish_detail(slot.picks.category, w, "mentioned" if left else "stated")
        for w, left in zip(wishes, slot.unsaid, strict=True)
    ]
    return Thing(
        noun=name.noun,
        plural=name.plural,
        called=name.called,
        shelf=slot.picks.shelf.name,
        details=tuple(details),
    )


def verify(goal: StarterGoal, outcome: Outcome) -> Findings:
    """The gates, each with its reason, and the share of the work that was done."""
    named: tuple[str, ...] = outcome.after.answers.get("starter_done", ())
    unseen = [id for id in named if id not in outcome.retrieved]
    right = [id for id in goal.product_ids if id in named and id in outcome.retrieved]
    wanted = f"wanted {', '.join(goal.product_ids)}; named {', '.join(named) or 'nothing'}"
    shown = f"never shown: {', '.join(unseen)}" if unseen else "every product was shown first"
    return Findings(
        checks=(
            Check(name="as_meant", passed=sorted(named) == sorted(goal.product_ids), because=wanted),
            Check(name="retrieved", passed=not unseen, because=shown),
        ),
        credit=len(right) / max(len(goal.product_ids), len(named)),
    )


def expert(seen: Observation, heard: Acts) -> Moves:
    """Ask for what was named, find each product, name them all. It sees what any agent sees, and the acts
    behind the words."""
    notes = Notes(heard)
    yield from ask(notes, notes.named)
    products = []
    for n, thing in notes.things.items():
        products.append((yield from find(thing.shelf, notes.of(n, "wish"))))
    yield call("starter_done", product_ids=products)


ABOUT = """A customer describes certain products. Ask for the details that they leave open, find exactly what
they mean, and name it."""

ENV = Env(
    id="starter",
    version=1,
    closing="starter_done",
    tools=toolset(catalog_tools, shop_tools, starter_done),
    sample_task=sample_task,
    choose_goal=choose_goal,
    verify=verify,
    expert=expert,
    about=ABOUT,
)
