"""Desk: the expert, who sees only what was said and shown."""

from collections.abc import Callable

from ...core.env import Acts, Moves, Observation, Turn
from ...core.task import TOPICS_PER_QUESTION
from ...core.values import replace
from ...customer.acts import Named
from ...customer.locale.en.tickets import LABELS
from ...tools.desk_records import OrderRecord
from ..shared.expert_moves import Notes, Skill, call, content, listening
from .brief import ORDER_NOUN
from .facts import Dossier, needs_stock, topics_of
from .gold import CITED, Gold, deciding
from .letter import letter
from .linking import plain
from .reading import DeskLibrary, read_up

STEPS = ("items", "ticket", "priority", "tags")  # where no procedure tells an order


def expert(seen: Observation, heard: Acts) -> Moves:
    """Ask for what was left blank, read what the claims depend on, and do what the pages that were read
    say."""
    notes = Notes(heard)
    yield from listening(notes, steps(notes, _ask))


Learn = Callable[[Notes, list[Named]], Skill[None]]


def steps(notes: Notes, learn: Learn) -> Moves:
    """The same, where what was left blank is learned in some way."""
    order = yield from _open(notes)
    while blanks := _blank(notes, order):
        yield from learn(notes, blanks)
    dossier = yield from _inspect(notes, order)
    gold, policy = yield from read_up(dossier)
    cited = _cited(policy, plain(policy, dossier)) if isinstance(policy, DeskLibrary) else {}
    nouns = [notes.things[n].noun for n in range(len(dossier.told))]
    order_of_work = policy.working_order if isinstance(policy, DeskLibrary) else STEPS
    for step in order_of_work:
        yield from _decide(step, gold, cited)
    if gold.fraud:
        yield call("flag_fraud")
    yield call("draft_reply", message=letter(gold, nouns, dossier.order.shop_currency))
    yield call("submit")


def _items(notes: Notes) -> list[int]:
    return [n for n, thing in notes.things.items() if thing.noun != ORDER_NOUN]


def _open(notes: Notes) -> Skill[OrderRecord]:
    seen, _ = yield call("inspect_order", order_id=notes.told[len(_items(notes))]["order"].value)
    order: OrderRecord = content(seen).order
    return order


def _blank(notes: Notes, order: OrderRecord) -> list[Named]:
    """What is still to be learned, first what is wrong: what the form names as blank, and what a claim of its
    kind needs that the form neither tells nor names."""
    items = _items(notes)
    named = {(b.thing, b.topic): b.label for b in notes.named}
    needed = [] if order.payments.disputes else [(len(items), "receipt")]
    for n in items:
        line, noun = order.line(order.ticket_items[n]), notes.things[n].noun
        reason = notes.told[n].get("reason")
        about = str(reason.value) if reason else None
        topics = ("reason",) if order.payments.disputes else topics_of(about, line.quantity, noun)
        needed += [(n, topic) for topic in topics]
    open_ = [p for p in dict.fromkeys([*named, *needed]) if p[1] not in notes.told[p[0]]]
    open_.sort(key=lambda place: place[1] != "reason")
    return [Named(thing=n, topic=topic, label=named.get((n, topic)) or LABELS[topic]) for n, topic in open_]


def _ask(notes: Notes, blanks: list[Named]) -> Skill[None]:
    """Three at once; what is wrong with something may make more matter."""
    labels: dict[int, list[str]] = {}
    for blank in blanks[:TOPICS_PER_QUESTION]:
        labels.setdefault(blank.thing, []).append(blank.label)
    _, heard = yield Turn(
        " ".join([f"The {notes.things[n].noun}: {' and '.join(mine)}?" for n, mine in labels.items()])
    )
    notes.hear(heard)


def _inspect(notes: Notes, order: OrderRecord) -> Skill[Dossier]:
    """The customer, and the stock of items for which it matters."""
    items = _items(notes)
    of_order = {topic: t.value for topic, t in notes.told[len(items)].items()}
    seen, _ = yield call("inspect_customer")
    customer = content(seen).customer
    told = tuple({topic: t.value for topic, t in notes.told[n].items()} for n in items)
    dossier = Dossier(order=order, customer=customer, stock={}, told=told, of_order=of_order)
    stock = {}
    for n in items:
        if needs_stock(dossier.item(n)):
            seen, _ = yield call("inspect_inventory", item_id=order.ticket_items[n])
            stock[order.ticket_items[n]] = content(seen).stock
    return replace(dossier, stock=stock)


def _cited(policy: DeskLibrary, dossier: Dossier) -> dict[str, str]:
    """For each item the section of the handbook that decides it."""
    items = enumerate(dossier.order.ticket_items)
    return {id: deciding(policy, dossier, n, (CITED,))[CITED] for n, id in items}


def _decide(step: str, gold: Gold, cited: dict[str, str]) -> Moves:
    """What is decided in one step."""
    match step:
        case "items":
            for item in gold.items:
                moves = item.cents or item.resolution not in ("deny", "escalate", "request_info")
                more: dict[str, object] = {"amount_cents": item.cents} if moves else {}
                if item.item_id in cited:
                    more["clause_id"] = cited[item.item_id]
                yield call("set_item_resolution", item_id=item.item_id, resolution=item.resolution, **more)
        case "ticket":
            yield call("set_ticket_resolution", resolution=gold.resolution)
        case "priority":
            yield call("set_priority", priority=gold.priority)
        case "tags":
            for tag in gold.tags:
                yield call("add_tag", tag=tag)
