"""What a message names that is not the customer's: a noun of the shop, an everyday word for it, or the title
of something else that they have bought. Nobody agrees to a line that holds such a thing."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from ..catalog.product import Head
from ..catalog.schema import Category
from ..core.task import Thing
from ..world import World
from . import books, message
from .mentions import Words, facets_of, sort_of
from .message import Sentence, Span
from .plausibility import inside

_ARTICLES, _ONE = books.lexicon("articles"), books.lexicon("one")
_WITH = books.lexicon("with")  # leads to what is told of a product
_CARTS = books.lexicon("carts")  # what one buys with, and may buy
_PLACES = books.lexicon("places")  # before what something lies in
TIMES = "×"
NEAR = 4  # words between a thing and what is said to be done with it
_ACTS = ("taken_back", "intends", "leave", "new")  # of a sentence that tells what is to be done


def names_another(
    world: World, things: Sequence[Thing], categories: Iterable[Category | None], text: str
) -> bool:
    """Whether a message names something that the shop sells, or another product that the customer has bought,
    as what they speak of."""
    products = [p for t in things if t.product_id and (p := world.product(t.product_id)) is not None]
    bought = [world.catalog.head(b.doc) for o in world.orders for b in o.lines]
    own = _words((*map(_short, products), *[name for t in things for name in _names(t)]))
    others = _words(tuple(map(_short, bought)))
    sold = _words(world.catalog.nouns)
    values = [facets_of(c).values for c in categories if c is not None]
    sentences = message.read(text).sentences
    known = [[*_found(own, s), *_told_of(s, values)] for s in sentences]
    beside = any(known) and any(sort_of(t) == "fact" for t in things)
    return any(
        _is_meant(span, sentence, beside)
        for sentence, mine in zip(sentences, known, strict=True)
        for span in _strange(sentence, [*sold.find(sentence.stems), *others.find(sentence.stems)], mine)
    )


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


def _strange(sentence: Sentence, found: list[tuple[Span, str]], known: Sequence[Span]) -> list[Span]:
    """Whole names of what is not the customer's: "phone case" names no phone, and "short" no shorts."""
    spans = [span for span, name in found if len(sentence.words[span.end - 1]) >= len(name.split()[-1])]
    sayings = sentence.frames.get("idiom", ())
    return [
        span
        for span in dict.fromkeys(spans)
        if not any(inside(span, k) for k in (*known, *sayings)) and not any(map(span.within, spans))
    ]


def _is_meant(span: Span, sentence: Sentence, beside: bool) -> bool:
    """Is it put forward as what is spoken of? Not where it is said to stay, nor, beside what is the
    customer's, where it only tells what else came in an order."""
    words, basics = sentence.words, sentence.basics
    keeps = any(0 <= span.start - hit.end < NEAR for hit in books.frame("keeps").find(basics))
    if keeps or any(0 <= hit.start - span.end < NEAR for hit in books.frame("stays").find(basics)):
        return False
    if words[span.start] in _CARTS and not sentence.does("taken_back"):
        lead = [w for w in _ahead(span, sentence) if w in _PLACES]
        if lead or not _is_one(span, sentence):
            return False  # in one basket; your basket holds three of them
    describes = books.frame("of_order").has(basics) and not any(map(sentence.does, _ACTS))
    return not (beside and describes)


def _names(thing: Thing) -> list[str]:
    """What a thing is called, and that in short: a phone case is also a case."""
    names = [thing.noun, thing.plural, *thing.called]
    return [" ".join(n.split()[k:]) for n in names for k in range(len(n.split()))]


def _short(product: Head) -> str:
    """What a product is called, without what its title tells of it."""
    return product.title.partition(",")[0]


@lru_cache(maxsize=1024)
def _words(names: tuple[str, ...]) -> Words[str]:
    return Words([(name, name) for name in names])
