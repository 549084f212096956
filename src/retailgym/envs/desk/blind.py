"""The desk without reading: one answer for all, the commonest one, or that of the ticket which reads most
alike."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...catalog.search.tokens import terms
from ...core.env import Acts, Moves, Observation, Player, Said
from ...core.episode import Episode
from ...tools.desk_records import LineRecord, OrderRecord
from ...world.ticket import PAYING, CustomerRecord
from ..shared.expert_moves import Skill, call, content
from .facts import Dossier
from .reading import settle_by_reading

PAGES = ("tickets", "fraud", "return-costs", "damaged-and-wrong-items")
WORDS = {
    "refund": (
        "We have approved a refund. It arrived damaged. Please send it back to us. It comes to "
        "{total}. The money is paid within 9 days."
    ),
    "deny": (
        "We have to decline your claim. The return window has closed. If you disagree please write to us."
    ),
    "escalate": "I have escalated your case. It has to be reviewed. A colleague will contact you.",
}
SOUP = (
    "refund approved denied exchange store credit escalate supervisor photo damaged window days send "
    "back "
    "label amount policy review sorry"
)


class DeskAnswer(NamedTuple):
    """What was done about a ticket, without ids and amounts."""

    items: tuple[str, ...]
    ticket: str
    priority: str
    tags: tuple[str, ...]
    fraud: bool
    reply: str


def _opening(messages: Iterable[object]) -> str:
    return " ".join(m.text for m in messages if isinstance(m, Said))


def _look(seen: Observation, pages: Iterable[str] = ()) -> Skill[OrderRecord]:
    """The order that the ticket names, and some of what else there is."""
    order_id = _opening(seen.messages).partition("order ")[2].partition(",")[0]
    seen, _ = yield call("inspect_order", order_id=order_id)
    order: OrderRecord = content(seen).order
    yield call("inspect_customer")
    for page in pages:
        yield call("inspect_policy", page=page)
    return order


def _paid(line: LineRecord) -> int:
    return (
        line.quantity * line.unit_cents - line.coupon_share_cents + line.tax_cents + line.delivery_share_cents
    )


def _give(order: OrderRecord, answer: DeskAnswer) -> Moves:
    """The same answer here: item by item in order, for what was paid."""
    lines = {line.item_id: line for line in order.lines}
    total = 0
    for k, item_id in enumerate(order.ticket_items):
        resolution = answer.items[k % len(answer.items)]
        cents = _paid(lines[item_id]) if resolution in PAYING else 0
        total += cents
        yield call(
            "set_item_resolution",
            item_id=item_id,
            resolution=resolution,
            **({"amount_cents": cents} if cents else {}),
        )
    yield from _close(answer, f"{total // 100}.{total % 100:02d}")


def _close(answer: DeskAnswer, total: str = "0") -> Moves:
    yield call("set_ticket_resolution", resolution=answer.ticket)
    yield call("set_priority", priority=answer.priority)
    for tag in answer.tags:
        yield call("add_tag", tag=tag)
    if answer.fraud:
        yield call("flag_fraud")
    yield call("draft_reply", message=answer.reply.replace("{total}", total))
    yield call("submit")


def _always(resolution: str, priority: str, *tags: str) -> Player:
    """Looks at everything, and gives the same answer to everybody."""

    def player(seen: Observation, heard: Acts) -> Moves:
        order = yield from _look(seen, PAGES)
        yield from _give(
            order, DeskAnswer((resolution,), resolution, priority, tags, False, WORDS[resolution])
        )

    return player


def at_once(seen: Observation, heard: Acts) -> Moves:
    """Submits without a look."""
    yield call("submit")


def soup(seen: Observation, heard: Acts) -> Moves:
    """Refunds, with every word in the reply that could be wanted."""
    order = yield from _look(seen)
    yield from _give(order, DeskAnswer(("refund",), "refund", "medium", ("refund_request",), False, SOUP))


def flags_all(seen: Observation, heard: Acts) -> Moves:
    """Takes everyone for a fraudster."""
    order = yield from _look(seen, PAGES)
    yield from _give(
        order,
        DeskAnswer(
            ("escalate",),
            "escalate",
            "urgent",
            ("fraud_flag", "escalation_required"),
            True,
            WORDS["escalate"],
        ),
    )


def by_the_records(seen: Observation, heard: Acts) -> Moves:
    """Goes by rules of thumb about the records, without a word of the customer or of the policy."""
    order = yield from _look(seen)
    seen, _ = yield call("inspect_customer")
    signs = _signs(order, content(seen).customer)
    items = tuple(
        [
            _thumb(order, line, signs)
            for item_id in order.ticket_items
            for line in order.lines
            if line.item_id == item_id
        ]
    )
    ticket = (
        items[0]
        if len(set(items)) == 1
        else next((r for r in ("escalate", "request_info") if r in items), "partial_refund")
    )
    yield from _give(
        order, DeskAnswer(items, ticket, "medium", (), signs >= 3, WORDS.get(items[0], WORDS["refund"]))
    )


def _signs(order: OrderRecord, customer: CustomerRecord) -> int:
    lately = Counter([e.what for e in customer.history if e.day >= order.today - 90])
    new = order.today - customer.account_opened_day < 30
    shared = (
        customer.device_used_by_refunded_accounts,
        customer.receipt_shown_for_earlier_return,
        order.ships_to != order.bills_to,
    )
    return sum([lately["refund"] >= 4, lately["claim"] >= 3, new, *shared])


def _thumb(order: OrderRecord, line: LineRecord, signs: int) -> str:
    dispute = next((d for d in order.payments.disputes if d.item_id == line.item_id), None)
    if signs >= 2:
        return "escalate" if signs >= 3 else "request_info"
    if dispute is not None:
        return "escalate" if dispute.amount_cents > 70_000 else "deny"
    if _paid(line) > 30_000:
        return "escalate"
    return (
        "deny"
        if line.parcel.delivered_day is not None and order.today - line.parcel.delivered_day > 30
        else "refund"
    )


def _assumes(reason: str) -> Player:
    """Reads all records and the whole policy, and takes it for granted what the customer says: the same
    trouble with everything, proof of it, and the money back."""

    def player(seen: Observation, heard: Acts) -> Moves:
        order = yield from _look(seen)
        seen, _ = yield call("inspect_customer")
        customer, stock = content(seen).customer, {}
        for item_id in order.ticket_items:
            seen, _ = yield call("inspect_inventory", item_id=item_id)
            stock[item_id] = content(seen).stock
        said = {"reason": reason, "wants": "refund", "condition": "opened", "packaging": "kept"}
        told = tuple([{**said, "photo": "fault", "hazard": "harmless"} for _ in order.ticket_items])
        dossier = Dossier(
            order=order, customer=customer, stock=stock, told=told, of_order={"receipt": "kept"}
        )
        gold = yield from settle_by_reading(dossier)
        for item in gold.items:
            amount = {"amount_cents": item.cents} if item.cents or item.resolution in PAYING else {}
            yield call("set_item_resolution", item_id=item.item_id, resolution=item.resolution, **amount)
        answer = DeskAnswer((), gold.resolution, gold.priority, gold.tags, gold.fraud, WORDS["refund"])
        yield from _close(answer)

    return player


class AnswerTable:
    """Remembers finished tickets: knows the commonest answer to those with as many items, and the one to the
    ticket that reads most alike."""

    def __init__(self, episodes: Iterable[Episode]) -> None:
        self._answers: list[DeskAnswer] = []
        self._counts: dict[int, Counter[DeskAnswer]] = defaultdict(Counter)
        self._budgets: dict[tuple[int, int], Counter[DeskAnswer]] = defaultdict(Counter)
        self._holding: dict[str, list[int]] = defaultdict(list)
        for episode in episodes:
            self._remember(episode)

    def _remember(self, episode: Episode) -> None:
        ticket = episode.world.ticket
        assert ticket is not None
        items = tuple([ticket.items[i].resolution for i in ticket.file.about])
        answer = DeskAnswer(
            items, ticket.resolution, ticket.priority, tuple(sorted(ticket.tags)), ticket.fraud, ticket.reply
        )
        self._counts[len(items)][answer._replace(reply="")] += 1
        budgets = episode.task.budgets(episode.world.axes, 1)
        self._budgets[budgets.calls, budgets.exchanges][answer._replace(reply="")] += 1
        for term in set(terms(_opening(e.message for e in episode.log[:1]))):
            self._holding[term].append(len(self._answers))
        self._answers.append(answer)

    def commonest(self, seen: Observation, heard: Acts) -> Moves:
        order = yield from _look(seen, PAGES)
        counts = self._counts[len(order.ticket_items)] or self._counts[min(self._counts)]
        best = min(counts, key=lambda a: (-counts[a], a))
        reply = next(a.reply for a in self._answers if a._replace(reply="") == best)
        yield from _give(order, best._replace(reply=reply))

    def by_budget(self, seen: Observation, heard: Acts) -> Moves:
        """The commonest answer to tickets with the same budgets."""
        counts = self._budgets[seen.calls_left, seen.exchanges_left] or self._budgets[min(self._budgets)]
        order = yield from _look(seen, PAGES)
        yield from _give(order, min(counts, key=lambda a: (-counts[a], a))._replace(reply=WORDS["refund"]))

    def alike(self, seen: Observation, heard: Acts) -> Moves:
        """The answer to the ticket that shares the rarest words; ties go to the earlier one."""
        scores: Counter[int] = Counter()
        for term in set(terms(_opening(seen.messages))):
            holding = self._holding.get(term, [])
            for n in holding:
                scores[n] += 1_000_000 // len(holding)
        order = yield from _look(seen, PAGES)
        yield from _give(order, self._answers[min(scores, key=lambda n: (-scores[n], n))])


def pointing(names: Sequence[str]) -> Player:
    """Settles each item as it is named, for what was paid; what becomes of most becomes of the ticket."""

    def player(seen: Observation, heard: Acts) -> Moves:
        order = yield from _look(seen, PAGES)
        chosen = dict([name.split("=") for name in names])
        items = tuple([chosen[item_id] for item_id in order.ticket_items])
        ticket = items[0] if len(set(items)) == 1 else "partial_refund"
        reply = WORDS.get(items[0], WORDS["refund"])
        yield from _give(order, DeskAnswer(items, ticket, "medium", (), False, reply))

    return player


PLAYERS: dict[str, Player] = {
    "always_refund": _always("refund", "medium", "refund_request"), "always_deny": _always("deny", "low",
    "return_window_exceeded"),
    "always_escalate": _always("escalate", "high", "escalation_required"), "at_once": at_once, "soup": soup,
    "flags_all": flags_all,
    "by_the_records": by_the_records,
    "assumes_damage": _assumes("damaged"), "assumes_a_change_of_mind": _assumes("changed_mind"),
    "assumes_it_never_came": _assumes("never_arrived"),
}  # fmt: skip
