"""What the printed policy makes of all records and all that the customer could say."""

from functools import lru_cache

from retailgym.core.episode import Episode
from retailgym.envs.desk.facts import Dossier
from retailgym.envs.desk.gold import derive
from retailgym.policy import ARTICLES, Policy, article, policy_of, read_article

Answer = tuple[tuple[tuple[str, str, int], ...], str, bool]


def answers(episode: Episode) -> list[Answer]:
    ticket = episode.task.world.ticket
    *items, order = episode.task.brief.requests[0].things
    told = tuple({d.topic: d.value for d in thing.details if d.role != "case"} for thing in items)
    dossier = Dossier(
        order=ticket.order,
        customer=ticket.customer,
        stock=ticket.stock,
        told=told,
        of_order={d.topic: d.value for d in order.details},
    )
    gold = derive(_printed(episode.world.policy.content_hash, _Kept(episode.world.policy)), dossier)
    return [
        (tuple(sorted((i.item_id, i.resolution, i.cents) for i in gold.items)), gold.resolution, gold.fraud)
    ]


def given(episode: Episode) -> Answer:
    ticket = episode.world.ticket
    return (
        tuple(sorted((id, d.resolution, d.amount_cents) for id, d in ticket.items.items())),
        ticket.resolution,
        ticket.fraud,
    )


class _Kept:
    """A policy beside its hash, which alone is the key."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kept)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=64)
def _printed(content_hash: str, kept: _Kept) -> Policy:
    """The policy read back from its own words."""
    rules = [rule for name in ARTICLES for rule in read_article(article(kept.policy, name).text)]
    return policy_of(tuple(rules), kept.policy.currency)
