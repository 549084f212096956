"""Bundles that fit what the customer would say. There may be many: any of them is right."""

from itertools import product as combinations

from retailgym.catalog.product import Product
from retailgym.catalog.wishes import worth
from retailgym.core.episode import Episode
from retailgym.core.task import Detail, Thing
from retailgym.world import World

from ..shelves import fitting

many = True
Bundle = tuple[str, ...]


def answers(episode: Episode) -> list[Bundle]:
    project, *roles = episode.task.brief.requests[0].things
    budget = next(int(d.value) for d in project.details if d.topic == "budget")
    at = {f"match with the {role.noun}": n for n, role in enumerate(roles)}
    pairs = [(n, at[d.topic], d) for n, role in enumerate(roles) for d in role.details if d.topic in at]
    stands = [_to_be_had(episode.world, role) for role in roles]
    return [
        tuple(sorted(p.id for p in chosen))
        for chosen in combinations(*stands)
        if sum(p.price_cents for p in chosen) <= budget
        and all(_match(d, chosen[a], chosen[b]) for a, b, d in pairs)
    ]


def given(episode: Episode) -> Bundle:
    return tuple(sorted(episode.world.answers.get("recommend_bundle", ())))


def _to_be_had(world: World, role: Thing) -> list[Product]:
    """In stock, and neither sold out nor about to be: an item that sells out does so before it can be
    recommended."""
    return [p for p in fitting(world, role) if p.stock and world.sells_out.get(p.id, 0) is not None]


def _match(detail: Detail, item: Product, other: Product) -> bool:
    """Read from the act alone: "capacity at_least capacity"."""
    attribute, relation, than = str(detail.value).split()
    mine, theirs = worth(item, attribute), worth(other, than)
    match relation:
        case "same":
            return mine == theirs or bool({mine, theirs} & {"all hobs", "multi-fuel"})
        case "at_least":
            return mine >= theirs
        case _:
            return mine <= theirs
