"""What a ticket should come to: its tier, the resolution of each item, what weighs on the customer; and what
they may say of an item whose records stand as they do, drawn before it is known which of it is true."""

from collections.abc import Mapping

from ...core.difficulty import HALF
from ...core.streams import Rng, Streams
from ...core.values import Value, replace
from ...policy.facts import SHOP_AT_FAULT
from ...world import World
from .aim import CHARGEBACK
from .facts import DAMAGE, FREE_WILL
from .records import UNDELIVERED
from .story import ITEM_SIGNALS, Goods, ItemStory, possible_reason, sensible, signals

TIERS = (
    "damaged item", "exchange with stock and coupons", "return window", "wrong item sent",
    "several items, exceptions and conflicting records", "fraud signals", "corporate chargeback",
)  # fmt: skip
# What a ticket of each tier should come to, in parts of a hundred. The policy decides what it does come to.
MIX: dict[int, dict[str, int]] = {
    1: {"refund": 13, "partial_refund": 16, "exchange": 17, "store_credit": 16, "deny": 15, "escalate": 9,
    "request_info": 14},
    2: {"refund": 12, "partial_refund": 20, "exchange": 26, "store_credit": 6, "deny": 12, "escalate": 8,
    "request_info": 16},
    3: {"refund": 16, "partial_refund": 18, "exchange": 24, "store_credit": 8, "deny": 14, "escalate": 10,
    "request_info": 10},
    4: {"refund": 16, "partial_refund": 14, "exchange": 26, "store_credit": 10, "deny": 14, "escalate": 10,
    "request_info": 10},
    5: {"refund": 18, "partial_refund": 12, "exchange": 17, "store_credit": 10, "deny": 14, "escalate": 13,
    "request_info": 16},
    6: {"refund": 16, "partial_refund": 18, "exchange": 14, "store_credit": 15, "deny": 15, "escalate": 8,
    "request_info": 14},
    7: {"refund": 28, "partial_refund": 6, "deny": 15, "escalate": 9, "request_info": 42},
}  # fmt: skip
ITEMS = (
    (1, 1, 2), (1, 1, 2), (1, 2), (1, 2), (1, 2, 2, 2), (1, 2, 2, 2), (1, 2, 3, 3), (2, 3, 3),
    (2, 3, 3), (2, 3, 4), (3, 3, 4), (3, 3, 4), (5, 6, 6),
)  # fmt: skip  # how many there may be, by level
# the level from which every second one adds an item, to how many, and the shelves that a shop must have
LONGER_FROM, LONGER, ROOM = 14, 4, 30
SUSPECT = {1: 100, 2: 150, 5: 250, 6: 550, 7: 110}  # per mille of tickets whose customer shows signs of fraud
REASONS: dict[int, tuple[str, ...]] = {
    1: ("damaged", "defective", "missing_parts"),
    2: ("changed_mind", "wrong_item", "damaged", "defective"),
    3: ("changed_mind", "late"),
    4: ("wrong_item", "not_as_described", "missing_parts"),
    5: (
        "damaged",
        "defective",
        "missing_parts",
        "wrong_item",
        "not_as_described",
        "changed_mind",
        "late",
        "never_arrived",
        "charged_twice",
    ),
    6: ("damaged", "missing_parts", "wrong_item", "changed_mind", "never_arrived", "charged_twice"),
    7: ("wrong_item", "damaged", "never_arrived", "not_as_described", "changed_mind"),
}  # what customers of a tier complain about
MISSED = ("never_arrived", "charged_twice", "changed_mind")  # what can be said of what has not come
WANTS = ("refund", "exchange", "store_credit")


class TicketPlan(Value):
    """What the ticket should come to, item by item, and what weighs on the customer."""

    target: str
    items: tuple[str, ...]
    signals: frozenset[str]


def items_at(stream: Streams, world: World) -> int:
    """How many items a ticket has."""
    more = max(0, world.axes.level - LONGER_FROM) // 2
    long = more > 0 and len(world.catalog.drawable) >= ROOM
    among = (LONGER + more, LONGER + more + 1, LONGER + more + 1) if long else ITEMS[world.axes.rung]
    return (stream / "items")().pick(among)


