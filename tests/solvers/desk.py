"""What a careful clerk comes to who has the printed policy, all records and all that the customer could say.

Only the words of pages are read with the package's own code, and those of a handbook not even so. What the
clauses come to, what is true of a ticket and what it costs is worked out here, apart from the code that the
gold and the expert share, so that a slip in that code cannot hide in both."""

from fractions import Fraction
from functools import lru_cache

from retailgym.core.episode import Episode
from retailgym.policy import ARTICLES, FACTS, TOPICS, article, day_of_year, read_article
from retailgym.world.facts import MARKS

from .citing import desk_reader
from .handbook import Reader

Answer = tuple[tuple[tuple[str, str, int], ...], str, bool]

FAULTS = {"damaged": "condition", "defective": "condition", "wrong_item": "contents"} | dict.fromkeys(
    ("missing_parts", "not_as_described"), "contents"
)
OWN_WISH = ("changed_mind", "late")
BEARS_OUT = {  # a note of a record, what it is about, and whether it shows the fault
    "tested before packing, no fault found": ("condition", False),
    "handed over intact": ("condition", False),
    "damage noted at handover": ("condition", True),
    "packed as ordered": ("contents", False),
    "packed otherwise than ordered": ("contents", True),
    "weight at dispatch as it should be": ("contents", False),
    "weight at dispatch too low for the order": ("contents", True),
    "the count agrees with the order": ("contents", False),
    "one unit too many on the shelf: it was never packed": ("contents", True),
}


_LAST: dict[int, tuple[object, list[Answer]]] = {}  # what was worked out last, for many ends of one task


def answers(episode: Episode) -> list[Answer]:
    task = episode.task
    if id(task) not in _LAST:
        _LAST.clear()
        _LAST[id(task)] = task, _answers(episode)
    return _LAST[id(task)][1]


def _answers(episode: Episode) -> list[Answer]:
    task = episode.task
    ticket = task.world.ticket
    *items, order = task.brief.requests[0].things
    book = desk_reader(task.world)
    clerk = Clerk(
        book or _clauses(*[article(task.world.policy, name).text for name in ARTICLES]),
        ticket,
        _record(episode),
        [{d.topic: d.value for d in thing.details if d.role != "case"} for thing in items],
        {d.topic: d.value for d in order.details},
    )
    settled = [clerk.settle(n) for n in range(len(items))]
    decided = tuple(sorted((item, resolution, cents) for item, resolution, cents, _ in settled))
    return [(decided, _of_all([s[1] for s in settled]), any(s[3] for s in settled))]


def given(episode: Episode) -> Answer:
    ticket = episode.world.ticket
    return (
        tuple(sorted((id, d.resolution, d.amount_cents) for id, d in ticket.items.items())),
        ticket.resolution,
        ticket.fraud,
    )


def _of_all(resolutions: list[str]) -> str:
    """One resolution for the ticket: what is still open comes first, then whatever pays."""
    if len(set(resolutions)) == 1:
        return resolutions[0]
    for open_ in ("escalate", "request_info"):
        if open_ in resolutions:
            return open_
    pays = {"refund", "partial_refund", "store_credit"} & set(resolutions)
    return "partial_refund" if pays else "exchange"


def _record(episode: Episode):
    """The order as the desk is shown it."""
    world = episode.task.world
    return episode.env.tools["inspect_order"](world, (world.ticket.order.id,))[1].order


@lru_cache(maxsize=64)
def _clauses(*pages: str) -> dict[str, list]:
    """The clauses of each topic, in the order of print."""
    found: dict[str, list] = {}
    for page in pages:
        for rule in read_article(page):
            found.setdefault(rule.topic, []).append(rule)
    return found


class InHandbook(dict):
    """Facts, and the answers that a reader of the handbook comes to."""

    def __init__(self, book: Reader, facts: dict[str, object]) -> None:
        super().__init__({name: fact.usual for name, fact in FACTS.items()} | facts)
        self.book = book

    def __missing__(self, topic: str) -> object:
        answer, _ = self.book.rules(TOPICS[topic].asks, self)
        labels = getattr(TOPICS[topic].answer, "options", {})
        self[topic] = next((option for option, label in labels.items() if label == answer), answer)
        return self[topic]


