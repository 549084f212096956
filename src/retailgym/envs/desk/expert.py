"""Desk: the expert, who sees only what was said and shown."""

from ...core.env import Acts, Moves, Observation, Turn
from ...core.values import replace
from ..shared.expert_moves import Notes, Skill, call, content, threes
from .brief import ORDER_NOUN
from .facts import Dossier, needs_stock, pages_of
from .gold import Gold, derive
from .letter import letter
from .reading import ReadPolicy


def expert(seen: Observation, heard: Acts) -> Moves:
    """Ask for what was left blank, read what the claims depend on, and do what the pages that were read
    say."""
    notes = Notes(heard)
    yield from _ask(notes)
    dossier = yield from _inspect(notes)
    read = {}
    for page in dict.fromkeys([page for n in range(len(dossier.told)) for page in pages_of(dossier.item(n))]):
        seen, _ = yield call("inspect_policy", page=page)
        read[page] = content(seen).text
    nouns = [notes.things[n].noun for n in range(len(dossier.told))]
    gold = derive(ReadPolicy(read), dossier)
    yield from _decide(gold, letter(gold, nouns, dossier.order.shop_currency))


def _ask(notes: Notes) -> Skill[None]:
    for group in threes(notes.named):
        labels: dict[int, list[str]] = {}
        for blank in group:
            labels.setdefault(blank.thing, []).append(blank.label)
        _, heard = yield Turn(
            " ".join([f"The {notes.things[n].noun}: {' and '.join(mine)}?" for n, mine in labels.items()])
        )
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


def _decide(gold: Gold, reply: str) -> Moves:
    for item in gold.items:
        amount = (
            {"amount_cents": item.cents}
            if item.cents or item.resolution not in ("deny", "escalate", "request_info")
            else {}
        )
        yield call("set_item_resolution", item_id=item.item_id, resolution=item.resolution, **amount)
    yield call("set_ticket_resolution", resolution=gold.resolution)
    yield call("set_priority", priority=gold.priority)
    for tag in gold.tags:
        yield call("add_tag", tag=tag)
    if gold.fraud:
        yield call("flag_fraud")
    yield call("draft_reply", message=reply)
    yield call("submit")
