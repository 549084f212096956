"""What else the customer has bought: where such things go back beside the one that is named, they are read
back by what they are called."""

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..core.task import Thing
from ..world import World
from ..world.orders import Bought
from .acts import EXTENT
from .checking import LINE_TOPICS

if TYPE_CHECKING:
    from ..catalog.search.index import Shelf

NAME = 3  # words of a title that are taken for its brand and model where it does not say what it is


class Belonging(NamedTuple):
    """A line of an order, as somebody speaks of it."""

    line_id: str
    title: str
    thing: Thing


def belongings(world: World, named: Thing) -> list[Belonging]:
    """All that the customer has bought of other kinds than the thing that is named."""
    found, catalog = [], world.catalog
    counted = tuple([d for d in named.details if d.topic in LINE_TOPICS])
    for line_id, bought in [x for o in world.orders for x in zip(o.line_ids, o.lines, strict=True)]:
        shelf = shelf_of(world, bought)
        if shelf.name != named.shelf:
            kind = catalog.category(shelf).kinds[shelf.kind]
            thing = Thing(
                noun=kind.noun, plural=kind.plural, called=kind.words, details=counted, shelf=shelf.name
            )
            found.append(Belonging(line_id, catalog.at(bought.doc).title, thing))
    return found


def shelf_of(world: World, bought: Bought) -> "Shelf":
    """Where such a thing stands in the shop."""
    return world.catalog.shelves[int(world.catalog.column["shelf"][bought.doc])]


def is_among_others(thing: Thing) -> bool:
    """Whether others go back with it; a parcel may be one of many as well, but none of them goes back."""
    topics = {d.topic for d in thing.details}
    return EXTENT in topics and not topics.isdisjoint(LINE_TOPICS)


def spoken_of(message: str, lines: Iterable[Belonging]) -> list[Belonging]:
    """Those that a message may name, by their nouns or their whole titles."""
    text = message.lower()
    return [x for x in lines if x.title.lower() in text or any(w.lower() in text for w in x.thing.called)]


def titled(message: str, lines: Iterable[Belonging]) -> set[str]:
    """The shelves of those that a message names by their whole titles."""
    text = message.lower()
    return {x.thing.shelf for x in lines if x.title.lower() in text}


def kinds(lines: Iterable[Belonging]) -> tuple[Thing, ...]:
    return tuple({x.thing.shelf: x.thing for x in lines}.values())


def one_more(shelf: str, n: int) -> str:
    """That so many of one kind of other things go back: two lines may go by one name."""
    return f"{n} of {shelf}"


def several_of(message: str, lines: Sequence[Belonging], shelf: str, counted: int) -> frozenset[str]:
    """The second one of a kind and those after it, as far as so many are counted or named."""
    names = {x.title.partition(",")[0].lower() for x in lines if x.thing.shelf == shelf}
    times = sum([message.lower().count(name) for name in names])
    return frozenset([one_more(shelf, n) for n in range(2, max(counted, times) + 1)])


def named_in(message: str, lines: Sequence[Belonging], shelves: Iterable[str]) -> frozenset[str]:
    """The lines that are read back: all of a kind that is named, or those of it that are told apart."""
    words, found = set(_words(message)), set[str]()
    found.update([x.line_id for x in lines if x.title.lower() in message.lower()])
    for shelf in shelves:
        alike = [x for x in lines if x.thing.shelf == shelf]
        apart = [x for x in alike if _is_told_apart(x, alike, words)]
        found.update([x.line_id for x in apart or alike])
    return frozenset(found)


def _is_told_apart(line: Belonging, alike: Sequence[Belonging], words: set[str]) -> bool:
    """Whether its whole name is among some words, or a word of it that no other of its kind has."""
    name = _name(line)
    others = {w for x in alike if x.title != line.title for w in _name(x)}
    return bool(name) and (name <= words or not words.isdisjoint(name - others))


def _name(line: Belonging) -> set[str]:
    """Brand and model: the words of a title before what it is called."""
    words, called = _words(line.title), {_words(w)[0] for w in line.thing.called if _words(w)}
    return {*words[: next((n for n, w in enumerate(words) if n and w in called), NAME)]}


def _words(text: str) -> list[str]:
    return re.findall(r"\w{2,}", text.lower())
