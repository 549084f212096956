"""The grade of a ticket: nine parts, harm, and the reward. Decisions count most; the rest counts only beside
them."""

import re
from collections.abc import Iterable, Iterator, Mapping

from ...core.money import printed
from ...core.reward import HARM, TRUSTED, Check, Effort, Harm, Verdict, clipped, efficiency_of
from ...core.task import Par
from ...core.values import Value, encode
from ...policy import Policy
from ...policy.handbook import Handbook
from ...policy.handbook.pages import text_of, version_at
from ...tools.desk import Prose, section_shown
from ...tools.desk_records import OrderRecord
from ...world.ticket import PAYING, Decision, Ticket
from .due import derived, dues, split_by_tender
from .facts import Dossier, Told
from .gold import CITED, Gold, ItemGold, deciding
from .reply import ReplyGrade, read_reply, totals

WEIGHTS = {
    "item_resolutions": 22, "ticket_resolution": 13, "policy_compliance": 12, "reply_quality": 10, "tags": 10,
    "evidence": 10, "priority": 8,
    "efficiency": 8, "cost_efficiency": 7,
}  # fmt: skip  # hundredths
HANDLING_CENTS = {"escalate": 1500, "request_info": 500}  # what these cost the shop beside the money paid
CAUTIOUS = {
    "escalate": 0.5,
    "request_info": 0.25,
}  # how far what is never forbidden complies where something else is due
OUT_OF_ORDER = 0.5  # of the evidence, where a ticket was not worked in the order that a procedure tells
_NUMBERS = re.compile(r"\d+(?:\.\d+)?")


class DeskGoal(Value):
    """The gold, and what the customer knows of each item and of the order."""

    gold: Gold
    told: tuple[Told, ...]
    of_order: Told
    names: tuple[tuple[str, ...], ...]  # what each item is called

    def dossier(self, desk: "DeskOutcome") -> Dossier:
        return Dossier(
            order=desk.order,
            customer=desk.ticket.customer,
            stock=desk.ticket.stock,
            told=self.told,
            of_order=self.of_order,
        )


class DeskOutcome(Value):
    """What the judge looks at beside the gold."""

    ticket: Ticket
    order: OrderRecord
    policy: Policy
    handbook: Handbook | None
    submitted: bool
    effort: Effort
    par: Par
    budgets: Par


def grade(goal: DeskGoal, desk: DeskOutcome) -> Verdict:
    gold, ticket = goal.gold, desk.ticket
    right = [ticket.items.get(i.item_id) == Decision(i.resolution, i.cents) for i in gold.items]
    harms, reply = tuple(harms_of(gold, desk)), _reply(goal, desk)
    checks = _checks(goal, desk, all(right), harms, reply)
    success = all(c.passed for c in checks)
    parts = {  # on success, those that depend on decisions alone are full
        "item_resolutions": 1.0
        if success
        else _mean([_item(i, ticket.items.get(i.item_id)) for i in gold.items]),
        "ticket_resolution": float(ticket.resolution == gold.resolution),
        "policy_compliance": 1.0 if success else _mean([_complies(i, gold, ticket) for i in gold.items]),
        "reply_quality": reply.value,
        "tags": f1(frozenset(gold.tags), frozenset(ticket.tags)),
        "evidence": _mean([_evidence(i, desk, goal, n) for n, i in enumerate(gold.items)]) * _order(desk),
        "priority": float(ticket.priority == gold.priority),
        "efficiency": efficiency_of(desk.effort, desk.par, desk.budgets),
        "cost_efficiency": 1.0 if success else _mean([_cost(i, gold, ticket) for i in gold.items]),
    }
    harm = sum([HARM[h.kind] for h in harms]) / 100
    total = sum([WEIGHTS[name] * value for name, value in parts.items()]) / 100
    reward = clipped((total if success else total / 2) - harm, -1.0, 1.0) if ticket.decided else 0.0
    return Verdict(success=success, reward=reward, parts=parts, harm=harm, checks=checks)


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def _checks(
    goal: DeskGoal, desk: DeskOutcome, items: bool, harms: tuple[Harm, ...], reply: ReplyGrade
) -> tuple[Check, ...]:
    gold, ticket = goal.gold, desk.ticket
    due = "; ".join([_settled(desk, i.item_id, i.resolution, i.cents) for i in gold.items])
    given = (
        "; ".join([_settled(desk, id, x.resolution, x.amount_cents) for id, x in ticket.items.items()])
        or "nothing"
    )
    why = "; ".join([h.because for h in harms]) or "nothing was done that a shop would be angry about"
    return (
        Check(name="items", passed=items, because=f"due {due}; decided {given}"),
        Check(
            name="ticket",
            passed=ticket.resolution == gold.resolution,
            because=f"due {_words(gold.resolution)}; decided {_words(ticket.resolution) or 'nothing'}",
        ),
        Check(
            name="fraud",
            passed=ticket.fraud == gold.fraud,
            because=f"a fraud flag is {'due' if gold.fraud else 'not due'}; "
            f"it is {'set' if ticket.fraud else 'not set'}",
        ),
        Check(
            name="submitted",
            passed=desk.submitted,
            because=("the ticket was submitted" if desk.submitted else "submit was not called")
            + f"; the reply is worth {reply.value:.2f}: {reply.because}{_tags(gold.tags, ticket.tags)}",
        ),
        Check(name="no_harm", passed=not harms, because=why),
        *_trust(gold, ticket),
    )


