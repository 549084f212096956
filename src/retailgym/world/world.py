"""World and its parts. Tools return a new one; a snapshot is a reference."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ..catalog.product import NOTHING, Overlay, Product, Variant
from ..core.difficulty import Axes
from ..core.values import Value, replace

if TYPE_CHECKING:
    from ..catalog.catalogue import Catalog
    from ..policy import Policy
    from .carriers import CarrierTerms
    from .orders import Order, SentBack
    from .standing import TierTerms
    from .ticket import Ticket


class Customer(Value):
    id: str
    name: str
    tier: str
    region: str
    currency: str
    business: bool = False
    claims_year: int = 0  # claims of damage or non-delivery in the past year


class CartLine(Value):
    product_id: str
    variant_id: str
    quantity: int


class Approval(Value):
    """A lead's leave for a line of an order to go back though the policy refuses it."""

    number: str
    until: int  # the last day on which it counts


class World(Value):
    catalog: "Catalog"
    axes: Axes
    today: int  # the shop's own calendar, in days
    customer: Customer
    policy: "Policy"
    overlay: Overlay = NOTHING
    sells_out: Mapping[
        str, int | None
    ] = {}  # product -> the number by which some variants go right after its first showing; None: all do
    cart: tuple[CartLine, ...] = ()
    visits: tuple[int, ...] = ()  # documents
    answers: Mapping[str, Any] = {}  # what each closing tool was given
    shelves: frozenset[str] = frozenset()  # on which a task is set
    gone: Mapping[str, frozenset[str]] = {}  # product -> variants that sold out during the episode
    orders: "tuple[Order, ...]" = ()  # newest first
    returns: "tuple[SentBack, ...]" = ()  # returns and exchanges of this episode
    ticket: "Ticket | None" = None  # on the desk
    notes: Mapping[str, str] = {}  # by product or order: what somebody has written there
    approvals: Mapping[str, Approval] = {}  # by the line of an order
    standing: "TierTerms | None" = None  # how a membership tier is earned, where it follows from orders
    tiers: Mapping[str, str] = {}  # by the number of a day, where it does
    membership: str = ""  # the same in words, for a handbook
    carriers: "Mapping[str, CarrierTerms]" = {}  # how each works, where that decides where a parcel is

    def changes(self, before: "World") -> frozenset[str]:
        """What is not as it was, one name per change."""
        if self.cart is before.cart and self.returns is before.returns:
            return frozenset()
        lines = {line.variant_id for line in {*self.cart} ^ {*before.cart}}
        return frozenset(
            (*(cart_change(id) for id in lines), *(r.change for r in self.returns if r not in before.returns))
        )

    def approval(self, line_id: str) -> str:
        """The number of the approval that counts today for a line, if there is one."""
        approval = self.approvals.get(line_id)
        return approval.number if approval is not None and approval.until >= self.today else ""

    def tier_on(self, day: int) -> str:
        """The tier that counts for an order that was placed on a day."""
        return self.tiers.get(str(day), self.customer.tier)

    def product(self, id: str) -> Product | None:
        return self.catalog.product(id, self.overlay)


def cart_change(variant_id: str) -> str:
    return f"variant {variant_id} in the cart"


def stock(world: World, product: Product, variant: Variant) -> int:
    gone = world.gone.get(product.id, ())
    return 0 if variant.id in gone or product.id in world.overlay.sold_out else variant.stock


def show(world: World, ids: Iterable[str]) -> World:
    """The world after these ids stood in a result: what was to sell out then has sold out."""
    if not world.sells_out:
        return world
    new = [i for i in ids if i in world.sells_out and i not in world.gone]
    if not new:
        return world
    gone = {i: frozenset(_going(world, i)) for i in new}
    emptied = frozenset(i for i in new if world.sells_out[i] is None)
    overlay = replace(world.overlay, sold_out=world.overlay.sold_out | emptied) if emptied else world.overlay
    return replace(world, gone={**world.gone, **gone}, overlay=overlay)


def _going(world: World, id: str) -> list[str]:
    product, number = world.product(id), world.sells_out[id]
    assert product is not None, id
    return [v.id for v in (product.variants if number is None else product.going(number))]
