"""Hearing: what did the agent ask for, in its own words?

A message is taken sentence by sentence. One that asks is taken clause by clause: topics are found by the
words that ask for them, or by values that they could have, and belong to the things named beside them, else
to those named last, else to all."""

from collections import Counter
from collections.abc import Iterable

from ..catalog.search.tokens import terms
from ..core.task import Thing
from ..core.values import Value
from . import cues
from .mentions import Lexicon, Place, Span, lexicon_of, nouns, outermost, parts_of_values, topics, values
from .mistakes import contradicted

Clause = tuple[list[Span], list[Span]]  # mentions of things, mentions of topics


class Heard(Value):
    """What a message asks and says, as far as it matters to a customer."""

    asked: tuple[Place, ...] = ()  # details of things, in order of mention
    open: bool = False  # "anything else?"
    confirms: bool = False  # "shall I go ahead?"
    stock_out: bool = False
    out: frozenset[int] = frozenset()  # things said to have sold out; empty if it was not said which
    contradicted: tuple[Place, ...] = ()  # details given with another value than the customer's
    puzzling: bool = False  # a question about none of these


class _Ear:
    """One message while it is being heard."""

    def __init__(self, text: str, words: set[str], things: tuple[Thing, ...]) -> None:
        self.text, self.words, self.things, self.lexicon = text, words, things, lexicon_of(things)
        self.confirming = cues.may_confirm(words)
        self.asked: dict[Place, None] = {}
        self.topics: list[Span] = []  # asked for last
        self.named: frozenset[int] = frozenset()  # things named last
        self.ever_named: frozenset[int] = frozenset()
        self.before = ""  # the sentence before
        self.open = self.confirms = self.puzzling = False
        self.out: frozenset[int] | None = None
        self.listing = False  # what has sold out stands in a list
        self._throughout: Clause | None = None

    def name(self, spans: Iterable[Span]) -> None:
        here = frozenset([s.thing for s in spans])
        if here:
            self.named, self.ever_named = here, self.ever_named | here

    def throughout(self) -> Clause:
        """The things and the values that the whole message mentions; read once, however often it is asked
        for."""
        if self._throughout is None:
            stems = terms(self.text)
            named = nouns(stems, self.lexicon)
            self._throughout = named, values(stems, self.lexicon, named)
        return self._throughout

    def here(self) -> frozenset[int]:
        """The things that a question is about which names none."""
        return self.named or frozenset(range(len(self.things)))


def hear(message: str, things: tuple[Thing, ...]) -> Heard:
    text = cues.plain(message)
    words = cues.words_of(text)
    text = cues.without_idioms(text, words)
    news = not cues.STOCK_WORDS.isdisjoint(words)
    ear = _Ear(text, words, things)
    for sentence, asking in cues.sentences(text):
        if news and _is_news(ear, sentence):
            pass
        elif asking:
            _listen(ear, sentence)
        elif len(things) > 1:
            spans = nouns(terms(sentence), ear.lexicon)
            ear.name(spans)
            if ear.out is not None and ear.listing:
                ear.out |= frozenset([s.thing for s in spans])
        ear.before = sentence
    return Heard(
        asked=_best_fit(ear),
        open=ear.open,
        confirms=ear.confirms,
        stock_out=ear.out is not None,
        out=ear.out or frozenset(),
        contradicted=contradicted(text, ear.lexicon) if ear.confirms else (),
        puzzling=ear.puzzling,
    )


def _best_fit(ear: _Ear) -> tuple[Place, ...]:
    """What was asked; where nothing was named, of the things that most of it fits."""
    if ear.ever_named or len(ear.asked) < 2 or len(ear.things) == 1:
        return tuple(ear.asked)
    fits = Counter([n for n, _ in ear.asked])
    most = max(fits.values())
    return tuple([(n, topic) for n, topic in ear.asked if fits[n] == most])


def _mentions(text: str, lexicon: Lexicon) -> Clause:
    stems = terms(text)
    named = nouns(stems, lexicon)
    asked = topics(stems, lexicon, named)
    return [s for s in named if not s.within(asked)] if named and asked else named, asked


