"""Parcels that fit what the customer would say, read as loosely as people do."""

from retailgym.core.episode import Episode
from retailgym.core.task import Thing
from retailgym.envs.shared.order_clues import CUES, Clue, fits
from retailgym.envs.shared.order_families import RememberedLine
from retailgym.world import World
from retailgym.world.orders import Order

Report = tuple[str, str, str, int]


def lines(world: World, thing: Thing) -> list[tuple[int, int]]:
    """Every line of the history, by order and place, that all clues fit; all but one where none does."""
    here = [
        (o, n)
        for o, order in enumerate(world.orders)
        for n, b in enumerate(order.lines)
        if world.catalog.head(b.doc).shelf == thing.shelf
    ]
    entries = [_entry(world, o, n) for o, n in here]
    clues = [Clue(topic=d.topic, value=str(d.value)) for d in thing.details if d.topic in CUES]
    off = [sum(not fits(c, entry, world.today) for c in clues) for entry in entries]
    least = min(off) if min(off) <= 1 else 0  # one thing may be misremembered
    return [place for place, n in zip(here, off, strict=True) if n == least]


def _entry(world: World, o: int, n: int) -> RememberedLine:
    order = world.orders[o]
    line, shelves = order.lines[n], [world.catalog.head(b.doc).shelf for b in order.lines]
    return RememberedLine(
        placed=order.placed,
        cents=line.unit_cents,
        pieces=line.quantity,
        own=order.recipient == world.customer.name,
        method=order.method,
        beside=tuple(sorted(set(shelves) - {shelves[n]})),
        items=len(shelves),
        coupon=order.coupon != "none",
        gift=order.gift,
        dearest=line.unit_cents == max(b.unit_cents for b in order.lines),
    )


def answers(episode: Episode) -> list[Report]:
    found, (thing,) = [], episode.task.brief.requests[0].things
    told = next((str(d.value).split() for d in thing.details if d.topic == "extent"), ["0"])
    extent, nth = int(told[0]), int(told[-1]) if "nth" in told else 0
    for o, n in lines(episode.world, thing):
        here = _reports(episode.world.orders[o])
        mine = here[episode.world.orders[o].lines[n].parcel]
        every = [r for order in episode.world.orders[o : o + extent] for r in _reports(order)]
        day = sorted([day for *_, day in every])[nth - 1] if extent else 0  # 0: the last
        found += [r for r in every if r[3] == day] if extent else [mine]
    return found


def _reports(order: Order) -> list[Report]:
    """What is to be told of each parcel of an order."""
    return [(order.id, id, p.status, p.day) for id, p in zip(order.parcel_ids, order.parcels, strict=True)]


def given(episode: Episode) -> Report | None:
    told = episode.world.answers.get("report_status")
    return (told.order_id, told.parcel_id, told.status, told.day) if told else None
