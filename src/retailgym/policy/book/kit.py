"""How a section of the shop's own policy is written: its words above, and below them a function that draws
its clauses."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from ...core.streams import Rng
from ..rules import Answer, Condition, Effect, Topic

T = TypeVar("T")


# A clause before it has its number: name, effect, conditions. Later ones of a section prevail over earlier
# ones. It is a plain tuple because
# a policy draws hundreds of them per episode.
Draft = tuple[str, Effect, tuple[Condition, ...]]
Section = Callable[[Rng], Sequence[Draft]]
ARTICLES: dict[str, tuple[str, str]] = {}  # id -> title and opening words, in the order of print
PROVISIONS: dict[str, tuple[str, ...]] = {}  # id -> what of its opening words decides something
TOPICS: dict[str, Topic] = {}
SECTIONS: dict[str, Section] = {}
SHARES = (
    "Coupons and delivery charges are shared by the lines of an order in proportion to their full prices, as "
    "the order shows. What a line cost, its tax and its share of the delivery charge are each divided evenly "
    "by its units; cents that are left over go to the units that come back first, one each."
)


def article(name: str, title: str, opening: str, *provisions: str) -> str:
    """A page; its opening words end with the provisions that hold for all of its sections."""
    ARTICLES[name], PROVISIONS[name] = (title, " ".join((opening, *provisions))), provisions
    return name


def section(
    within: str,
    title: str,
    noun: str,
    asks: str,
    answer: Answer,
    *,
    terms: tuple[str, str, str],
    depths: tuple[int, ...] = (),
) -> Callable[[Section], Section]:
    """The function's name is the topic's."""

    def enter(drawn: Section) -> Section:
        name = drawn.__name__
        TOPICS[name] = Topic(
            name=name,
            article=within,
            title=title,
            noun=noun,
            asks=asks,
            answer=answer,
            terms=terms,
            depths=depths,
        )
        SECTIONS[name] = drawn
        return drawn

    return enter


def on(name: str, then: Effect, *when: Condition) -> Draft:
    return name, then, when


def groups(d: Rng, items: Sequence[T], *sizes: int) -> list[tuple[T, ...]]:
    """Groups that share no member."""
    pool, chosen, start = d.sample(items, sum(sizes)), [], 0
    for size in sizes:
        chosen.append(tuple(pool[start : start + size]))
        start += size
    return chosen


def round_cents(d: Rng, low: int, high: int, step: int) -> int:
    """A price that a shop would print, in cents."""
    return low + step * d.below((high - low) // step + 1)
