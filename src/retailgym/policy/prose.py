"""The rules in words: clauses, articles, and the reasons that tools give. Everything that decides stands in
these words."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Literal

from ..core.dates import date_words
from ..core.errors import did_you_mean
from ..core.money import printed
from ..core.values import Value
from .book import ARTICLES, PROVISIONS, TOPICS
from .facts import FACTS, OUR_FAULT
from .policy import Policy
from .rules import (
    SETTING,
    Amount,
    AtLeast,
    AtMost,
    Between,
    Beyond,
    Cap,
    Condition,
    Each,
    Effect,
    Floor,
    Is,
    Kind,
    Less,
    Measure,
    More,
    No,
    OneOf,
    Percent,
    Plain,
    Ruling,
    Say,
    Topic,
    Within,
    Yes,
    YesNo,
)

PRICES = (
    "What an item cost, the price paid for it, is for the units in question together, after coupons and "
    "before tax; what an order cost is for all its goods, after coupons and before tax."
)
OURS = (
    f"A {OUR_FAULT.removeprefix('a ')} is "
    "damage in transit, a defect, a wrong item, a misleading description or missing parts."
)
READING = (
    "Each section opens with its rule; the clauses below it are exceptions. Where several apply, the lowest "
    "on the page prevails, "
    "and one that adds, takes away or sets a limit works on what the clauses above it give. The last clause "
    "that makes a difference "
    "decides. " + PRICES + " " + OURS
)
SUBJECTS = ("the item ", "the order ", "the gift card ", "the dispute ", "the fault ")
Place = Literal[
    "first", "again", "other"
]  # of a clause in its section: the rule, an exception that says the same, any other
CHANGES: Mapping[type, str] = {
    More: "rises by",
    Less: "falls by",
    Cap: "is never more than",
    Floor: "is never less than",
}
CHANGES_OF_DAYS = {**CHANGES, More: "grows by", Less: "is shortened by"}
EVEN_SO, UNLESS, INSTEAD, AFTER_ALL = "even so, ", ", unless ", " instead", " after all"


class Article(Value):
    """A page of the policy as the shop publishes it."""

    id: str
    title: str
    text: str


def sections_of(name: str) -> tuple[str, ...]:
    """The headings of an article."""
    return tuple(topic.title for topic in TOPICS.values() if topic.article == name)


def article(policy: Policy, name: str, sections: Sequence[str] = ()) -> Article:
    """One article with all its sections and clauses; or with those of these headings, and of its opening
    words only what decides something."""
    if name not in ARTICLES:
        raise KeyError(f"no article {name!r}; {did_you_mean(name, ARTICLES)}")
    title, opening = ARTICLES[name]
    if sections:
        opening = " ".join(PROVISIONS[name])
    texts = [
        section_text(policy, topic)
        for topic in TOPICS.values()
        if topic.article == name and (topic.title in sections or not sections)
    ]
    return Article(id=name, title=title, text="\n\n".join(filter(None, (title, opening, READING, *texts))))


def section_text(policy: Policy, topic: Topic) -> str:
    numbers = policy.clause_ids(topic.name)
    return "\n".join(
        [topic.title, *[f"  {number}  {sentence(policy, topic.name, n)}" for n, number in enumerate(numbers)]]
    )


def clause_text(policy: Policy, clause: str) -> str:
    """One clause in words."""
    rule = policy.rule(clause)
    return sentence(policy, rule.topic, policy.rules(rule.topic).index(rule))


def quoted(policy: Policy, clauses: Sequence[str]) -> str:
    """Each of several clauses that may be named, in words."""
    return " or ".join([f'{clause}: "{clause_text(policy, clause)}"' for clause in clauses])


def sentence(policy: Policy, topic: str, nth: int) -> str:
    """A clause as a sentence; how it starts depends on the rule that it is an exception to."""
    clauses = policy.clauses(topic)
    _, then, when = clauses[nth]
    place: Place = "first" if nth == 0 else "again" if then == clauses[0][1] else "other"
    return _sentence(topic, then, when, place, policy.currency)


@lru_cache(maxsize=32_768)
def _sentence(
    topic: str, effect: Effect, conditions: tuple[Condition, ...], place: Place, currency: str
) -> str:
    parts = [_part(c, currency) for c in conditions]
    unless = [words for excepts, words in parts if excepts]
    when = [words for excepts, words in parts if not excepts]
    then = _then(topic, effect, currency)
    if isinstance(effect, Say) and isinstance(effect.value, bool):
        then, *rest = _flowing((then, *when, *unless))
        words = (EVEN_SO if place == "again" else "") + then
        words += f" if {joined(rest[: len(when)], 'and')}" if when else ""
    else:
        rest = _flowing((*when, then, *unless))
        then = rest.pop(len(when))
        words = (f"if {joined(rest[: len(when)], 'and')}, " if when else "") + then + _instead(effect, place)
    words += f"{UNLESS}{joined(rest[len(when) :], 'or')}" if unless else ""
    return f"{words[0].upper()}{words[1:]}."


def _flowing(parts: Sequence[str]) -> list[str]:
    """The same parts, with "it" where one speaks of the same thing as the part before."""
    subjects = [subject(part) for part in parts]
    same = [bool(s) and s == before for s, before in zip(subjects, ["", *subjects], strict=False)]
    return [
        f"it {part.removeprefix(s)}" if again else part
        for part, s, again in zip(parts, subjects, same, strict=True)
    ]


def subject(words: str) -> str:
    """What they speak of first, if that is one of the things that "it" can stand for."""
    return next((s for s in SUBJECTS if words.startswith(s)), "") if words.startswith(SUBJECTS) else ""


def _instead(effect: Effect, place: Place) -> str:
    """How a clause that starts afresh takes leave of the rule above it."""
    if place == "first" or type(effect) not in SETTING:
        return ""
    if place == "again":
        return AFTER_ALL
    return "" if effect == Say(0) else INSTEAD


@lru_cache(maxsize=8192)
def _then(topic: str, effect: Effect, currency: str) -> str:
    return effect_words(TOPICS[topic], effect, currency)


@lru_cache(maxsize=8192)
def _part(condition: Condition, currency: str) -> tuple[bool, str]:
    """Whether a condition reads better after "unless", and its words there."""
    kind = _kind(condition.fact)
    if isinstance(condition, No) and isinstance(kind, YesNo) and kind.unless:
        return True, kind.yes
    return False, condition_words(condition, currency)


def _kind(name: str, topic_of: Callable[[str], Topic] = TOPICS.__getitem__) -> Kind | Amount:
    """A fact's type; a topic's answer reads like a fact when another topic depends on it."""
    return FACTS[name].kind if name in FACTS else topic_of(name).answer


def condition_words(
    condition: Condition, currency: str = "USD", topic_of: Callable[[str], Topic] = TOPICS.__getitem__
) -> str:
    """A condition as a sentence part; who calls topics otherwise says how by `topic_of`."""
    match condition, _kind(condition.fact, topic_of):
        case Is(_, values), OneOf(says) as kind:
            return says.format(joined(kind.words(values), "or"))
        case Yes(), YesNo(yes, _):
            return yes
        case No(), YesNo(_, no):
            return no
        case ((Beyond(_, topic) | Within(_, topic)), Measure(says, _, _, over, under)):
            beyond = isinstance(condition, Beyond)
            template = (over if beyond else under) or says.format(
                "more than {}" if beyond else "no more than {}"
            )
            return template.format(topic_of(topic).noun)
        case ((Beyond(fact, topic) | Within(fact, topic)), Amount()):
            more = "more" if isinstance(condition, Beyond) else "no more"
            return f"{topic_of(fact).noun} is {more} than {topic_of(topic).noun}"
        case ((AtLeast() | AtMost() | Between()), Measure(says, unit, of)):
            return says.format(range_words(condition, unit, of, currency))
        case ((AtLeast() | AtMost() | Between()), Amount(_, unit)):
            return f"{topic_of(condition.fact).noun} is {range_words(condition, unit, '', currency)}"
    raise TypeError(f"{condition} does not fit its fact; run check() on the policy")


def range_words(condition: AtLeast | AtMost | Between, unit: str, of: str, currency: str) -> str:
    dates = unit == "date"
    match condition:
        case AtLeast(_, amount):
            return f"{'on or after' if dates else 'at least'} {amount_words(amount, unit, of, currency)}"
        case AtMost(_, amount):
            return f"{'on or before' if dates else 'no more than'} {amount_words(amount, unit, of, currency)}"
        case Between(_, first, last):
            low = amount_words(first, unit, of, currency) if unit in ("cents", "date") else str(first)
            return f"from {low} to {amount_words(last, unit, of, currency)}"


def amount_words(amount: int, unit: str, of: str = "", currency: str = "USD") -> str:
    """30 days, $12.30, 25 points, 3 refunds, 16 November."""
    match unit:
        case "cents":
            return printed(amount, currency)
        case "date":
            return date_words(amount)
        case _:
            word = of or unit
            return f"{amount} {word[:-1] if amount == 1 else word}"


def effect_words(
    topic: Topic, effect: Effect, currency: str = "USD", of_days: Mapping[type, str] = CHANGES_OF_DAYS
) -> str:
    """What a clause settles as a sentence part; `of_days` has the words for changes of a number of days."""
    match topic.answer, effect:
        case YesNo(yes, no), Say(value):
            return yes if value else no
        case OneOf(says, options), Say(value):
            return says.format(options[str(value)])
        case Amount(_, _, none), Say(0):
            return none
        case Amount(says, unit), Say(value):
            return says.format(amount_words(int(value), unit, "", currency))
        case Amount(says), Percent(part, of):
            return says.format(f"{part}% of {FACTS[of].means}")
        case Amount(says, unit), Each(amount, of):
            return says.format(
                f"{amount_words(amount, unit, '', currency)} for each of the {FACTS[of].means}"
            )
        case Amount(_, unit), (More(amount) | Less(amount) | Cap(amount) | Floor(amount)):
            change = (of_days if unit == "days" else CHANGES)[type(effect)]
            return f"{topic.noun} {change} {amount_words(amount, unit, '', currency)}"
    raise TypeError(f"{effect} does not fit {topic.name}; run check() on the policy")


def joined(words: Sequence[str], last: str) -> str:
    """a, b and c."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else words[0]


