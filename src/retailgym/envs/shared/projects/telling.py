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
from .match import AND, Match
from .ways import Matches

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
    matches: Matches, mine: tuple[str, Category], theirs: tuple[str, Category], disclosure: Disclosure
) -> Detail:
    """How two things must match, told of the later; each is given by its noun and its category."""
    (noun, category), (other, others_category) = mine, theirs
    labels = [
        (category.attribute[m.attribute].label, others_category.attribute[m.other].label) for m in matches
    ]
    topic = f"match{WITH}{other}"
    return Detail(
        topic=topic,
        label=topic,
        value=AND.join([m.code for m in matches]),
        says=_says(matches, noun, other, tuple(labels)),
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
def _says(matches: Matches, noun: str, other: str, labels: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    match, (label, than) = matches[0], labels[0]
    same = " and ".join([alike(m, mine) for m, (mine, _) in zip(matches, labels, strict=True)])
    lines = _lines(match) if len(matches) == 1 else matching.SAME
    return tuple(
        [_told(line, noun, other, any=match.anything, same=same, label=label, than=than) for line in lines]
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
