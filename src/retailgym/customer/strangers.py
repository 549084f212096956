"""What a message names that is not the customer's: a noun of the shop, an everyday word for it, or the title
of something else that they have bought. Nobody agrees to a line that holds such a thing."""

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from ..catalog.schema import Category
from ..core.task import Thing
from ..world import World
from . import books, message
from .books import stems_of
from .mentions import Words, facets_of, sort_of
from .message import Sentence, Span
from .plausibility import inside

if TYPE_CHECKING:
    from ..catalog.catalogue import Catalog

_ARTICLES, _ONE = books.lexicon("articles"), books.lexicon("one")
_WITH = books.lexicon("with")  # leads to what is told of a product
_CARTS = books.lexicon("carts")  # what one buys with, and may buy
_COMPARES = books.lexicon("compares")  # dearer than the kettle
_PLACES = books.lexicon("places")  # before what something lies in
TIMES = "×"
NEAR = 4  # words between a thing and what is said to be done with it
_ACTS = ("taken_back", "intends", "leave", "new")  # of a sentence that tells what is to be done


def names_another(text: str, things: Sequence[Thing], catalog: "Catalog", bought: Sequence[int]) -> bool:
    """Does any name of what is sold here, or was bought, stand in it that is of none of these things?"""
    others = _others(catalog, bought)
    return any(_unowned(s, things, others) for s in message.read(text).sentences)


class Strangers:
    """What of a message is not the customer's, in a shop where they have ordered before."""

    def __init__(
        self,
        world: World,
        things: Sequence[Thing],
        categories: Iterable[Category | None],
        titles: Iterable[str] = (),
    ) -> None:
        """The things that are theirs, and titles of what goes back beside them."""
        self._world, self._things, self._categories, self._titles = world, things, categories, titles

    def put_forward(self, text: str) -> bool:
        """Is something else named as what they speak of, or as well?"""
        sentences = message.read(text).sentences
        strange = [(span, s) for s in sentences for span in self._strange(s)]
        bought = bool(strange) and any(sort_of(t) == "fact" for t in self._things)
        beside = bought and any(map(self._mine, sentences))
        return any(_is_meant(span, s, beside) for span, s in strange)

    def asked_of(self, text: str) -> bool:
        """Does a question name something else by its noun, and nothing that is theirs?"""
        strange = [(s, self._strange(s)) for s in message.read(text).sentences]
        asked = [(span, s) for s, spans in strange for span in spans if s.asks and _has_article(span, s)]
        if not any(_is_meant(span, s, False) for span, s in asked):
            return False
        return not any(self._is_named(s, spans) for s, spans in strange)

    def _is_named(self, sentence: Sentence, strange: Sequence[Span]) -> bool:
        """Does a noun stand for what is theirs, and not for a part of another name: the pot of a moka pot?"""
        return any(not any(map(span.within, strange)) for span in _found(self._own, sentence))

    def _strange(self, sentence: Sentence) -> list[Span]:
        """Those that are whole names, and not of what is the customer's: "phone case" names no phone."""
        found = _unowned(sentence, self._things, self._others)
        known = [*self._mine(sentence), *sentence.frames.get("idiom", ())] if found else []
        return [span for span in found if not any(inside(span, k) for k in known)]

    def _mine(self, sentence: Sentence) -> list[Span]:
        return [*_found(self._own, sentence), *_told_of(sentence, self._values)]

    @cached_property
    def _others(self) -> list[Words[str]]:
        return _others(self._world.catalog, bought_in(self._world))

    @cached_property
    def _own(self) -> Words[str]:
        ids = [t.product_id for t in self._things if t.product_id]
        titles = [p.title for id in ids if (p := self._world.product(id)) is not None]
        names = [name for t in self._things for name in _names(t)]
        return _words((*map(_short, [*titles, *self._titles]), *names))

    @cached_property
    def _values(self) -> list[Words[Any]]:
        return [facets_of(c).values for c in self._categories if c is not None]


def bought_in(world: World) -> tuple[int, ...]:
    """All that they have ordered."""
    return tuple([line.doc for order in world.orders for line in order.lines])


