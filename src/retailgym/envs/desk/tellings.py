"""What a customer may say of an item whose records stand as they do: they are drawn before it is known which
of it is true."""

from collections.abc import Mapping

from ...core.streams import Rng
from ...core.values import replace
from ...policy.facts import SHOP_AT_FAULT
from .facts import DAMAGE, FREE_WILL
from .records import UNDELIVERED
from .story import Goods, ItemStory, sensible

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


def telling(rng: Rng, tier: int, conflicts: int, story: ItemStory, bought: Goods) -> ItemStory:
    """The same records, and another account of them: anything that they do not rule out. `conflicts` is the
    per mille of claims that something contradicts."""
    reason = rng.pick(_reasons(tier, story))
    if reason == "missing_parts" and "parts" not in bought.fits:
        reason = "damaged"
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
        packaging=rng.chance(700),
        photo=_photo(rng, conflicts) if reason in SHOP_AT_FAULT else "none",
        hazard=reason in DAMAGE and rng.chance(250),
        swap=_swap(rng, bought) if wants == "exchange" and reason in FREE_WILL else {},
    )
    return sensible(told, bought)


def _reasons(tier: int, story: ItemStory) -> tuple[str, ...]:
    if story.status in UNDELIVERED:
        return tuple([r for r in REASONS[tier] if r in MISSED]) or REASONS[tier]
    if story.returned:
        return tuple([r for r in REASONS[tier] if r not in ("never_arrived", "charged_twice")])
    return REASONS[tier]


def _photo(rng: Rng, conflicts: int) -> str:
    return "no_fault" if rng.chance(conflicts // 2) else rng.pick(("fault", "fault", "none"))


def _condition(rng: Rng, reason: str) -> str:
    if reason in FREE_WILL:
        return rng.pick(("unopened", "opened", "used", "incomplete"))
    return "incomplete" if reason == "missing_parts" else "opened" if reason in SHOP_AT_FAULT else "unopened"


def _swap(rng: Rng, bought: Goods) -> Mapping[str, str]:
    """Another variant, by what is different about it."""
    other = rng.pick([v for v in bought.product.variants if v.id != bought.variant.id])
    return {name: value for name, value in other.options.items() if value != bought.variant.options[name]}
