"""For scorers and laws: what is true of an episode, what was heard, and what each exchange counted for, as
plain data.

It opens the sealed goal, so nothing in the package may import it; tests do.
"""

from typing import Any

import msgspec

from .catalog.schema import Attribute, Category, Option
from .core.dates import printed
from .core.episode import Episode
from .core.episode import heard as _heard
from .core.task import Thing
from .core.values import Value, replace
from .customer import shop_of
from .customer.acts import things_of
from .tools.desk_records import order_record


def truth(ep: Episode) -> dict[str, Any]:
    """What the customer wants, what has been said of it, and what the world holds of it."""
    brief, talk = ep.task.brief, ep.talk
    raised = brief.requests[: talk.raised]
    jobs = [m.job for m in raised for _ in m.things]
    things = things_of(brief, replace(talk, outs=frozenset()))  # as they are wished for now
    return {
        "spec": str(ep.spec),
        "env": ep.env.id,
        "tone": brief.persona.tone,
        "patience": brief.persona.patience,
        "currency": ep.world.customer.currency,
        "latest": len(things) - len(raised[-1].things),
        "things": [_thing(ep, t, job) for t, job in zip(things, jobs, strict=True)],
        "told": sorted([list(place) for place in talk.told], key=str),
        "outs": sorted(talk.outs),
        "now": len(things_of(brief, talk)),
        "goal": _plain(ep.task.goal.open()),
        "line": _line(ep),
        "ticket": _ticket(ep) if ep.world.ticket is not None else None,
    }


def heard(ep: Episode) -> list[dict[str, Any]]:
    """The acts behind the customer's last words, each with its name under "act"."""
    return [
        {"act": type(act).__name__.lower()} | {k: v for k, v in _fields(act).items() if k != "type"}
        for act in _heard(ep)
    ]


def exchanges(ep: Episode) -> list[dict[str, Any]]:
    """Each exchange so far: what was asked, whether it was free, and why."""
    return [_fields(exchange) for exchange in ep.talk.ledger]


def _line(ep: Episode) -> dict[str, Any] | None:
    """The order line that a return is about, and the versions of what is wanted for it."""
    goal = ep.task.goal.open()
    if not hasattr(goal, "line_id") or "order_get" not in ep.env.tools:
        return None
    page: Any
    _, page = ep.env.tools["order_get"](ep.world, (goal.order_id,))
    line = next((x for x in page.lines if x.line_id == goal.line_id), None)
    if line is None:
        return None
    new = ep.world.product(getattr(goal, "product_id", "") or "")
    variants = new.variants if new is not None else ()
    return {
        "title": line.title,
        "options": line.options,
        "quantity": line.quantity,
        "placed": printed(page.placed_day),
        "variants": [{"variant_id": v.id, "options": dict(v.options)} for v in variants],
    }


def _ticket(ep: Episode) -> dict[str, Any]:
    """The records behind a ticket of the desk, as far as a reply speaks of them."""
    ticket = ep.world.ticket
    assert ticket is not None
    order = order_record(ep.world.catalog, ep.world.today, ticket)
    disputes = {line.item_id: order.dispute(line.item_id) for line in order.lines}
    lines = [
        {
            "item_id": line.item_id,
            "quantity": line.quantity,
            "unit_cents": line.unit_cents,
            "tax_cents": line.tax_cents,
            "came_back": line.parcel.returned_grams is not None,
            "disputed": dispute.units if (dispute := disputes[line.item_id]) else 0,
        }
        for line in order.lines
    ]
    return {
        "name": ticket.customer.name,
        "order_id": order.order_id,
        "currency": order.shop_currency,
        "lines": lines,
    }


def _thing(ep: Episode, thing: Thing, job: str) -> dict[str, Any]:
    catalog = ep.world.catalog
    shelf = catalog.shelf_named(thing.shelf) if thing.shelf else None
    category = catalog.category(shelf) if shelf is not None else None
    product = ep.world.product(thing.product_id) if thing.product_id else None
    return {
        "job": job,
        "noun": thing.noun,
        "plural": thing.plural,
        "called": list(thing.called),
        "shelf": thing.shelf,
        "product_id": thing.product_id,
        "details": [_fields(d) for d in thing.details],
        "fallback": None if thing.fallback is None else [_fields(d) for d in thing.fallback.instead],
        "money": category.money if category is not None else "",
        "topics": _topics(category) if category is not None else [],
        "gone": shop_of(ep.world).has_gone(thing),
        "in_stock": [dict(v.options) for v in product.in_stock()] if product is not None else [],
    }


def _topics(category: Category) -> list[dict[str, Any]]:
    """All that can be wished of such a thing, and the values that it can have."""
    return [_topic(a, "attribute") for a in category.filters] + [
        _topic(o, "option") for o in category.options
    ]


def _topic(facet: Attribute | Option, kind: str) -> dict[str, Any]:
    choices = [{"value": c.value, "label": c.label} for c in facet.choices]
    return {
        "name": facet.name,
        "label": facet.label,
        "kind": kind,
        "unit": getattr(facet, "unit", ""),
        "choices": choices,
    }


def _fields(value: Value) -> dict[str, Any]:
    plain = msgspec.to_builtins(value, str_keys=True)
    assert isinstance(plain, dict)
    return plain


def _plain(goal: object) -> Any:
    try:
        return msgspec.to_builtins(goal, str_keys=True)
    except (TypeError, ValueError):  # a goal that holds the catalogue has no plain form
        return None