def _listen(ear: _Ear, sentence: str) -> None:
    """A sentence that asks: for details, for one of several, for leave to go ahead, or for anything at
    all."""
    clauses = [_mentions(c, ear.lexicon) for c in cues.clauses(sentence, ear.words)]
    places = _places(ear, clauses, sentence)
    if (
        ear.confirming
        and cues.CONFIRMS.search(sentence)
        and not _asks_too(ear, sentence, places)
        and not cues.IN_WHAT_WAY.search(sentence)
    ):
        ear.confirms = True
        places = []
    elif not places:
        places = _counted(ear, sentence) or _by_value(ear, sentence) or _which(ear, sentence)
        if not places:
            vague = cues.OPEN.search(sentence) or cues.WHICH_ONE.search(sentence)
            ear.open, ear.puzzling = ear.open or bool(vague), ear.puzzling or not vague
    ear.name([s for named, _ in clauses for s in named])
    ear.asked.update(dict.fromkeys(places))


def _asks_too(ear: _Ear, sentence: str, places: list[Place]) -> bool:
    """Does a sentence that sounds like a confirmation ask for details: "how many shall I add", "please
    confirm the size"?"""
    if cues.CONFIRM_TOPIC.search(sentence):
        return bool(places) and not values(terms(sentence), ear.lexicon, [])
    return bool(cues.ASKS_FOR.search(sentence)) and bool(
        places or cues.VARIANT.search(sentence) or _counted(ear, sentence)
    )


def _places(ear: _Ear, clauses: list[Clause], sentence: str) -> list[Place]:
    """What the clauses ask for. A clause that only names things lends them to the next one, or takes the
    topics of the one before."""
    places: list[Place] = []
    waiting: list[Span] = []  # things named without a topic
    last: list[Span] = []
    for named, asked in clauses:
        if not asked:
            waiting = waiting + named
            continue
        if named and waiting and places:
            places += _of(waiting, ear.topics)
        if named:
            places += [*_of_the_whole(ear, named, asked), *_beside(named, asked)]
        else:
            places += _of(waiting or last, asked) or _carried(ear, asked, sentence)
        ear.topics, waiting, last = asked, [], named or waiting or last
    if waiting and ear.topics and (places or cues.GOES_ON.match(sentence)):
        places += _of(waiting, ear.topics)
    return places


def _of(named: list[Span], asked: list[Span]) -> list[Place]:
    """Those topics of those things."""
    here = {s.thing for s in named}
    return [(s.thing, s.topic) for s in asked if s.thing in here]


def _of_the_whole(ear: _Ear, named: list[Span], asked: list[Span]) -> list[Place]:
    """Facts about what the things on the shelves are for, such as the budget, need no noun beside those of
    the things."""
    if all(t.shelf for t in ear.things):
        return []
    here = {s.thing for s in named}
    whole = [s for s in asked if not ear.things[s.thing].shelf and s.thing not in here]
    own = [s for s in asked if s.thing in here]
    return [
        (s.thing, s.topic)
        for s in whole
        if not any(s.start < o.start + o.size and o.start < s.start + s.size for o in own)
    ]


def _carried(ear: _Ear, asked: list[Span], sentence: str) -> list[Place]:
    """Topics without a thing beside them: of each thing named so far, of those named last, or of all that
    have them."""
    here = ear.ever_named if cues.EACH.search(sentence) else ear.named
    spans = outermost([s for s in asked if s.thing in here] or asked)
    return [(s.thing, s.topic) for s in spans]