def fact_words(name: str, value: Plain, currency: str = "USD") -> str:
    """One fact as a sentence part: "delivery was 12 days ago"."""
    match _kind(name):
        case YesNo(yes, no):
            return yes if value else no
        case OneOf(says, options):
            return says.format(options[str(value)])
        case Measure(says, unit, of):
            return says.format(
                ("on " if unit == "date" else "") + amount_words(int(value), unit, of, currency)
            )
        case Amount(_, unit):
            return f"{TOPICS[name].noun} is {amount_words(int(value), unit, '', currency)}"


def answer_words(topic: str, outcome: Plain, currency: str = "USD") -> str:
    """An answer as a sentence part: "the item can be returned within 30 days of delivery"."""
    return effect_words(TOPICS[topic], Say(outcome), currency) or f"{TOPICS[topic].noun} is nothing"


def why(policy: Policy, ruling: Ruling) -> str:
    """The ruling and the clauses that it rests on, the deciding one first; tools refuse in these words."""
    answer = answer_words(ruling.topic, ruling.outcome, policy.currency)
    rest = [clause for clause in ruling.because if clause != ruling.decided_by]
    clauses = [f"{clause}: {clause_text(policy, clause)}" for clause in (ruling.decided_by, *rest)]
    return f"{answer[0].upper()}{answer[1:]}. " + " ".join(clauses)