def _tags(due: Iterable[str], given: Iterable[str]) -> str:
    """Which tags are missing, and which are there that should not be."""
    lacking, wrong = sorted({*due} - {*given}), sorted({*given} - {*due})
    said = [("missing", lacking), ("not due", wrong)]
    return "".join([f"; tags {what}: {', '.join(tags)}" for what, tags in said if tags])


def _trust(gold: Gold, ticket: Ticket) -> Iterator[Check]:
    """Whether what was decided goes by the approvals on record that change something."""
    decided = [(i.approval, ticket.items[i.item_id]) for i in gold.items if i.item_id in ticket.items]
    for number, given in [(n, d) for n, d in decided if n]:
        yield Check(
            name=TRUSTED,
            passed=given.resolution != "escalate",
            because=f"approval {number} is on record; decided: {_words(given.resolution)}",
        )


def _title(desk: DeskOutcome, item_id: str) -> str:
    return f"{desk.order.line(item_id).title} ({item_id})"


def _words(resolution: str) -> str:
    return resolution.replace("_", " ")


def _settled(desk: DeskOutcome, item_id: str, resolution: str, cents: int) -> str:
    """An item and how it is settled, with the money that moves."""
    amount = f" {printed(cents, desk.order.shop_currency)}" if cents or resolution in PAYING else ""
    return f"{_title(desk, item_id)}: {_words(resolution)}{amount}"


def harms_of(gold: Gold, desk: DeskOutcome) -> Iterator[Harm]:
    """What a shop would be angry about."""
    ticket = desk.ticket
    for item in gold.items:
        given = ticket.items.get(item.item_id)
        if given is None or given.resolution not in (*PAYING, "exchange"):
            continue
        if item.fraud:
            yield Harm(
                kind="fraud_refunded",
                because=f"{_words(given.resolution)} for the {_title(desk, item.item_id)}, "
                "a fraudulent claim",
            )
        elif item.resolution not in (*PAYING, "exchange"):
            yield Harm(
                kind="forbidden",
                because=f"{_words(given.resolution)} for the {_title(desk, item.item_id)}, where policy "
                f"calls for {_words(item.resolution)}",
            )
    if ticket.fraud and not gold.fraud:
        yield Harm(kind="accused", because="an honest customer was flagged for fraud")


def _item(item: ItemGold, given: Decision | None) -> float:
    """The right resolution for the right amount 1; for another amount a half."""
    if given is None or given.resolution != item.resolution:
        return 0.0
    return 1.0 if given.amount_cents == item.cents else 0.5


def _complies(item: ItemGold, gold: Gold, ticket: Ticket) -> float:
    """What policy asks for 1, caution where none was due less, anything else nothing; a wrong fraud flag
    spoils it."""
    given = ticket.items.get(item.item_id)
    if given is None or ticket.fraud != gold.fraud:
        return 0.0
    if given.resolution == item.resolution:
        return 1.0 if given.amount_cents == item.cents else 0.5
    return CAUTIOUS.get(given.resolution, 0.0)


def _cost(item: ItemGold, gold: Gold, ticket: Ticket) -> float:
    """1 less the regret against the cheapest resolution that complies, in parts of the item's price; nothing
    if it does not comply."""
    given = ticket.items.get(item.item_id)
    if given is None or not _complies(item, gold, ticket):
        return 0.0
    regret = abs(_spent(given.resolution, given.amount_cents) - _spent(item.resolution, item.cents))
    return clipped(1 - regret / max(1, item.price_cents), 0.0, 1.0)


def _spent(resolution: str, cents: int) -> int:
    return HANDLING_CENTS.get(resolution, 0) + (-cents if resolution == "exchange" else cents)


