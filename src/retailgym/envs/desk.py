"""Desk: read a support ticket, gather what it depends on, decide item by item as the policy says, reply, and submit."""

from ..desk.brief import ORDER_NOUN, brief_of, par_of
from ..desk.draw import Drawn, draw_ticket
from ..desk.facts import Dossier, needs_stock, pages_of
from ..desk.gold import Gold, derive
from ..desk.grade import Desk, Goal, grade
from ..desk.letter import letter
from ..desk.reading import ReadPolicy
from ..desk.talk import opens, replies
from ..drawing import persona
from ..env import Acts, Env, Moves, Observation, Outcome, Turn
from ..problem import Brief, Draft
from ..rng import Streams
from ..skills import Notes, Skill, call, content, threes
from ..tools import desk as desk_tools
from ..tools.kit import toolset
from ..value import Value, replace
from ..verdict import Verdict
from ..world import World
from ..world.ticket import Ticket

SPARE_TAGS = {1: 3, 2: 3, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7}  # by tier: as many as most tickets have at most


class Plan(Value):
    drawn: Drawn
    brief: Brief


def draw(at: Streams, world: World) -> Draft:
    world, drawn = draw_ticket(at / "desk", world)
    return put(at, world, drawn)


def put(at: Streams, world: World, drawn: Drawn) -> Draft:
    """A ticket on the desk."""
    brief = brief_of(drawn, world, persona(at), (at / "desk" / "unsaid")())
    d = drawn.dossier
    ticket = Ticket(id="t" + d.order.order_id[1:8], order=d.order, customer=d.customer, stock=d.stock)
    par = par_of(drawn, brief, SPARE_TAGS[drawn.tier])
    return Draft(world=replace(world, ticket=ticket), par=par, candidates=1, plan=Plan(drawn=drawn, brief=brief))


def settle(at: Streams, draft: Draft, k: int) -> tuple[Goal, Brief]:
    drawn: Drawn = draft.plan.drawn
    numbers = frozenset([v for told in drawn.dossier.told for v in told.values() if isinstance(v, int)])
    return Goal(gold=drawn.gold, numbers=numbers), draft.plan.brief


def verify(goal: Goal, outcome: Outcome) -> Verdict:
    after = outcome.after
    assert after.ticket is not None
    desk = Desk(
        ticket=after.ticket, policy=after.policy, submitted="submit" in after.answers, effort=outcome.effort, par=outcome.par,
        budgets=outcome.budgets,
    )  # fmt: skip
    return grade(goal, desk)


def expert(seen: Observation, heard: Acts) -> Moves:
    """Ask for what was left blank, read what the claims depend on, and do what the pages that were read say."""
    notes = Notes(heard)
    yield from _ask(notes)
    dossier = yield from _inspect(notes)
    read = {}
    for page in dict.fromkeys([page for n in range(len(dossier.told)) for page in pages_of(dossier.item(n))]):
        seen, _ = yield call("inspect_policy", page=page)
        read[page] = content(seen).text
    yield from _decide(derive(ReadPolicy(read), dossier), dossier.order.shop_currency)


def _ask(notes: Notes) -> Skill[None]:
    for group in threes(notes.named):
        labels: dict[int, list[str]] = {}
        for blank in group:
            labels.setdefault(blank.thing, []).append(blank.label)
        _, heard = yield Turn(" ".join([f"The {notes.things[n].noun}: {' and '.join(mine)}?" for n, mine in labels.items()]))
        notes.hear(heard)


def _inspect(notes: Notes) -> Skill[Dossier]:
    """The order, the customer, and the stock of items for which it matters."""
    items = [n for n, thing in notes.things.items() if thing.noun != ORDER_NOUN]
    of_order = {topic: t.value for topic, t in notes.told[len(items)].items()}
    seen, _ = yield call("inspect_order", order_id=of_order["order"])
    order = content(seen).order
    seen, _ = yield call("inspect_customer")
    told = tuple({topic: t.value for topic, t in notes.told[n].items()} for n in items)
    dossier = Dossier(order=order, customer=content(seen).customer, stock={}, told=told, of_order=of_order)
    stock = {}
    for n in items:
        if needs_stock(dossier.item(n)):
            seen, _ = yield call("inspect_inventory", item_id=order.ticket_items[n])
            stock[order.ticket_items[n]] = content(seen).stock
    return replace(dossier, stock=stock)


def _decide(gold: Gold, currency: str) -> Moves:
    for item in gold.items:
        amount = {"amount_cents": item.cents} if item.cents or item.resolution not in ("deny", "escalate", "request_info") else {}
        yield call("set_item_resolution", item_id=item.item_id, resolution=item.resolution, **amount)
    yield call("set_ticket_resolution", resolution=gold.resolution)
    yield call("set_priority", priority=gold.priority)
    for tag in gold.tags:
        yield call("add_tag", tag=tag)
    if gold.fraud:
        yield call("flag_fraud")
    yield call("draft_reply", message=letter(gold, currency))
    yield call("submit")


ABOUT = """A support ticket lies on the desk. Inspect the order, the customer's record, the policy and the stock as far as the claims depend on
them, ask the customer for what only they know, then decide: a resolution for each item, with the amount to the cent, and one for the ticket, its
priority, its tags, and whether it must be flagged for fraud. Write the reply and submit. What the policy says decides, not what the customer hopes
for; where records and customer disagree, the policy says which of them counts."""

ENV = Env(
    id="desk", version=5, closing="submit", tools=toolset(desk_tools), draw=draw, settle=settle, verify=verify, expert=expert, about=ABOUT,
    opens=opens, replies=replies,
)  # fmt: skip
