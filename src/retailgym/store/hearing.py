"""Would a customer understand what is asked? Attributes and options of a category for which the plain
question is taken for another."""

from ..catalog.schema import Attribute, Category, Option
from ..catalog.wishes import COMMON
from ..core.task import Detail, Thing
from ..customer.acts import Named
from ..customer.hearing import hear
from ..envs.discovery.task import RANKS
from ..envs.shared.expert_moves import QUESTIONS, question
from ..envs.shared.order_clues import CUES
from ..envs.shared.return_statements import CASE_CUES
from ..envs.shared.shelves import HOW_MANY, quantity_detail


def misheard(category: Category) -> frozenset[str]:
    """The labels of what nobody could ask for: no job's customer would take the question as it is meant."""
    things: tuple[Attribute | Option, ...] = (*category.attributes, *category.options)
    wrong = [t.label for t in things if t.name in QUESTIONS]
    tables = [_cart(category), _discovery(category), *_returns(category)]
    wrong += [t.label for t in things if not all(_heard(t, table) for table in tables)]
    return frozenset(wrong)


def _heard(thing: Attribute | Option, table: tuple[Thing, ...]) -> bool:
    """Is the question for it taken for that, and for nothing else, where it can be asked?"""
    places = [n for n, t in enumerate(table) if any(d.topic == thing.name for d in t.details)]
    if not places:
        return True
    label = thing.name if isinstance(thing, Option) else thing.label
    asked = hear(
        question(table[places[0]].noun, Named(thing=places[0], topic=thing.name, label=label)), table
    ).asked
    return asked == ((places[0], thing.name),)


def _thing(category: Category, details: list[Detail]) -> Thing:
    kind = category.kinds[0]
    return Thing(noun=kind.noun, plural=kind.plural, called=kind.words, details=tuple(details))


def _details(things: tuple[Attribute | Option, ...]) -> list[Detail]:
    return [
        Detail(topic=t.name, label=t.label, value=0, says=(), cues=t.cues, others=t.labels) for t in things
    ]


def _cart(category: Category) -> tuple[Thing, ...]:
    return (
        _thing(category, [*_details((*category.filters, *category.options)), quantity_detail(1, "stated")]),
    )


def _discovery(category: Category) -> tuple[Thing, ...]:
    asked = [
        Detail(topic="shortlist", label="number", value=1, says=(), cues=HOW_MANY),
        Detail(topic="order", label="", value="", says=(), cues=RANKS),
    ]
    return (_thing(category, [*_details((*category.filters, *COMMON.values())), *asked]),)


def _returns(category: Category) -> list[tuple[Thing, ...]]:
    facts = [
        Detail(topic=topic, label="", value="", says=(), cues=cues)
        for topic, cues in (CUES | CASE_CUES).items()
    ]
    return [(_thing(category, facts), _thing(category, _details((*category.filters, *category.options))))]