def tiers_of(level: int) -> tuple[int, ...]:
    """The tiers that a level draws from."""
    return (min(7, 1 + level // 2),) if level <= HALF else (5, 6, 7)


def tier_of_ticket(stream: Streams, world: World) -> int:
    """The level's tier, or one of the shop's own mix."""
    tiers, rng = world.catalog.config.desk.tiers, (stream / "tier")()
    return int(weighted(rng, tiers)) if tiers else rng.pick(tiers_of(world.axes.level))


def plan_ticket(rng: Rng, world: World, tier: int, n: int) -> TicketPlan:
    policy = world.policy
    target = weighted(rng, world.catalog.config.desk.outcomes.get(str(tier)) or MIX[tier])
    found: frozenset[str] = frozenset()
    if rng.chance(SUSPECT.get(tier, 80)):
        found = signals(rng, policy, old=tier == CHARGEBACK)
        if tier == CHARGEBACK and rng.chance(300):
            found |= {ITEM_SIGNALS[3]}
        elif 5 <= tier < CHARGEBACK and rng.chance(250):
            found = frozenset((rng.pick(ITEM_SIGNALS[:3]),))
    return TicketPlan(target=target, items=item_targets(rng, tier, target, n), signals=found)


def specials_without(plan: TicketPlan) -> frozenset[str]:
    """Specials that would take away from the signs of fraud."""
    return frozenset(("tier", "business")) if plan.signals else frozenset()


def item_targets(rng: Rng, tier: int, target: str, n: int) -> tuple[str, ...]:
    """Targets for the items that give the ticket its own."""
    if n == 1 or target in ("refund", "store_credit", "deny"):
        return (target,) * n
    others = tuple([r for r in MIX[tier] if r not in ("escalate", "request_info")])
    match target:
        case "escalate" | "request_info":
            return tuple(rng.shuffled([target, *[rng.pick(others) for _ in range(n - 1)]]))
        case "exchange":
            return tuple(rng.shuffled(["exchange", *[rng.pick(("exchange", "deny")) for _ in range(n - 1)]]))
        case _:
            unpaid = rng.pick(("deny", "exchange", "store_credit") if tier < CHARGEBACK else ("deny",))
            return tuple(
                rng.shuffled(
                    [
                        rng.pick(("refund", "partial_refund")),
                        unpaid,
                        *[rng.pick(others) for _ in range(n - 2)],
                    ]
                )
            )


def weighted(rng: Rng, weights: Mapping[str, int]) -> str:
    left = rng.below(sum(weights.values()))
    for name, weight in weights.items():
        left -= weight
        if left < 0:
            return name
    raise AssertionError


def telling(rng: Rng, tier: int, conflicts: int, story: ItemStory, bought: Goods) -> ItemStory:
    """The same records, and another account of them: anything that they do not rule out. `conflicts` is the
    per mille of claims that something contradicts."""
    reason = possible_reason(rng.pick(_reasons(tier, story)), bought)
    if story.charged is not None:
        return replace(story, reason=reason)
    wants = "refund" if reason == "charged_twice" and rng.chance(500) else rng.pick(WANTS)
    other = len(bought.product.variants) > 1 or reason not in FREE_WILL
    if wants == "exchange" and (reason in ("late", "charged_twice") or not other):  # who wants no other
        wants = "store_credit"
    told = replace(
        story,
        reason=reason,
        wants=wants,
        condition=_condition(rng, reason),
        units=story.units
        if story.returned
        else rng.between(1, bought.quantity),  # what came back was weighed
        packaging=rng.chance(500),
        photo=_photo(rng, conflicts) if reason in SHOP_AT_FAULT else "none",
        hazard=reason in DAMAGE and rng.chance(400),
        swap=_swap(rng, bought) if wants == "exchange" and reason in FREE_WILL else {},
    )
    return sensible(told, bought)


def _reasons(tier: int, story: ItemStory) -> tuple[str, ...]:
    return reasons_of(tier, story.status, story.returned)


def reasons_of(tier: int, status: str, returned: bool) -> tuple[str, ...]:
    """What can be complained about of an item whose parcel stands so, and which may have come back."""
    if status in UNDELIVERED:
        return tuple([r for r in REASONS[tier] if r in MISSED]) or REASONS[tier]
    if returned:
        return tuple([r for r in REASONS[tier] if r not in ("never_arrived", "charged_twice")])
    return REASONS[tier]


def _photo(rng: Rng, conflicts: int) -> str:
    return "no_fault" if rng.chance(conflicts // 2) else rng.pick(("fault", "none"))


def _condition(rng: Rng, reason: str) -> str:
    if reason in FREE_WILL:
        return rng.pick(("unopened", "opened", "used"))
    if reason == "not_as_described":
        return rng.pick(("opened", "used"))
    if reason == "missing_parts":
        return "incomplete"
    return "used" if reason == "defective" else "opened" if reason in SHOP_AT_FAULT else "unopened"


def _swap(rng: Rng, bought: Goods) -> Mapping[str, str]:
    """Another variant, by what is different about it."""
    other = rng.pick([v for v in bought.product.variants if v.id != bought.variant.id])
    return {name: value for name, value in other.options.items() if value != bought.variant.options[name]}
