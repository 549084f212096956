"""Drawing a ticket: what it should come to, stories that lead there, the records of them, and the gold that
the policy derives."""

from collections.abc import Iterator, Mapping, Sequence

from ...core.markets import CURRENCIES
from ...core.streams import Rng, Streams, spelled
from ...core.values import Value, replace
from ...policy import day_of_year
from ...policy.bill import Bill
from ...policy.claims import claim_of
from ...policy.rules import Plain
from ...tools.desk_records import order_record
from ...world import Approval, World
from ...world.facts import DELIVERY
from ...world.orders import Order
from ...world.ticket import PAYING, CustomerRecord, OrderFile, Ticket
from .aim import CHARGEBACK, TargetOutcome
from .facts import Dossier, Told, order_facts
from .gold import Gold, believed_bill, derive, is_fraud, settled
from .plan import (
    MIX,
    TicketPlan,
    item_targets,
    items_at,
    plan_ticket,
    specials_without,
    telling,
    tier_of_ticket,
    weighted,
)
from .records import (
    Rates,
    abroad,
    billed,
    customer_record,
    disputes,
    file_of,
    line_of,
    order_file,
    order_of,
    parcel_of,
    payments,
    stock_of,
    told_of,
)
from .story import ITEM_SIGNALS, SIGNALS, SIGNS, Background, Goods, ItemStory, background, goods

LOST = 500  # per mille of those who have no receipt
DEAR = 60  # per mille of disputed items that are dear
TRIES = 4  # of records
TELLINGS, IN_VAIN = 16, 7  # of what may be said of them: in all, and without coming to another end
MANY_ITEMS, SOON_IN_VAIN = 6, 4  # of so many items on each is tried less
ENOUGH = 5  # ends to choose from
NEEDED = {1: ENOUGH, 2: 3}  # ends that each item must be able to come to, by the number of items
OPEN = (("refund", "exchange", "store_credit"), ("deny", "request_info"))  # without and with disputes
ACCOUNTS = 4  # that the customer may give of the same records, if these are about several items
# ends, by how seldom a ticket comes to them of which something is left blank
SELDOM = ("request_info", "deny", "escalate", "exchange", "partial_refund", "store_credit", "refund")
MIXTURES = 8  # of resolutions that are tried for a ticket of several items
Ends = dict[
    tuple[str, bool], ItemStory
]  # a resolution, and whether it is flagged -> a story that comes to it
PLAIN = 40  # per mille of tickets whose records may decide by themselves
DISPUTED = 60  # days since an order, which are more than any dispute takes
APPROVED, COUNTS = 850, 850  # per mille: items with an approval, and of those the ones that still count
LAST_DAYS = 20  # approvals ran or run out within so many days
SLOWEST, APART = 10, 25  # days that a parcel may take, if it is the only one, or one of several


class DrawnTicket(Value):
    """A ticket with everything about it: records, what the customer knows, and the gold."""

    tier: int
    ticket: Ticket
    dossier: Dossier
    gold: Gold
    goods: tuple[Goods, ...]  # those of the ticket
    stories: tuple[ItemStory, ...]


def draw_ticket(stream: Streams, world: World) -> tuple[World, DrawnTicket]:
    """A ticket of the level's tier or of the shop's own mix, and the world with its customer."""
    return next(draw_tickets(stream, world, items_at(stream, world)))


