"""Bundles that fit what the customer would say. There may be many: any of them is right."""

import re
from collections.abc import Iterator, Sequence

from retailgym.catalog.product import Product
from retailgym.catalog.wishes import worth
from retailgym.core.episode import Episode
from retailgym.core.task import Detail, Thing
from retailgym.world import World

from ..shelves import fitting

many = True
Bundle = tuple[str, ...]


def answers(episode: Episode, whatever_it_costs: bool = False) -> list[Bundle]:
    """The right ones; or all whose things match, for any money and in any time."""
    project, *roles = episode.task.brief.requests[0].things
    budget = next(int(d.value) for d in project.details if d.topic == "budget")
    at = {role.noun: n for n, role in enumerate(roles)}
    matches = [(n, d) for n, role in enumerate(roles) for d in role.details if d.role == "fact"]
    pairs = [(n, at[noun], d) for n, d in matches if (noun := d.topic.partition(" with the ")[2])]
    stands = [to_be_had(episode.world, role) for role in roles]
    pairs = [(a, b, code) for a, b, d in pairs for code in _code(d, stands[a], stands[b]).split(" and ")]
    aim = next((str(d.value) for d in project.details if d.topic == "aim"), "")
    if whatever_it_costs:
        budget, aim = 1 << 60, ""
    vouchers, soon = _vouchers(aim), _soon(aim)
    found = [
        chosen
        for chosen in _matching(stands, pairs)
        if _paid([p.price_cents for p in chosen], vouchers) <= budget
        and (soon is None or sum(p.ship_days <= soon[1] for p in chosen) >= soon[0])
    ]
    if aim:
        most = max([_worth(aim, chosen) for chosen in found], default=0)
        found = [chosen for chosen in found if _worth(aim, chosen) == most]
    return [tuple(sorted(p.id for p in chosen)) for chosen in found]


def _worth(aim: str, chosen: Sequence[Product]) -> int:
    """What there is to be the most of: stars, money spent, or money kept."""
    spent = sum(p.price_cents for p in chosen)
    return {"spent": spent, "least": -spent}.get(aim, sum(p.rating_tenths for p in chosen))


def _matching(
    stands: list[list[Product]], pairs: list[tuple[int, int, str]], before: tuple[Product, ...] = ()
) -> Iterator[tuple[Product, ...]]:
    """One for each role, such that all that shall match does."""
    if len(before) == len(stands):
        yield before
        return
    here = [(a, b, code) for a, b, code in pairs if max(a, b) == len(before)]
    for product in stands[len(before)]:
        chosen = (*before, product)
        if all(_match(code, chosen[a], chosen[b]) for a, b, code in here):
            yield from _matching(stands, pairs, chosen)


def _vouchers(aim: str) -> list[tuple[int, int, list[int] | None]]:
    """What each takes off, from which total on, and of which roles it counts, if not of all."""
    found: list[tuple[int, int, list[int] | None]] = [
        (int(off), int(least), None) for off, least in re.findall(r"voucher (\d+) from (\d+)", aim)
    ]
    for off, least, roles in re.findall(r"part (\d+) from (\d+) of ([\d,]+)", aim):
        found.append((int(off), int(least), [int(r) for r in roles.split(",")]))
    return found


def _paid(prices: list[int], vouchers: list[tuple[int, int, list[int] | None]]) -> int:
    paid = sum(prices)
    for off, least, roles in vouchers:
        if sum(prices if roles is None else [prices[r] for r in roles]) >= least:
            paid -= off
    return paid


def _soon(aim: str) -> tuple[int, int] | None:
    """So many within so many days."""
    found = re.search(r"(\d+) within (\d+)", aim)
    return (int(found[1]), int(found[2])) if found else None


def given(episode: Episode) -> Bundle:
    return tuple(sorted(episode.world.answers.get("recommend_bundle", ())))


def to_be_had(world: World, role: Thing) -> list[Product]:
    """In stock, and neither sold out nor about to be: an item that sells out does so before it can be
    recommended."""
    return [p for p in fitting(world, role) if p.stock and world.sells_out.get(p.id, 0) is not None]


def _code(detail: Detail, mine: list[Product], theirs: list[Product]) -> str:
    """Read from the act alone: "brand same brand unless 8000" holds where two can be had for that."""
    code, unless, limit = (detail.link or str(detail.value)).partition(" unless ")
    if not unless:
        return code
    sums = [a.price_cents + b.price_cents for a in mine for b in theirs if _match(code, a, b)]
    return code if min(sums, default=10**9) <= int(limit) else code.replace(" same ", " any ")


def _match(code: str, item: Product, other: Product) -> bool:
    """Read from the act alone: "capacity at_least capacity"."""
    attribute, relation, than = code.split()
    mine, theirs = worth(item, attribute), worth(other, than)
    match relation:
        case "same":
            return mine == theirs or bool({mine, theirs} & {"all hobs", "multi-fuel"})
        case "any":
            return True
        case "at_least":
            return mine >= theirs
        case _:
            return mine <= theirs