def _beside(named: list[Span], asked: list[Span]) -> list[Place]:
    """Topics of the things in the same clause: "the size of the parka and the colour of the kettle" are not
    the sizes and colours of both."""
    starts = sorted({s.start for s in asked})
    if len(starts) == 1 or len({s.thing for s in named}) == 1:
        return _of(named, asked)
    groups: dict[
        int, list[Span]
    ] = {}  # things named with no topic between them, by the number of topics before
    for s in sorted(named):
        groups.setdefault(sum(start < s.start for start in starts), []).append(s)
    leading = 0 in groups  # "the kettle's colour", not "the colour of the kettle"
    places: list[Place] = []
    for n, start in enumerate(starts):
        here = [s for s in asked if s.start == start]
        before = [g for k, g in sorted(groups.items(), reverse=True) if k <= n]
        after = [g for k, g in sorted(groups.items()) if k > n]
        order = (*before[:1], *after[:1]) if leading else (*after[:1], *before[:1])
        places += next((found for group in order if (found := _of(group, here))), [])
    return places


def _counted(ear: _Ear, sentence: str) -> list[Place]:
    """One, or more?"""
    if not cues.COUNTS.search(sentence):
        return []
    here = frozenset([s.thing for s in nouns(terms(sentence), ear.lexicon)]) or ear.here()
    return [(n, d.topic) for n in sorted(here) for d in ear.things[n].details if d.role == "quantity"]


def _by_value(ear: _Ear, sentence: str) -> list[Place]:
    """Topics of which the sentence gives values: those with two different ones, else those with one. Failing
    all, "steel or glass"."""
    stems = terms(sentence)
    named = nouns(stems, ear.lexicon)
    found = values(stems, ear.lexicon, named)
    if not found and "or" in stems:
        return _contrasted(parts_of_values(stems, ear.things))
    here = {s.thing for s in named} or ear.here()
    found = [s for s in found if s.thing in here] or found
    return _contrasted(found) or list(dict.fromkeys((s.thing, s.topic) for s in sorted(found)))


def _contrasted(spans: list[Span]) -> list[Place]:
    """Topics of which two different values are mentioned."""
    labels: dict[Place, set[str]] = {}
    for s in sorted(spans):
        labels.setdefault((s.thing, s.topic), set()).add(s.label)
    return [place for place, given in labels.items() if len(given) > 1]


def _which(ear: _Ear, sentence: str) -> list[Place]:
    """Which one: by what tells the products apart that the message shows, by what was spoken of just before,
    or by the options."""
    if not (cues.BARE.search(sentence) or cues.VARIANT.search(sentence)) or cues.INSTEAD.search(sentence):
        return []
    spans, given = ear.throughout()
    here = {s.thing for s in spans} or ear.here()
    shown = _contrasted([s for s in given if s.thing in here])
    if shown or ear.out is not None:
        return shown
    named, asked = _mentions(ear.before, ear.lexicon)
    if asked and cues.BARE.search(sentence):
        return _beside(named, asked) if named else _carried(ear, asked, sentence)
    if cues.VARIANT.search(sentence) or cues.VARIANTS.search(ear.before):
        meant = {s.thing for s in nouns(terms(sentence), ear.lexicon)} or ear.here()
        return [(n, d.topic) for n in sorted(meant) for d in ear.things[n].details if d.role == "option"]
    return []


def _is_news(ear: _Ear, sentence: str) -> bool:
    """Does the sentence say that something has sold out? Notes what, by the nouns that the news is about;
    hears a question after it."""
    found = cues.STOCK_OUT.search(sentence)
    if found is None or cues.SUPPOSES.search(sentence, 0, found.start()) or cues.WONDERS.match(sentence):
        return False
    before, after = sentence[: found.start()], sentence[found.end() :]
    subject = cues.NEWS_START.split(cues.NEWS_TAIL.sub("", before))[-1]
    spans = (
        nouns(terms(subject), ear.lexicon)
        or nouns(terms(after), ear.lexicon)
        or sorted(nouns(terms(before), ear.lexicon))[-1:]
    )
    ear.name(spans)
    ear.out = (ear.out or frozenset()) | frozenset([s.thing for s in spans] or ear.named)
    ear.listing = sentence.rstrip().endswith(":")
    if cues.ASKS_FOR.search(after) and not cues.INSTEAD.search(after):
        ear.asked.update(
            dict.fromkeys(
                _places(ear, [_mentions(c, ear.lexicon) for c in cues.clauses(after, ear.words)], after)
            )
        )
    return True
