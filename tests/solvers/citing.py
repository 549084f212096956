"""The clause for which an answer cites a section of the handbook, found in the text that tools print."""

from retailgym.core.dates import date
from retailgym.core.rendering import Rendering
from retailgym.policy import TOPICS
from retailgym.tools.desk import inspect_policy
from retailgym.tools.policy import book_in, handbook_in, policy_read, policy_search
from retailgym.world import World

from .handbook import Reader


def clause_cited(world: World, topic: str, id: str) -> str:
    """The clause of a topic that a section in force states as it holds, or none; without a handbook clauses
    are cited themselves."""
    if not handbook_in(world):
        return id
    place = reader(world).stating(TOPICS[topic].asks).get(id)
    return "" if place is None else world.policy.clause_ids(topic)[place]


def reader(world: World) -> Reader:
    def found(words: str, page: int) -> str:
        return Rendering().result(policy_search.fn(world, words, page))

    def text(id: str) -> str:
        return Rendering().result(policy_read.fn(world, id, ""))

    return Reader(found, text, world.customer.region, date(world.today))


def desk_reader(world: World) -> Reader | None:
    """The same at the desk; none where the policy has pages."""
    if not book_in(world):
        return None

    def found(words: str, page: int) -> str:
        return Rendering().result(inspect_policy.fn(world, search=words, results_page=page)[1])

    def text(id: str) -> str:
        return Rendering().result(inspect_policy.fn(world, documents=[id])[1])

    return Reader(found, text, world.ticket.order.region, date(world.today))
