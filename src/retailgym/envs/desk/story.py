"""What happened: the customer and the order behind a ticket, and the story of each item in it. Nothing here
is shown to anyone."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...catalog.product import Product, Variant
from ...catalog.sense import can_hurt, fits, fitting, table
from ...core.streams import Rng
from ...core.values import Value, replace
from ...policy import DEPARTMENTS, Policy
from ...policy.decide import Outcomes
from ...policy.rules import Plain
from ...world import World
from ...world.facts import Method
from ...world.orders import line_ids
from ...world.ticket import NOT_COUNTED, CheckIn
from ..shared.shelves import Name, name_of, pick_shelves

if TYPE_CHECKING:
    from ...catalog.search.index import Shelf

SIGNALS = ("velocity", "mismatch", "new_account", "serial", "device", "receipt")  # of the customer
ITEM_SIGNALS = ("empty_box", "proof_of_delivery", "wardrobing", "double_refund")  # of an item
SIGNS: dict[str, tuple[str, Plain]] = {
    "velocity": ("refunds_90d", 8), "mismatch": ("address_mismatch", True), "new_account": ("account_days",
    10), "serial": ("claims_year", 5),
    "device": ("device_reuse", True), "receipt": ("receipt_reused", True),
}  # fmt: skip
SPECIALS = (
    "tier", "tier", "gift", "clearance", "final_sale", "refurbished", "sold_by_partner", "fragile",
    "oversized", "express", "hygiene",
    "packaging", "coupon", "gift_card", "made_to_order", "business", "receipt", "wallet",
)  # fmt: skip
WORN = ("clothing", "shoes", "jewellery")
GRAMS = {
    "furniture": (2500, 18_000), "garden": (400, 6000), "tools": (300, 4000), "kitchen": (250, 3500),
    "clothing": (150, 900), "shoes": (400, 1400),
    "beauty": (60, 600), "jewellery": (20, 160), "books": (180, 900),
}  # fmt: skip  # of one unit, by department
OLDEST, NEW = 110, 7  # days since an order, and since one of a new account
BULK = 600  # per mille of the lines that the desk may not refund as a whole
MANY_USED = 4  # pieces of one thing that somebody may have used before they change their mind
MODEST_CENTS = 16_000  # well below what a desk may refund by itself


def signals(rng: Rng, policy: Policy, old: bool = False) -> frozenset[str]:
    """Signs of fraud in a customer, new or old, of which the records alone do not tell what is done about
    them: that depends on what is wanted, on the receipt, and on what is said of the parcel."""
    pool = [s for s in SIGNALS if s != "new_account" or not old]
    best: tuple[int, list[str]] = (0, [])
    for _ in range(8):
        found = rng.sample(pool, rng.between(1, 3))
        facts = dict([SIGNS[s] for s in found])
        actions = {Outcomes(policy, facts | said)["fraud_action"] for said in _SAID}
        best = max(best, (len(actions), found), key=lambda x: x[0])
        if len(actions) == len(_SAID) - 1:
            break
    return frozenset(best[1])


_SAID: tuple[dict[str, Plain], ...] = (
    {}, {"receipt": False}, {"wants": "exchange"}, {"reason": "never_arrived", "carrier_status": "signed"},
)  # fmt: skip


class Goods(Value):
    """Something that was bought."""

    item_id: str
    doc: int
    product: Product
    variant: Variant
    department: str
    name: Name
    quantity: int
    most: int  # units of which the desk may refund by itself
    grams: int
    shelf: str
    fits: tuple[str, ...]  # what may be said of such a thing

    @property
    def gross_cents(self) -> int:
        return self.quantity * self.variant.price_cents


class Background(Value):
    """The customer and the order, as they are."""

    number: int  # of the order
    tier: str
    business: bool
    account_days: int
    refunds: int  # in the past quarter
    claims: int  # in the past year
    signals: frozenset[str]
    method: Method
    gift: bool
    coupon: str
    tender: str
    gift_card: bool  # part was paid by gift card
    receipt: bool
    age: int  # days since the order
    waiting: int  # days since the ticket was opened
    specials: frozenset[str]
    discount_lost: bool  # the payment record knows nothing of the coupon
    disputes: bool  # the bank has been asked for the money


class Charged(Value):
    """A chargeback over one item."""

    reason_code: str
    days: int
    units: int
    percent: int  # of what was paid for the units
    evidence: tuple[str, ...]
    refunded_before: bool


class ItemStory(Value):
    """What happened to one item, what the customer says of it, and what the records came to hold."""

    reason: str
    wants: str
    condition: str
    units: int
    days: int  # since it was delivered
    status: str = "delivered"
    late: int = 0
    packaging: bool = True
    photo: str = "fault"
    hazard: bool = False
    marks: tuple[str, ...] = ()
    sort: str = "ordinary"
    swap: Mapping[str, str] = {}  # options that the customer wants otherwise
    in_stock: bool = True
    double: bool = False
    packing_note: str = ""
    carrier_note: str = ""
    count: str = NOT_COUNTED
    returned: bool = False
    light: bool = False
    check_in: CheckIn | None = None
    charged: Charged | None = None


def goods(rng: Rng, world: World, dear: list[bool], known: Background, spare: bool) -> list[Goods]:
    """One thing of each shelf. Dear lines cost more than the desk may refund by itself, the others less, some
    of either only just; but some of the others are bought in bulk, and less only in part. One to spare may
    cost anything."""
    pool = pick_shelves(rng, world, len(dear) + (3 if known.disputes else 1), least=len(dear) + 1)
    limit, ids = _limit(world.policy, known), line_ids(known.number, len(dear) + 1)
    found: list[Goods] = []
    for high in dear:
        bulk = not high and not known.disputes and rng.chance(BULK)
        total = rng.between(*_totals(rng, high or bulk, limit, known.disputes))
        prices = _prices(rng, total, high, bulk, known.disputes)
        one = total if high else min(total, _within(limit))
        k, doc = _fitting(rng, world, pool, prices, (0, 0) if known.disputes else (total // 2, one))
        variant = rng.pick(world.catalog.at(doc).variants)
        many = (
            -(-total // variant.price_cents)
            if high or bulk
            else max(1 + known.disputes, total // variant.price_cents)
        )
        most = max(1, min(many, _within(limit) // variant.price_cents))
        found.append(_bought(rng, world, pool.pop(k), ids[len(found)], (doc, variant), (many, most)))
    if spare:
        doc = rng.between(pool[0].first, pool[0].last - 1)
        variant = rng.pick(world.catalog.at(doc).variants)
        found.append(_bought(rng, world, pool[0], ids[-1], (doc, variant), (1, 1)))
    return found


def _limit(policy: Policy, known: Background) -> int:
    facts: dict[str, Plain] = {
        "tier": known.tier,
        "business": known.business,
        "tender": known.tender,
        "account_days": known.account_days,
    }
    return int(Outcomes(policy, {**facts, "claims_year": known.claims})["refund_limit"])


def _within(limit: int) -> int:
    """What costs so much or less can be refunded, whatever is added to it."""
    return 95 * limit // 100


def _totals(rng: Rng, high: bool, limit: int, corporate: bool) -> tuple[int, int]:
    """The range of what a line costs."""
    if corporate:
        return (70_000, 150_000) if high else (6000, 24_000)
    if high:
        return limit + limit // 20, limit + limit // 3
    if rng.chance(450):
        return 7 * limit // 10, _within(limit)
    return 2500, min(MODEST_CENTS, limit)


def _prices(rng: Rng, total: int, high: bool, bulk: bool, corporate: bool) -> tuple[int, int]:
    """The range of what one unit costs. Most lines hold several, so that it must be asked how many a claim is
    about."""
    if corporate:
        return (4000, max(9000, total)) if high else (1500, 6000)
    if bulk or high:
        return total // 12, total // 2
    return 1000, min(15_000, total // rng.pick((1, 2, 2, 3, 3)))


def _fitting(
    rng: Rng, world: World, pool: "list[Shelf]", between: tuple[int, int], one: tuple[int, int]
) -> tuple[int, int]:
    """The number of a shelf and a product of it in that range of prices; failing that, one that comes
    near. What hardly anybody buys several of costs more, within a range of its own."""
    prices = world.catalog.column["price"]
    best = (1 << 60, 0, 0)
    for k, shelf in enumerate(pool):
        low, high = between
        if fits("single", world.catalog.category(shelf), shelf.name):
            low, high = max(low, one[0]), max(high, one[1])
        for _ in range(8):
            doc = rng.between(shelf.first, shelf.last - 1)
            price = int(prices[doc])
            if low <= price <= high:
                return k, doc
            best = min(best, (max(low - price, price - high), k, doc))
    return best[1:]


def _bought(
    rng: Rng, world: World, shelf: "Shelf", id: str, chosen: tuple[int, Variant], units: tuple[int, int]
) -> Goods:
    (doc, variant), (quantity, most) = chosen, units
    category = world.catalog.category(shelf)
    department = category.department
    lightest, heaviest = GRAMS.get(department, (120, 2400))
    return Goods(
        item_id=id,
        doc=doc,
        product=world.catalog.at(doc),
        variant=variant,
        quantity=quantity,
        most=most,
        name=name_of(world.catalog, shelf),
        shelf=shelf.name,
        department=department if department in DEPARTMENTS else "kitchen",
        grams=rng.between(lightest // 10, heaviest // 10) * 10,
        fits=fitting(tuple(table()), category, shelf.name),
    )


def background(
    rng: Rng, depth: int, without: frozenset[str], signals: frozenset[str], corporate: bool
) -> Background:
    """An ordinary customer and order, but for so many specials and for the signals of fraud. The order is as
    old as it may be."""
    specials = frozenset(rng.sample([s for s in SPECIALS if s not in without], depth))
    business = corporate or "business" in specials
    tender = (
        rng.pick(("card", "card", "invoice", "bank_transfer"))
        if business
        else "wallet"
        if "wallet" in specials
        else "card"
    )
    new = "new_account" in signals
    age = NEW if new else OLDEST  # nobody orders before they have an account
    return Background(
        number=rng.word(),
        tier=rng.pick(("silver", "gold", "gold", "platinum")) if "tier" in specials and not new else "none",
        business=business,
        account_days=rng.between(8, 13) if new else rng.between(130, 2400),
        refunds=8 if "velocity" in signals else rng.pick((0, 0, 1, 1, 2)),
        claims=5 if "serial" in signals else rng.pick((0, 0, 0, 1, 1)),
        signals=signals,
        method=rng.pick(("express", "next_day")) if "express" in specials else "standard",
        gift="gift" in specials,
        coupon=rng.pick(("percent", "fixed")) if "coupon" in specials else "none",
        tender=tender,
        gift_card="gift_card" in specials and tender == "card",
        receipt="receipt" not in specials,
        age=age,
        waiting=min(rng.pick((0, 1, 1, 2, 2, 3, 4, 5, 6, 8, 10, 12)), age - 3),
        specials=specials,
        discount_lost=False,
        disputes=corporate,
    )


def sensible(story: ItemStory, bought: Goods) -> ItemStory:
    """The story without what cannot be said of such a product."""
    return replace(
        story,
        marks=tuple([m for m in story.marks if m not in table() or m in bought.fits]),
        sort=story.sort if "made_to_order" in bought.fits else "ordinary",
        condition=_possible(story, bought),
        packaging=story.packaging or story.condition == "unopened",
        hazard=story.hazard and "hazard" in bought.fits and can_hurt(bought.name.noun),
    )


def possible_reason(reason: str, bought: Goods) -> str:
    """Only what has parts lacks some, and what is eaten or kept alive has no defect."""
    lacks = reason == "missing_parts" and "parts" not in bought.fits
    spoils = reason == "defective" and "perishable" in bought.fits
    return "damaged" if lacks or spoils else reason


def _possible(story: ItemStory, bought: Goods) -> str:
    """Only what has parts is incomplete; nobody uses what came too late or what is eaten, nor many before
    they go off it."""
    many = story.units > MANY_USED and story.reason == "changed_mind"
    unused = story.reason == "late" or "perishable" in bought.fits
    if story.condition == "incomplete" and "parts" not in bought.fits:
        return "opened" if unused else "used"
    return "opened" if story.condition == "used" and (unused or many) else story.condition
