"""What a customer can tell of a project: what it may cost, and how its pieces must match."""

from functools import lru_cache

from ....catalog.schema import Category, cues
from ....core.money import spoken
from ....core.task import Detail
from ....customer.locale.en import matching
from ....customer.locale.en.grammar import bare_noun, with_plural
from ....customer.locale.en.links import SAME_UNLESS
from ..shelves import Disclosure
from .linking import LinkedFit
from .match import Match

WITH = " with the "  # stands before the other thing's noun
CALLED = ("project",)  # what people call any project
_BUDGET = cues(
    "budget",
    "spend",
    "cost",
    "price",
    "limit",
    "afford",
    "money",
    "expensive",
    "how much in all",
    "how much in total",
    "pay",
    "price range",
)
_MATCH = (
    "match", "matching", "compatible", "compatibility", "go together", "go with", "fit together", "fit with",
    "work together", "work with",
    "in common", "share", "suit",
)  # fmt: skip


def partner(topic: str) -> str:
    """The noun of the other thing, of which a match speaks."""
    return topic.partition(WITH)[2]


def budget_detail(cents: int, currency: str, disclosure: Disclosure) -> Detail:
    amount = spoken(cents, currency)
    says = tuple(line.format(amount=amount) for line in matching.BUDGET)
    return Detail(
        topic="budget",
        label="budget",
        value=cents,
        says=says,
        cues=_BUDGET,
        op="lte",
        role="fact",
        disclosure=disclosure,
    )


def match_detail(
    match: Match, mine: tuple[str, Category], theirs: tuple[str, Category], disclosure: Disclosure
) -> Detail:
    """Told of the later of two things; each is given by its noun and its category."""
    (noun, category), (other, others_category) = mine, theirs
    labels = category.attribute[match.attribute].label, others_category.attribute[match.other].label
    topic = f"match{WITH}{other}"
    return Detail(
        topic=topic,
        label=topic,
        value=match.code,
        says=_says(match, noun, other, labels),
        cues=_match_cues(topic),
        role="fact",
        disclosure=disclosure,
    )


def linked_detail(
    linked: LinkedFit, mine: tuple[str, Category], theirs: tuple[str, Category], currency: str
) -> Detail:
    """A match that holds unless the two cost more than a limit, told of the later of them."""
    (noun, category), (other, _) = mine, theirs
    label = category.attribute[linked.fit.match.attribute].label
    amount = spoken(linked.limit_cents, currency)
    same = alike(linked.fit.match, label)
    says = tuple([_told(line, noun, other, same=same, amount=amount) for line in SAME_UNLESS])
    topic = f"{label} in common{WITH}{other}"  # beside which another match may be needed
    return Detail(
        topic=topic,
        label=topic,
        value=linked.match.code,
        link=linked.code,
        says=says,
        cues=_match_cues(topic),
        role="fact",
    )


@lru_cache(maxsize=4096)
def _says(match: Match, noun: str, other: str, labels: tuple[str, str]) -> tuple[str, ...]:
    same = alike(match, labels[0])
    return tuple(
        _told(line, noun, other, any=match.anything, same=same, label=labels[0], than=labels[1])
        for line in _lines(match)
    )


def _told(line: str, noun: str, other: str, **words: str) -> str:
    """The line of two things; of a pair of headphones it says "the headphones"."""
    mine = bare_noun(noun)
    said = line.format(noun=mine, other=bare_noun(other), **words)
    return said if mine == noun else with_plural(said, mine)


def alike(match: Match, label: str) -> str:
    """How two things are when they match, such as "be made of the same material"."""
    return matching.ALIKE.get(match.attribute) or matching.SAME_BY_NAME.format(label=label)


def _lines(match: Match) -> tuple[str, ...]:
    match match.relation:
        case "at_least":
            return (*matching.AT_LEAST, *matching.COMPARED.get(match.code, ()))
        case "at_most":
            return (*matching.AT_MOST, *matching.COMPARED.get(match.code, ()))
        case "same" | "any":
            return (
                matching.SAME_OR_ANY
                if match.anything
                else (*matching.SAME, *matching.SAME_BECAUSE.get(match.attribute, ()))
            )


@lru_cache(maxsize=4096)
def _match_cues(topic: str) -> tuple[str, ...]:
    """The topic's own words come first: they are longer, so that a question that gives them asks for nothing
    else."""
    return cues(topic, *_MATCH)
