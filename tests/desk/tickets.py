"""Tickets for the tests of the desk: drawn ones, and one written out by hand so that its numbers can be
checked."""

import retailgym as rg
from retailgym.core.episode import streams
from retailgym.core.task import TaskPool
from retailgym.core.values import replace
from retailgym.envs import get_env
from retailgym.envs.desk.draw import DrawnTicket
from retailgym.envs.desk.facts import Dossier
from retailgym.envs.desk.gold import derive
from retailgym.envs.desk.task import put
from retailgym.tools.desk_records import Charge, LineRecord, OrderRecord, ParcelRecord, PaymentRecord
from retailgym.world import World
from retailgym.world.ticket import NOT_COUNTED, CustomerRecord, StockRecord, VariantStock

from ..paths import drafted

TIER_LEVELS = {1: (0, 1), 2: (2, 3), 3: (4, 5), 4: (6, 7), 5: (8, 9), 6: (10, 11), 7: (12,)}


def ticket(level: int, seed: int) -> tuple[World, DrawnTicket]:
    """As an episode has it, with its world."""
    _, pool = drafted(rg.Spec("desk", level, seed))
    return pool.world, pool.plan.drawn


def of_level(level: int, n: int, first: int = 0) -> list[tuple[World, DrawnTicket]]:
    """n tickets of a level."""
    return [ticket(level, seed) for seed in range(first, first + n)]


def of_tier(tier: int, n: int) -> list[tuple[World, DrawnTicket]]:
    levels = TIER_LEVELS[tier]
    return [t for level in levels for t in of_level(level, n // len(levels))]


def retold(spec: rg.Spec, pool: TaskPool) -> TaskPool:
    """The same records, of which the customer tells something else and wants something else. What is due then
    is another matter."""
    drawn = pool.plan.drawn
    told = tuple(
        [{topic: OTHERWISE.get(topic, {}).get(v, v) for topic, v in t.items()} for t in drawn.dossier.told]
    )
    dossier = replace(drawn.dossier, told=told)
    other = replace(drawn, dossier=dossier, gold=derive(pool.world.policy, dossier))
    return put(streams(spec, get_env("desk")), pool.world, other)


OTHERWISE = {
    "reason": {"damaged": "defective", "defective": "damaged", "wrong_item": "not_as_described"}
    | {"not_as_described": "missing_parts", "missing_parts": "wrong_item", "late": "changed_mind"}
    | {"changed_mind": "late", "never_arrived": "charged_twice", "charged_twice": "never_arrived"},
    "wants": {"refund": "store_credit", "store_credit": "refund"},
    "condition": {"unopened": "used", "opened": "used", "used": "unopened"},
    "packaging": {"kept": "gone", "gone": "kept"},
    "photo": {"fault": "none", "none": "fault", "no_fault": "fault"},
}
TODAY = 4000


def kettle_line(**changes: object) -> LineRecord:
    """Three kettles at $29.99; the coupon of $10.00 takes 857 cents off them, tax is 720, their share of the
    delivery 513."""
    parcel = ParcelRecord(
        status="delivered",
        promised_day=3990,
        delivered_day=3990,
        declared_cents=8997,
        note="",
        returned_grams=None,
    )
    line = LineRecord(
        item_id="kettles",
        title="Kettle",
        options={"colour": "red"},
        department="kitchen",
        sort="ordinary",
        marks=(),
        grams=1200,
        quantity=3,
        unit_cents=2999,
        coupon_share_cents=857,
        tax_cents=720,
        delivery_share_cents=513,
        packing_note="",
        parcel=parcel,
    )
    return replace(line, **changes)


def mug_line(**changes: object) -> LineRecord:
    parcel = ParcelRecord(
        status="delivered",
        promised_day=3990,
        delivered_day=3990,
        declared_cents=1500,
        note="",
        returned_grams=None,
    )
    line = LineRecord(
        item_id="mug",
        title="Mug",
        options={"colour": "blue"},
        department="kitchen",
        sort="ordinary",
        marks=(),
        grams=300,
        quantity=1,
        unit_cents=1500,
        coupon_share_cents=143,
        tax_cents=120,
        delivery_share_cents=86,
        packing_note="",
        parcel=parcel,
    )
    return replace(line, **changes)


def dossier(told: dict[str, str | int], line: LineRecord | None = None, **order: object) -> Dossier:
    """A ticket about the kettles of the worked order: $109.36, of which $30.00 were paid by gift card."""
    record = OrderRecord(
        order_id="o1",
        ticket_items=("kettles",),
        today=TODAY,
        ticket_opened_day=3992,
        placed_day=3985,
        ships_to="1 Elm Street",
        bills_to="1 Elm Street",
        region="US",
        shipping_method="standard",
        gift=False,
        coupon="fixed",
        coupon_cents=1000,
        delivery_cents=599,
        currency="USD",
        shop_currency="USD",
        lines=(line or kettle_line(), mug_line()),
        payments=PaymentRecord(
            main_tender="card",
            charges=(Charge(tender="gift_card", cents=3000), Charge(tender="card", cents=7936)),
            discount_cents=1000,
            charged_twice=(),
        ),
    )
    customer = CustomerRecord(
        customer_id="c1",
        name="Ada",
        tier="none",
        business=False,
        currency="USD",
        account_opened_day=3000,
        device_used_by_refunded_accounts=False,
        receipt_shown_for_earlier_return=False,
        history=(),
    )
    variants = (
        VariantStock(options={"colour": "red"}, in_stock=5, price_cents=2999),
        VariantStock(options={"colour": "green"}, in_stock=4, price_cents=3500),
    )
    stock = StockRecord(
        item_id="kettles", title="Kettle", currency="USD", variants=variants, count=NOT_COUNTED, check_in=None
    )
    claims = {
        "wants": "refund",
        "condition": "opened",
        "packaging": "kept",
        "photo": "fault",
        "hazard": "harmless",
        "quantity": 2,
        **told,
    }
    return Dossier(
        order=replace(record, **order),
        customer=customer,
        stock={"kettles": stock},
        told=(claims,),
        of_order={"receipt": "kept"},
    )