class Rulings(dict):
    """Facts, and the answers of topics that are looked up: the last clause in print that applies and names an
    answer gives it, those after it change it."""

    def __init__(self, clauses: dict[str, list], facts: dict[str, object]) -> None:
        super().__init__({name: fact.usual for name, fact in FACTS.items()} | facts)
        self.clauses = clauses

    def __missing__(self, topic: str) -> object:
        answer = None
        for clause in self.clauses[topic]:
            if all(self._holds(condition) for condition in clause.when):
                answer = self._after(clause.then, answer)
        if answer is None:
            raise LookupError(topic)
        self[topic] = answer
        return answer

    def _holds(self, condition) -> bool:
        value = self[condition.fact]
        match type(condition).__name__:
            case "Is":
                return value in condition.values
            case "Yes":
                return value is True
            case "No":
                return value is False
            case "AtLeast":
                return not value < condition.amount
            case "AtMost":
                return not value > condition.amount
            case "Between":
                return not (value < condition.first or value > condition.last)
            case "Beyond":
                return value > self[condition.topic]
            case "Within":
                return not value > self[condition.topic]
        raise LookupError(condition)

    def _after(self, effect, before):
        match type(effect).__name__:
            case "Say":
                return effect.value
            case "Percent":
                return nearest(Fraction(self[effect.of] * effect.percent, 100))
            case "Each":
                return self[effect.of] * effect.amount
        if before is None:  # nothing to change yet
            return None
        match type(effect).__name__:
            case "More":
                return before + effect.amount
            case "Less":
                return before - effect.amount if before > effect.amount else 0
            case "Cap":
                return sorted((before, effect.amount))[0]
            case "Floor":
                return sorted((before, effect.amount))[1]
        raise LookupError(effect)


def nearest(x: Fraction) -> int:
    """Whole cents, halves away from nothing."""
    return int(x + Fraction(1, 2)) if x >= 0 else -int(-x + Fraction(1, 2))


def shares(cents: int, weights: list[int]) -> list[int]:
    """By weight, in whole cents; what is left over goes to those who lost most by rounding."""
    exact = [Fraction(cents * w, sum(weights)) for w in weights]
    found = [int(x) for x in exact]
    for k in sorted(range(len(weights)), key=lambda k: found[k] - exact[k])[: cents - sum(found)]:
        found[k] += 1
    return found


