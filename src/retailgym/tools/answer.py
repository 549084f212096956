"""Answering a question about the policy: a typed answer, and the clause that decides it."""

import re
from functools import cache
from typing import Annotated

from msgspec import Meta

from ..core.markets import SIGN
from ..core.values import Value
from ..policy import TOPICS
from ..policy.handbook import Handbook, OwnHandbook
from ..policy.handbook.pages import subject_of, version_at
from ..policy.prose import answer_words
from ..policy.rules import Amount, OneOf, Plain, YesNo
from ..world import World
from .kit import ID, Refused, View, closes
from .policy import handbook_in

Answer = Annotated[
    str | int | bool | float,
    Meta(
        description="A number of days as a whole number; money as a whole number of cents; yes or no; or, "
        "where the policy chooses from several "
        "ways, the way in the words of the clause, such as 'store credit'."
    ),
]
ClauseId = Annotated[
    str,
    Meta(description="The number of the clause that decides, exactly as the article prints it.", extra=ID),
]
_NUMBER = re.compile(r"(\d[\d,]*)(?: (?:days?|cents?))?")
_MONEY = re.compile(rf"{SIGN}?(\d[\d,]*)\.(\d\d)(?: [a-z]{{3}})?")
MOST_DIGITS = 12
_SMALL = frozenset("a an the as by on in to of from with for over through is are be s".split())
_YES, _NO = frozenset(("yes", "true", "y")), frozenset(("no", "false", "n"))


class PolicyAnswer(Value):
    """What was answered, read as the clause's topic asks for it."""

    answer: Plain
    clause_id: str


class Answered(View):
    told: str


@closes
def answer_policy(world: World, answer: Answer, clause_id: ClauseId) -> tuple[PolicyAnswer, Answered]:
    """Answer the customer's question and finish. Name the one clause that decides: of the clauses in the
    section that answers the question, the last one on the page that applies and makes a difference to the
    answer; in a handbook, the section of a document that holds and states it. This cannot be changed."""
    if book := handbook_in(world):
        return _cited(world, book, answer, clause_id.strip())
    try:
        rule = world.policy.rule(clause_id.strip())
    except KeyError:
        raise Refused(
            f"no clause {clause_id!r} in the policy; give the number of a clause as policy_read prints it"
        ) from None
    value = read_answer(rule.topic, answer)
    words = answer_words(rule.topic, value, world.policy.currency)
    return PolicyAnswer(answer=value, clause_id=rule.clause), Answered(
        told=f"{words[0].upper()}{words[1:]} (clause {rule.clause})."
    )


def _cited(
    world: World, book: Handbook | OwnHandbook, answer: Plain | float, id: str
) -> tuple[PolicyAnswer, Answered]:
    """An answer by a section of the handbook."""
    place = book.cited(id) if isinstance(book, OwnHandbook) else _section(book, id.upper())
    if place is None:
        raise Refused(f"no section {id!r} in the handbook; give the id of a section as policy_read prints it")
    section, subject = place
    if subject not in TOPICS:
        raise Refused(f"{id} says what a word means; cite the section that states the rule")
    value = read_answer(subject, answer)
    words = answer_words(subject, value, world.policy.currency)
    return PolicyAnswer(answer=value, clause_id=section), Answered(
        told=f"{words[0].upper()}{words[1:]} (section {section})."
    )


def _section(book: Handbook, id: str) -> tuple[str, str] | None:
    """A section and its subject."""
    document, _, number = id.partition(".")
    place = book.place_of(document)
    version = version_at(book, place, number) if place is not None else None
    return (version.id, subject_of(version.document, book, version)) if version else None


def read_answer(topic: str, answer: Plain | float) -> Plain:
    """An answer in the type of a topic; refused where it is of another."""
    words = str(answer).strip().lower().rstrip(".")
    match TOPICS[topic].answer:
        case YesNo():
            if words in _YES or words in _NO:
                return words in _YES
            raise Refused(f"that clause answers with yes or no, not {answer!r}")
        case OneOf(_, options):
            option = _options(topic).get(_key(words))
            if option is None:
                raise Refused(
                    f"that clause chooses from several ways, and {answer!r} is none of them; the ways "
                    f"are: "
                    f"{'; '.join(options.values())}"
                )
            return option
        case Amount(_, unit):
            return _amount(words, unit, answer)


def _amount(words: str, unit: str, answer: Plain | float) -> int:
    match = _NUMBER.fullmatch(words) or (_MONEY.fullmatch(words) if unit == "cents" else None)
    digits = "".join(match.groups()).replace(",", "") if match else ""
    if digits and len(digits) <= MOST_DIGITS:
        return int(digits)
    raise Refused(f"that clause answers with a whole number of {unit}, not {answer!r}")


@cache
def _options(topic: str) -> dict[str, str]:
    """Ways of a topic, by their words and by their names."""
    kind = TOPICS[topic].answer
    assert isinstance(kind, OneOf)
    words = {_key(kind.says.replace("{}", text)): value for value, text in kind.options.items()}
    return (
        words
        | {_key(value.replace("_", " ")): value for value in kind.options}
        | {_key(text): value for value, text in kind.options.items()}
    )


def _key(words: str) -> str:
    """The words that carry meaning."""
    return " ".join([w for w in re.findall(r"[a-z0-9]+", words.lower()) if w not in _SMALL])