def draw_tickets(stream: Streams, world: World, items: int) -> Iterator[tuple[World, DrawnTicket]]:
    """Tickets about so many items over the same records, of which the customer says different things."""
    axes, tier = world.axes, tier_of_ticket(stream, world)
    rng = (stream / "plan")()
    conflicts = 100 + 50 * axes.rung + (150 if tier == 5 else 0)  # which tier 5 is about
    plan = plan_ticket(rng, world, tier, items)
    of_customer = plan.signals - set(ITEM_SIGNALS)
    known = background(rng, axes.policy_depth, specials_without(plan), of_customer, tier == CHARGEBACK)
    if plan.signals and tier != 7:
        known = replace(known, receipt=not (stream / "receipt")().chance(LOST))
    if tier == 2 and known.coupon == "none" and rng.chance(300):
        known = replace(known, coupon=rng.pick(("percent", "fixed")))
    if known.coupon != "none" and tier != 7 and rng.chance(conflicts // 2):
        known = replace(known, discount_lost=True)
    world = replace(world, customer=replace(world.customer, tier=known.tier, business=known.business))
    aim = TargetOutcome((stream / "stories")(), world.policy, tier, conflicts)
    for drawn in _Desk(stream, world, known, plan, aim).drawn():
        yield world, drawn


def _open(rng: Rng, target: str, corporate: bool) -> str:
    """What records are drawn for: mostly not for a refusal, since few other ends are left once it is too
    late."""
    return rng.pick(OPEN[0]) if target == "deny" and not corporate and rng.chance(900) else target


def _one(rng: Rng, resolution: str, ends: Ends) -> ItemStory:
    """A story with this end, or else one that leaves the ticket to the others."""
    mine = [s for (r, _), s in ends.items() if r == resolution]
    rest = [s for (r, _), s in ends.items() if r not in ("escalate", "request_info")]
    return rng.pick(mine or rest or tuple(ends.values()))


def _any(rng: Rng, ends: Ends) -> ItemStory:
    return rng.pick(tuple(ends.values()))


class _Desk:
    """One ticket while it is being drawn."""

    def __init__(
        self, stream: Streams, world: World, known: Background, plan: TicketPlan, aim: TargetOutcome
    ) -> None:
        self.stream, self.world, self.plan, self.aim = stream, world, plan, aim
        rng, n = aim.rng, len(plan.items)
        self.needed = 0 if rng.chance(PLAIN) else NEEDED.get(n, 2)
        corporate = aim.tier == CHARGEBACK
        dear = [
            (r == "escalate" and not plan.signals and not corporate) or (corporate and rng.chance(DEAR))
            for r in plan.items
        ]
        spare = n > 1 or corporate or rng.chance(600)  # something in the order that nobody complains about
        self.bought = goods(rng, world, dear, known, spare)
        if corporate:  # the order is in one foreign currency, and the bank claims in ours or in another
            own = world.policy.currency
            self.foreign, other = rng.sample([c for c in CURRENCIES if c != own], 2)
            self.bank, self.rates = own if rng.chance(500) else other, Rates(rng.word(), own)
        paid_in = self.foreign if corporate else world.policy.currency
        priced = [abroad(g, world.policy.currency, paid_in) for g in self.bought]
        bill = billed(rng, priced, known, world.customer.region)
        self.sketch, suspect = (
            _sketch(known, world),
            replace(known, signals=plan.signals) if plan.signals else known,
        )
        self.own = world.catalog.config.desk.outcomes.get(str(aim.tier))  # the shop's mix of outcomes
        spread = self.needed and not self.own
        self.targets = [_open(rng, target, corporate) if spread else target for target in plan.items]
        self.first = [
            aim.story(target, self.bought[k], suspect, self.sketch) for k, target in enumerate(self.targets)
        ]
        self.known = known = replace(known, age=_age(rng, known, self.first))
        self.suspect = replace(suspect, age=known.age) if plan.signals else known  # with the signals of items
        self.of_order: Told = {} if corporate else {"receipt": "kept" if known.receipt else "gone"}
        self.common: tuple[dict[str, Plain], Bill] | None = None
        file = order_file(world, known, bill)
        if world.axes.lures:
            file = replace(file, approvals=self._approvals((stream / "approvals")(), n))
        bill = replace(bill, payments=payments(rng, known, bill))
        self.order, self.file = order_of(rng, world, known, bill, paid_in), file
        self.spares = dict.fromkeys(range(n, len(self.bought)), _uneventful(known))

    def _approvals(self, rng: Rng, n: int) -> dict[str, Approval]:
        """Of some items, whatever they come to; some have run out."""
        today = self.world.today
        return {
            goods.item_id: Approval(
                number="A-" + spelled(rng.word(), 6),
                until=today + (rng.below(LAST_DAYS) if rng.chance(COUNTS) else -1 - rng.below(LAST_DAYS)),
            )
            for goods in self.bought[:n]
            if rng.chance(APPROVED)
        }

    def drawn(self) -> Iterator[DrawnTicket]:
        customer = self._customer(())
        pairs = [self._story(k, target, customer) for k, target in enumerate(self.targets)]
        filed, ends = tuple([f for f, _ in pairs]), [ends for _, ends in pairs]
        before = [
            self.bought[k].item_id for k, s in enumerate(filed) if s.charged and s.charged.refunded_before
        ]
        if before:
            customer = self._customer(before)
        ticket = self._ticket(dict(enumerate(filed)), customer)
        told = [self._told((self.stream / "told")(), ends)]
        yield self._filed(ticket, told[0])
        for account in self._other_accounts(ends):
            if account not in told:
                told.append(account)
                yield self._filed(ticket, account)

    def _other_accounts(self, ends: Sequence[Ends]) -> Iterator[tuple[ItemStory, ...]]:
        """Of a single item first those to whose ends few come, so that none becomes common."""
        if len(ends) == 1:
            seldom = sorted(ends[0].items(), key=lambda end: SELDOM.index(end[0][0]))
            yield from [(story,) for _, story in seldom]
        else:
            for k in range(1, ACCOUNTS):
                yield self._told((self.stream / "told" / k)(), ends)

    def _filed(self, ticket: Ticket, told: tuple[ItemStory, ...]) -> DrawnTicket:
        said = tuple([told_of(t, self.bought[k]) for k, t in enumerate(told)])
        dossier = dossier_of(self.world, ticket, said, self.of_order)
        return DrawnTicket(
            tier=self.aim.tier,
            ticket=ticket,
            dossier=dossier,
            gold=derive(self.world.policy, dossier),
            goods=tuple(self.bought[: len(told)]),
            stories=told,
        )

    def _customer(self, before: Sequence[str]) -> CustomerRecord:
        return customer_record(
            (self.stream / "customer record")(), self.world, self.known, self.order, before
        )

    def _story(self, k: int, target: str, customer: CustomerRecord) -> tuple[ItemStory, Ends]:
        """The story that the records of an item tell, and those that the customer may tell, which come to
        several ends, so that the records do not say which; failing that, the records with the most."""
        ends: Ends = {}
        rng = (self.stream / "tellings" / k)()
        for n in range(TRIES):
            goal = target if n < 2 or self.own else rng.pick(OPEN[self.aim.tier == CHARGEBACK])
            story = self._dated(
                self.aim.story(goal, self.bought[k], self.suspect, self.sketch) if n else self.first[k]
            )
            found = self._ends(k, story, customer, rng)
            if self._fits(target, found) > self._fits(target, ends):
                filed, ends = story, found
            if self._fits(target, ends) >= (bool(self.own), self.needed):
                break
        return filed, ends

    def _fits(self, target: str, ends: Ends) -> tuple[bool, int]:
        """A shop that has its own mix wants one of its outcomes; the more ends besides, the better."""
        return bool(self.own) and any(r == target for r, _ in ends), len(ends)

    def _told(self, rng: Rng, ends: Sequence[Ends]) -> tuple[ItemStory, ...]:
        """What the customer tells: of a single item anything; of several, what brings the ticket to one of
        the mixtures that are due."""
        n = len(ends)
        own, usual = self.own, MIX[self.aim.tier]
        if n == 1:
            at_hand = {r: own[r] for r, _ in ends[0] if own.get(r)} if own else {}
            return (_one(rng, weighted(rng, at_hand), ends[0]) if at_hand else _any(rng, ends[0]),)
        # refusals are nearly always at hand, and several items of which the same is wanted are easily guessed
        fewer = ("deny",) if self.aim.tier == CHARGEBACK else ("deny", "refund", "store_credit")
        weights = own or usual | {r: usual[r] // 2 for r in fewer}
        mixtures = [item_targets(rng, self.aim.tier, weighted(rng, weights), n) for _ in range(MIXTURES)]
        possible = [
            m for m in mixtures if all(any(r == x for x, _ in e) for r, e in zip(m, ends, strict=True))
        ]
        due = possible[0] if possible else mixtures[0]
        return tuple([_one(rng, r, e) for r, e in zip(due, ends, strict=True)])

    def _ends(self, k: int, story: ItemStory, customer: CustomerRecord, rng: Rng) -> Ends:
        """Ends to which the same records can come, each with something that the customer may say."""
        policy, bought = self.world.policy, self.bought[k]
        shared, bill = self._common(customer)
        first = dict(enumerate(self.first))
        ticket = self._ticket({**first, k: story}, customer)
        ticket = replace(ticket, file=replace(ticket.file, about=(bought.item_id,)))
        dossier = dossier_of(self.world, ticket, (), self.of_order)
        found: Ends = {}
        heard: list[ItemStory] = []
        worth: Ends = {}  # those at which nobody is paid nothing
        latest, in_vain = 0, SOON_IN_VAIN if len(self.bought) >= MANY_ITEMS else IN_VAIN
        for n in range(TELLINGS):
            told = telling(rng, self.aim.tier, self.aim.conflicts, story, bought)
            if told in heard:
                continue
            heard.append(told)
            item = replace(dossier, told=(told_of(told, bought),)).item(0)
            s = settled(policy, item, shared, bill)
            end = str(s.case["resolution"]), is_fraud(s.case)
            latest = latest if end in found else n
            found.setdefault(end, told)
            if end not in worth and (end[0] not in PAYING or claim_of(s.case, s.bill, s.portion).cents):
                worth[end] = told
            if len(found) == ENOUGH or n - latest >= in_vain:
                break
        return worth or found

    def _dated(self, story: ItemStory) -> ItemStory:
        """Nothing was promised before it was ordered. Parcels take days, or weeks where things of one order
        come one by one."""
        age = self.known.age
        slowest = SLOWEST if len(self.plan.items) == 1 or self.known.disputes else APART
        days = max(story.days, age - slowest - story.late)
        late = min(story.late, age - days - 1)
        return story if days == story.days and late == story.late else replace(story, days=days, late=late)

    def _common(self, customer: CustomerRecord) -> tuple[dict[str, Plain], Bill]:
        """The facts of the order and its bill, which are the same for every item."""
        if self.common is None:
            ticket = self._ticket(dict(enumerate(self.first)), customer)
            plain = dossier_of(self.world, ticket, (), self.of_order)
            shared = order_facts(plain)
            if self.aim.tier == CHARGEBACK:
                shared |= {"dispute_open": True, "foreign": True}
            self.common = shared, believed_bill(self.world.policy, plain)
        return self.common

    def _ticket(self, stories: Mapping[int, ItemStory], customer: CustomerRecord) -> Ticket:
        """The ticket as it is filed, if this is what happened to its items."""
        chosen = {self.bought[k].item_id: s for k, s in stories.items()}
        all_ = {**stories, **self.spares}
        bill, today = self.order.bill, self.world.today
        order = replace(
            self.order,
            lines=tuple([line_of(self.bought[k], k, s, bill.lines[k].unit_cents) for k, s in all_.items()]),
            parcels=tuple([parcel_of(self.known, k, s, today) for k, s in all_.items()]),
        )
        file = replace(
            self.file,
            about=tuple(chosen),
            lines={self.bought[k].item_id: file_of(self.bought[k], s) for k, s in all_.items()},
            charged_twice=tuple([id for id, s in chosen.items() if s.double]),
        )
        stock = [stock_of(self.bought[k], s, file.shop_currency) for k, s in stories.items()]
        return Ticket(
            order=order,
            file=self._disputed(order, file, chosen) if self.aim.tier == CHARGEBACK else file,
            customer=customer,
            stock={record.item_id: record for record in stock},
        )

    def _disputed(self, order: Order, file: OrderFile, stories: Mapping[str, ItemStory]) -> OrderFile:
        """With what the banks claim, and the rates of exchange that it takes."""
        today = self.world.today
        found = disputes(order.bill, stories, self.aim.network, today, (self.foreign, self.bank))
        arrived = [p.day for p in order.parcels if p.status == "delivered"]
        days = [order.placed, today, *[d.opened_day for d in found], *arrived]
        return replace(file, disputes=found, rates=self.rates.table((self.foreign, self.bank), days))


def dossier_of(world: World, ticket: Ticket, told: tuple[Told, ...], of_order: Told) -> Dossier:
    """What the desk can know of a ticket of which the customer says this."""
    order = order_record(world.catalog, world.today, ticket)
    return Dossier(order=order, customer=ticket.customer, stock=ticket.stock, told=told, of_order=of_order)


def _sketch(known: Background, world: World) -> dict[str, Plain]:
    """The facts of the order and the customer, as far as they are known before the order has a date."""
    facts: dict[str, Plain] = {
        "region": world.customer.region,
        "is_gift": known.gift,
        "tender": known.tender,
        "tier": known.tier,
        "business": known.business,
        "account_days": known.account_days,
        "refunds_90d": known.refunds,
        "claims_year": known.claims,
        "receipt": known.receipt,
        "ordered_on": day_of_year(world.today - min(known.age, 30)),
    }
    facts |= dict([SIGNS[s] for s in SIGNALS if s in known.signals])
    return facts | {"dispute_open": True, "foreign": True} if known.disputes else facts


def _age(rng: Rng, known: Background, stories: Sequence[ItemStory]) -> int:
    """Days since the order: the first parcel took as long as parcels take."""
    days = max([DISPUTED if known.disputes else 0, *[s.days + s.late for s in stories]])
    return min(known.age, days + rng.between(*DELIVERY[known.method].days))


def _uneventful(known: Background) -> ItemStory:
    return ItemStory(
        reason="changed_mind",
        wants="refund",
        condition="unopened",
        units=1,
        days=max(known.waiting, known.age - 2),
    )