class Clerk:
    """One ticket, with everything on the table."""

    def __init__(self, clauses, ticket, order, told, of_order) -> None:
        self.clauses, self.ticket, self.told, self.of_order = clauses, ticket, told, of_order
        self.order, self.customer = order, ticket.customer
        self.facts = self._of_order()

    def rule(self, facts) -> Rulings | InHandbook:
        read = InHandbook if isinstance(self.clauses, Reader) else Rulings
        return read(self.clauses, facts)

    def settle(self, n: int) -> tuple[str, str, int, bool]:
        """Item, resolution, cents, fraud."""
        order = self.order
        line = next(x for x in order.lines if x.item_id == order.ticket_items[n])
        dispute = next((d for d in order.payments.disputes if d.item_id == line.item_id), None)
        facts = {**self.facts, **self._of_item(line, self.told[n], dispute)}
        if dispute is not None:
            resolution, cents, said = self._answer_bank(line, dispute, facts)
        else:
            resolution, cents, said = self._settle_claim(line, self.told[n], facts)
        return line.item_id, resolution, cents, said["fraud_action"] == "flag_and_escalate"

    def _of_order(self) -> dict[str, object]:
        order, customer = self.order, self.customer

        def times(what: str, days: int) -> int:
            return sum(1 for e in customer.history if e.what == what and order.today - e.day <= days)

        return {
            "region": order.region,
            "shipping_method": order.shipping_method,
            "is_gift": order.gift,
            "coupon": order.coupon,
            "tender": order.payments.main_tender,
            "ordered_on": day_of_year(order.placed_day),
            "days_since_order": order.today - order.placed_day,
            "foreign": order.currency != order.shop_currency,
            "address_mismatch": order.ships_to != order.bills_to,
            "days_waiting": order.today - order.ticket_opened_day,
            "dispute_open": len(order.payments.disputes) > 0,
            "tier": customer.tier,
            "business": customer.business,
            "account_days": order.today - customer.account_opened_day,
            "refunds_90d": times("refund", 90),
            "claims_year": times("claim", 365),
            "device_reuse": customer.device_used_by_refunded_accounts,
            "receipt_reused": customer.receipt_shown_for_earlier_return,
            "receipt": self.of_order.get("receipt", "kept") == "kept",
            "shipping_cents": order.delivery_cents,
        }

    def _of_item(self, line, told, dispute) -> dict[str, object]:
        order, parcel, stock = self.order, line.parcel, self.ticket.stock[line.item_id]
        came = parcel.delivered_day if parcel.delivered_day is not None else order.today
        facts: dict[str, object] = {name: True for name, words in MARKS.items() if words in line.marks}
        facts |= {
            "department": line.department,
            "product_sort": line.sort,
            "carrier_status": parcel.status.removesuffix("_unsigned"),
            "declared_cents": parcel.declared_cents,
            "days_since_delivery": order.today - came,
            "days_late": max(came - parcel.promised_day, 0),
            "days_to_report": max(order.ticket_opened_day - came, 0),
            "light_parcel": self._light(line, told, dispute),
            "reason": told["reason"],
            "wants": told.get("wants", "refund"),
            "condition": told.get("condition", "unopened"),
            "packaging": told.get("packaging") in (None, "kept"),
            "photo": told.get("photo") not in (None, "none"),
            "hazard": told.get("hazard") == "dangerous",
            "double_charge": line.item_id in order.payments.charged_twice,
            "approved": any(
                a.item_id == line.item_id and a.until_day >= order.today for a in order.approvals
            ),
        }
        if self._on_the_shelf(line, told, dispute):
            facts["warehouse_short"] = stock.count.endswith("it was never packed")
            facts["worn"] = stock.check_in is not None and stock.check_in.worn
            if told.get("wants") == "exchange":
                facts["in_stock"] = self._wanted(line, told).in_stock > 0
        if dispute is not None:
            facts |= {
                "network": dispute.network,
                "reason_code": dispute.reason_code,
                "dispute_days": order.today - dispute.opened_day,
                "part_disputed": dispute.units < line.quantity,
                "refunded_before": any(
                    e.what == "refund" and e.item_id == line.item_id for e in self.customer.history
                ),
            }
        return facts

    def _units(self, line, told, dispute=None) -> int:
        return dispute.units if dispute is not None else int(told.get("quantity", line.quantity))

    def _light(self, line, told, dispute=None) -> bool:
        grams = line.parcel.returned_grams
        return grams is not None and grams < self._units(line, told, dispute) * line.grams

    def _on_the_shelf(self, line, told, dispute) -> bool:
        """Whether the stock list is about this claim."""
        about_item = FAULTS.get(told["reason"]) == "contents" or told["reason"] in OWN_WISH
        moves = told.get("wants") == "exchange" or line.parcel.returned_grams is not None
        return about_item or moves or dispute is not None

    def _same_again(self, line, told) -> bool:
        return not [name for name, value in line.options.items() if told.get(name, value) != value]

    def _wanted(self, line, told):
        options = {name: told.get(name, value) for name, value in line.options.items()}
        return next(v for v in self.ticket.stock[line.item_id].variants if dict(v.options) == options)

    def _discount(self) -> int:
        order = self.order
        if order.coupon_cents == order.payments.discount_cents:
            return order.coupon_cents
        believed = self.rule(self.facts)["payment_source"]
        return order.payments.discount_cents if believed == "payment_record" else order.coupon_cents

    def _cost(self, line, units: int) -> tuple[int, int, int]:
        """Goods less coupons, tax and delivery of so many units. Odd cents fall on the first of a line."""
        lines, discount = self.order.lines, self._discount()
        coupon = line.coupon_share_cents
        if discount != self.order.coupon_cents:
            coupon = shares(discount, [x.unit_cents * x.quantity for x in lines])[lines.index(line)]
        whole = (line.unit_cents * line.quantity - coupon, line.tax_cents, line.delivery_share_cents)
        goods, tax, delivery = [
            sum(cents // line.quantity + (k < cents % line.quantity) for k in range(units)) for cents in whole
        ]
        return goods, tax, delivery

    def _order_goods(self) -> int:
        return sum(x.unit_cents * x.quantity for x in self.order.lines) - self._discount()

    def _all_comes_back(self) -> bool:
        order = self.order
        if {x.item_id for x in order.lines} != set(order.ticket_items):
            return False
        by_id = {x.item_id: x for x in order.lines}
        pairs = [(by_id[i], told) for i, told in zip(order.ticket_items, self.told, strict=True)]
        return not any(
            told["reason"] in ("never_arrived", "charged_twice") or self._units(x, told) < x.quantity
            for x, told in pairs
        )

    def _settle_claim(self, line, told, facts) -> tuple[str, int, Rulings]:
        units = self._units(line, told)
        goods, tax, delivery = self._cost(line, units)
        facts = {
            **facts,
            "line_cents": goods,
            "order_cents": self._order_goods(),
            "whole_order": self._all_comes_back(),
        }
        gap = 0
        if told.get("wants") == "exchange":
            if not self._same_again(line, told):
                gap = self._wanted(line, told).price_cents * units - goods
            facts["difference_cents"] = abs(gap)
            facts["price_gap"] = {True: "dearer", False: "cheaper"}[gap > 0] if gap else "same"
        said = self.rule(self._believed(line, told, facts))
        match said["resolution"]:
            case "refund" | "store_credit":
                cents = self._refund(said, goods, tax, delivery)
            case "partial_refund":
                cents = min(said["compensation"], goods)
            case "exchange" if gap and said["price_difference"] != "waived":
                cents = gap + nearest(Fraction(gap * tax, goods))
            case _:
                cents = 0
        return said["resolution"], cents, said

    def _refund(self, said: Rulings, goods: int, tax: int, delivery: int) -> int:
        delivery = delivery if said["reason"] != "charged_twice" and said["shipping_refund"] else 0
        match said["reason"]:
            case "charged_twice":
                return goods + tax
            case "never_arrived":
                paid = min(said["lost_refund"], goods)
                return paid + nearest(Fraction(tax * paid, goods)) + delivery
        return max(goods + tax + delivery - said["restocking_fee"] - said["return_shipping"], 0)

    def _believed(self, line, told, facts) -> dict[str, object]:
        """The facts as the record has them that the policy believes, where records and customer differ."""
        reason, stock = told["reason"], self.ticket.stock[line.item_id]
        if reason in FAULTS:
            about = FAULTS[reason]
            notes = {
                "order_record": line.packing_note,
                "carrier_scan": line.parcel.note,
                "stock_count": stock.count,
            }
            known = {who: BEARS_OUT[note] for who, note in notes.items() if note in BEARS_OUT}
            shown = {who: fault for who, (matter, fault) in known.items() if matter == about}
            if told.get("photo", "none") != "none":
                shown["photo"] = told["photo"] == "fault"
            if all(shown.values()) or shown.get(self.rule(facts)[f"{about}_record"], True):
                return facts
            return {**facts, "reason": "changed_mind"}
        if reason in OWN_WISH:
            found = {"stock_count": stock.check_in.condition} if stock.check_in is not None else {}
            if self._light(line, told):
                found["carrier_scan"] = "incomplete"
            if set(found.values()) <= {told["condition"]}:
                return facts
            return {**facts, "condition": found.get(self.rule(facts)["condition_record"], told["condition"])}
        return facts

    def _answer_bank(self, line, dispute, facts) -> tuple[str, int, Rulings]:
        """All in the shop's own money, at the rate of the day that the policy names."""
        order = self.order
        day = {
            "order_day": order.placed_day,
            "delivery_day": line.parcel.delivered_day or order.today,
            "refund_day": order.today,
        }.get(self.rule(facts)["rate_day"], dispute.opened_day)
        rates = {(r.currency, r.day): Fraction(r.millionths, 1_000_000) for r in order.rates}

        def ours(cents: int, currency: str = order.currency) -> int:
            return nearest(cents * rates.get((currency, day), Fraction(1)))

        goods, tax, delivery = self._cost(line, dispute.units)
        facts = {
            **facts,
            "line_cents": ours(goods),
            "order_cents": ours(self._order_goods()),
            "shipping_cents": ours(order.delivery_cents),
            "declared_cents": ours(line.parcel.declared_cents),
            "dispute_cents": ours(dispute.amount_cents, dispute.currency),
            "whole_order": False,
        }
        on_file = self.rule(facts)["dispute_evidence"] in dispute.evidence_on_file
        said = self.rule({**facts, "evidence_on_file": on_file})
        pays = said["resolution"] in ("refund", "partial_refund")
        cents = min(said["dispute_cents"], ours(goods + tax + delivery)) if pays else 0
        return said["resolution"], cents, said