def _unowned(sentence: Sentence, things: Iterable[Thing], others: Iterable[Words[str]]) -> list[Span]:
    """Whole names, but for those of the customer's things; "short" names no shorts."""
    stems = sentence.stems
    found = [hit for words in others for hit in words.find(stems)]
    if all(_are_of(stems[slice(*span)], things) for span, _ in found):  # nearly always
        return []
    spans = [span for span, name in found if len(sentence.words[span.end - 1]) >= len(name.split()[-1])]
    whole = [span for span in dict.fromkeys(spans) if not any(map(span.within, spans))]
    return [span for span in whole if not _are_of(stems[slice(*span)], things)]


def _found(words: Words[Any], sentence: Sentence) -> list[Span]:
    return [span for span, _ in words.find(sentence.stems)]


def _told_of(sentence: Sentence, values: Iterable[Words[Any]]) -> list[Span]:
    """What is told of a product: "with a storage box", but not "one storage box"."""
    spans = [span for words in values for span in _found(words, sentence)]
    return [s for s in spans if not _is_one(s, sentence) or not _WITH.isdisjoint(_ahead(s, sentence))]


def _ahead(span: Span, sentence: Sentence) -> list[str]:
    """The word before it and its article or number."""
    before = sentence.words[sentence.opening(span.start) : span.start]
    return [w for w in before if w not in _ARTICLES and books.number(w) is None][-1:]


def _is_one(span: Span, sentence: Sentence) -> bool:
    """Does it stand behind a number: one basket, 2 baskets?"""
    before = [w for w in sentence.words[max(0, span.start - 2) : span.start] if w != TIMES][-1:]
    return before != [] and (before[0] in _ONE or books.number(before[0]) is not None)


def _has_article(span: Span, sentence: Sentence) -> bool:
    return span.start > 0 and sentence.words[span.start - 1] in _ARTICLES


def _is_meant(span: Span, sentence: Sentence, beside: bool) -> bool:
    """Is it put forward as what is spoken of? Not where it is said to stay, or only compared, nor, beside
    what is the customer's, where it only tells what else came in an order."""
    words, basics = sentence.words, sentence.basics
    keeps = any(0 <= span.start - hit.end < NEAR for hit in books.frame("keeps").find(basics))
    if keeps or any(0 <= hit.start - span.end < NEAR for hit in books.frame("stays").find(basics)):
        return False
    if not _COMPARES.isdisjoint(_ahead(span, sentence)):
        return False
    if words[span.start] in _CARTS and not sentence.does("taken_back"):
        lead = [w for w in _ahead(span, sentence) if w in _PLACES]
        if lead or not _is_one(span, sentence):
            return False  # in one basket; your basket holds three of them
    describes = books.frame("of_order").has(basics) and not any(map(sentence.does, _ACTS))
    return not (beside and describes)


def _names(thing: Thing) -> list[str]:
    """What a thing is called, and that in short: a phone case is also a case."""
    return _shortened(thing.noun, thing.plural, thing.called)


def _shortened(noun: str, plural: str, called: Iterable[str]) -> list[str]:
    names = [noun, plural, *called]
    return [" ".join(n.split()[k:]) for n in names for k in range(len(n.split()))]


def _short(title: str) -> str:
    """What a product is called, without what its title tells of it."""
    return title.partition(",")[0]


def _are_of(stems: tuple[str, ...], things: Iterable[Thing]) -> bool:
    """Is one of these things called by these words?"""
    return any(stems in _stems_of(t.noun, t.plural, t.called) for t in things)


@lru_cache(maxsize=4096)
def _stems_of(noun: str, plural: str, called: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    return frozenset(map(stems_of, _shortened(noun, plural, called)))


def _others(catalog: "Catalog", bought: Sequence[int]) -> list[Words[str]]:
    titles = tuple([_short(catalog.head(doc).title) for doc in bought])
    return [_sold(catalog), _words(titles)] if titles else [_sold(catalog)]


@lru_cache(maxsize=8)
def _sold(catalog: "Catalog") -> Words[str]:
    """All that the shop's products are called."""
    return _words(catalog.nouns)


@lru_cache(maxsize=1024)
def _words(names: tuple[str, ...]) -> Words[str]:
    return Words([(name, name) for name in names])