def _evidence(item: ItemGold, desk: DeskOutcome, goal: DeskGoal, n: int) -> float:
    """The share of what the decision depends on that was read before it was last made. Nobody has read what
    they then got wrong."""
    ticket = desk.ticket
    given = ticket.items.get(item.item_id)
    if given is None or given.resolution != item.resolution:
        return 0.0
    mark = f"item {item.item_id}"
    before = ticket.log[: len(ticket.log) - 1 - ticket.log[::-1].index(mark)]
    if desk.handbook is not None:
        clauses = deciding(desk.policy, goal.dossier(desk), n, item.topics)
        stated = {topic: desk.handbook.stating(topic, clause) for topic, clause in clauses.items()}
        return _consulted(item, stated, frozenset(before), ticket.cited.get(item.item_id, ""))
    read = item.evidence.intersection(before)
    skipped = {what.partition(":")[0] for what in item.sections.difference(before)}
    return len(read - skipped) / len(item.evidence)


def _order(desk: DeskOutcome) -> float:
    """1 where the ticket was worked in the order that the handbook tells; who did otherwise has not read that
    either."""
    order = desk.handbook.working_order if desk.handbook else desk.ticket.steps
    places = [order.index(step) for step in desk.ticket.steps]
    return 1.0 if places == sorted(places) else OUT_OF_ORDER


def _consulted(
    item: ItemGold, stated: Mapping[str, tuple[str, ...]], before: frozenset[str], cited: str
) -> float:
    """The same in a handbook: records, for each topic a section that states what decides it, and whether such
    a section is cited for the resolution."""
    records = [what for what in item.evidence if not what.startswith("page ")]
    read = [any(section_shown(id) in before for id in ids) for ids in stated.values()]
    found = len(before.intersection(records)) + sum(read) + (cited.upper() in stated[CITED])
    return found / (len(records) + len(stated) + 1)


def f1(due: frozenset[str], given: frozenset[str]) -> float:
    """Twice the overlap by the sum of both; nothing due and nothing given is right."""
    return 2 * len(due & given) / (len(due) + len(given)) if due or given else 1.0


def _reply(goal: DeskGoal, desk: DeskOutcome) -> ReplyGrade:
    if not desk.ticket.reply:
        return ReplyGrade(0.0, "none was drafted")
    ticket, dossier = desk.ticket, goal.dossier(desk)
    paid = [i for i in goal.gold.items if ticket.items.get(i.item_id) == Decision(i.resolution, i.cents)]
    parts = split_by_tender(paid) if len(paid) == len(goal.gold.items) else ()
    return read_reply(
        ticket.reply,
        dues(desk.policy, dossier, ticket.items, goal.gold, goal.names),
        parts,
        _ShownNumbers(desk, {*parts, *[p.cents for i in paid for p in i.to]}),
    )


class _ShownNumbers:
    """Was an amount shown, or does it follow from the decisions? Records and pages are searched only when it
    is none of the obvious."""

    def __init__(self, desk: DeskOutcome, parts: set[int]) -> None:
        decisions = desk.ticket.items.values()
        self.amounts = [abs(d.amount_cents) for d in decisions]
        self.known = {0, *parts, *self.amounts, *totals([(d.resolution, d.amount_cents) for d in decisions])}
        self.desk = desk
        self.read: set[int] | None = None

    def __call__(self, number: int) -> bool:
        if number in self.known:
            return True
        if self.read is None:
            desk = self.desk
            follows = derived(desk.order, self.amounts) if "order" in desk.ticket.log else ()
            self.read = {*self._numbers(), *follows}
        return number in self.read

    def _numbers(self) -> Iterator[int]:
        """Every number in what was inspected; money is in cents, or printed."""
        ticket = self.desk.ticket
        for what in dict.fromkeys(ticket.log):
            kind, _, name = what.partition(" ")
            match kind:
                case "order":
                    text = encode(self.desk.order).decode()
                case "customer":
                    text = encode(ticket.customer).decode()
                case "stock":
                    text = encode(ticket.stock[name]).decode()
                case "section":
                    text = self._section(name).replace(",", "")
                case "page" if ": " in name:
                    page, _, heading = name.partition(": ")
                    text = Prose(self.desk.policy, page, (heading,)).content_hash.replace(",", "")
                case _:
                    continue
            for found in _NUMBERS.findall(text):
                whole, _, cents = found.partition(".")
                yield int(whole) * 100 + int((cents + "0")[:2]) if cents else int(whole)

    def _section(self, id: str) -> str:
        book, (document, _, number) = self.desk.handbook, id.partition(".")
        place = book.place_of(document) if book else None
        version = version_at(book, place, number) if book and place is not None else None
        return text_of(book, version) if book and version else ""
