"""Words carry the act: what the customer says can be read back from the words, typos included."""

from functools import cache

import pytest

from retailgym.catalog.schema import Category, Kind
from retailgym.catalog.wishes import Wish
from retailgym.core.difficulty import axes_at
from retailgym.core.streams import Rng, Streams
from retailgym.core.task import TONES, Brief, Detail, Fallback, Persona, Request, Thing
from retailgym.customer.acts import (
    Act,
    Answers,
    Corrects,
    FallsBack,
    Opens,
    Repeats,
    Talk,
    raise_request,
    tell,
)
from retailgym.customer.noise import add_noise, marked, unmarked
from retailgym.customer.reading import LEFT_OUT, Laid, Stated, laid, named, read
from retailgym.customer.voice import say
from retailgym.envs.shared.shelves import alike, option_detail, quantity_detail, wish_detail

from .table import schema

LEVELS = range(13)
ACTS_PER_LEVEL = 80  # in `make test`, five times as many in `make test-long`


def drawn_thing(rng: Rng, category: Category, kind: Kind, omit: int) -> Thing:
    """Some wishes, all options and a number, each said or not; a fallback to other options, or none."""
    wishes = [
        wish_detail(
            category,
            Wish(attribute=a.name, value=rng.pick(a.choices).value),
            "mentioned" if rng.chance(omit) else "stated",
        )
        for a in rng.sample(category.filters, rng.between(1, 4))
    ]
    options = [
        option_detail(
            category, o.name, str(rng.pick(o.choices).value), "omitted" if rng.chance(omit) else "stated"
        )
        for o in category.options
    ]
    instead = [
        option_detail(category, o.name, str(rng.pick(o.choices).value), "stated")
        for o in rng.sample(category.options, rng.between(0, 2))
    ]
    details = (
        *wishes,
        *options,
        quantity_detail(rng.between(1, 5), "mentioned" if rng.chance(omit) else "stated"),
    )
    return Thing(
        noun=kind.noun,
        plural=kind.plural,
        called=kind.words,
        details=details,
        fallback=Fallback(instead=tuple(instead)),
    )


@cache
def laid_kind(category: str, noun: str) -> Laid:
    found = next(c for c in schema().categories if c.name == category)
    return laid(found, next(k.words for k in found.kinds if k.noun == noun))


def drawn_table(rng: Rng, omit: int, first: int) -> tuple[tuple[Thing, ...], tuple[Laid, ...]]:
    """One to five things of different names; the first from the category of that number, so that every
    category comes up."""
    things, table = [], []
    kinds: list[Kind] = []
    for n in range(rng.between(1, 5)):
        category = schema().categories[first % 24] if n == 0 else rng.pick(schema().categories)
        kind = rng.pick(category.kinds)
        if not any(alike(kind.words, k.words) for k in kinds):
            kinds.append(kind)
            things.append(drawn_thing(rng, category, kind, omit))
            table.append(laid_kind(category.name, kind.noun))
    return tuple(things), tuple(table)


def some(rng: Rng, things: tuple[Thing, ...]) -> list[tuple[int, Detail]]:
    """One to three details, of one thing or of several."""
    return rng.sample([(n, d) for n, t in enumerate(things) for d in t.details], rng.between(1, 3))


def drawn_act(rng: Rng, things: tuple[Thing, ...], kind: int) -> Act:
    if kind == 0:
        return raise_request(
            Brief(persona=Persona(tone="dry", patience=3), requests=(Request(job="cart", things=things),)),
            Talk(),
        )[0]
    told = tuple(tell(n, d) for n, d in some(rng, things))
    n = rng.below(len(things))
    fallback = things[n].fallback
    assert fallback is not None
    falls_back = FallsBack(thing=n, told=tuple(tell(n, d) for d in fallback.instead))
    return (Answers(told=told), Repeats(told=told), Corrects(told=told), falls_back)[kind - 1]


def stated_by(act: Act) -> frozenset[Stated]:
    match act:
        case FallsBack(thing=n, told=()):
            return frozenset([Stated(n, LEFT_OUT, "")])
        case (
            Opens(told=told)
            | Answers(told=told)
            | Repeats(told=told)
            | Corrects(told=told)
            | FallsBack(told=told)
        ):
            return frozenset(Stated(t.thing, t.topic, t.value, t.op) for t in told)
        case _:
            return frozenset()


def spoken(act: Act, things: tuple[Thing, ...], rng: Rng, noise: int) -> str:
    return unmarked(add_noise(say(act, things, Persona(tone=rng.pick(TONES), patience=3), rng), noise, rng))


@pytest.mark.parametrize("category", schema().categories, ids=lambda c: c.name)
def test_every_phrase_of_a_category_is_told_from_all_others_however_it_slips(category: Category) -> None:
    kind = category.kinds[0]
    table = (laid(category, kind.words, ("eq", "gte", "lte")),)
    for way in table[0].ways:
        rng = (Streams("phrases") / category.name / way.topic / way.words)()
        for noise in (0, 300, 1000):
            words = unmarked(add_noise(f"I need a {kind.noun} {marked(way.words)}, please.", noise, rng))
            assert read(words, table) == {Stated(0, way.topic, way.value, way.op)}, words


@pytest.mark.parametrize("level", LEVELS)
def test_what_is_read_is_what_the_act_says(level: int) -> None:
    words_carry(level, ACTS_PER_LEVEL)


@pytest.mark.long
@pytest.mark.parametrize("level", LEVELS)
def test_what_is_read_of_many_acts_is_what_they_say(level: int) -> None:
    words_carry(level, 5 * ACTS_PER_LEVEL)


def words_carry(level: int, acts: int) -> None:
    axes = axes_at(level, {})
    for n in range(acts):
        rng = (Streams("reading") / level / n)()
        things, table = drawn_table(rng, axes.p_omit, n)
        act = drawn_act(rng, things, n % 5)
        words = spoken(act, things, rng, axes.noise)
        assert read(words, table) == stated_by(act), (level, n, words)
        if isinstance(act, Opens):
            assert named(words, table) == {(u.thing, u.topic) for u in act.named}, (level, n, words)
