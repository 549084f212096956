"""One sentence: the things it names, the topics it mentions, the values it gives, and whose they are."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from ..core.values import lazy, replace
from . import books, opinion
from .given import Given, Mention, Read, Scene, ValueReader
from .mentions import COUNTED, WISHED, Asked, Place, Table, mentioned
from .message import STARTS, Sentence, Span
from .owners import Named, Owner, besides_values, ends_in_noun, groups, is_written, lines
from .plausibility import Found, inside, plausible
from .statements import (
    UNKNOWN,
    Statement,
    facet_values,
    rankings,
)

FIRM = 4  # words that can hardly mean anything else
WITH = "match with the "  # and the noun of the other thing
BESIDE = 4  # words between a choice and its "or"
COMMON = ("price", "rating", "shipping_days")  # what products can be ranked by


class Reader(ValueReader):
    """Reads the sentences of a message, one after the other."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.stems: tuple[str, ...] = ()  # of the sentence that is read
        self.words: list[str] = []  # its words
        self.which_order = False  # was it asked which of several orders is meant?
        self.owned = False  # is it about what the customer has, where they want another one as well?

    def read(self, sentence: Sentence) -> Read:
        self.stems, self.words = sentence.stems, sentence.words
        self.owned = (
            "owned" in sentence.frames or (self.owned and sentence.listed)
        ) and self._bought is not None
        nouns = self.table.named(sentence)
        if not nouns and self.before is not None and not _IN_TURN.isdisjoint(sentence.words):
            nouns = _in_turn(sentence, self.before.nouns)
        if sayings := sentence.frames.get("idiom"):  # out of your hair names nothing
            nouns = [n for n in nouns if not any(n[0].within(saying) for saying in sayings)]
        if "my" in sentence.words:  # it is up on my screen
            nouns = [n for n in nouns if sentence.words[n[0].start - 1 : n[0].start] != ["my"]]
        facets = facet_values(self.table, sentence, [n for _, things in nouns for n in things])
        if sayings and facets:  # you left the colour open: nothing has open cuffs
            facets = [f for f in facets if not any(_is_of_saying(f.span, saying) for saying in sayings)]
        nouns = besides_values(self._nouns(sentence, nouns), facets, sentence)
        asked = _without_heads(mentioned(self.table, sentence, nouns), sentence)
        leaves = sentence.frames.get("leave", ())
        if idioms := [i for i in leaves if not ends_in_noun(i, nouns)]:  # set up the return
            named = [a for a in asked if a.label and a.size > 1]  # the starting safety starts nothing
            asked = [a for a in asked if a in named or not any(inside(a.span, i) for i in idioms)]
        mentions = asked
        facets = [s for s in facets if not self._is_own_fact(s, asked)]
        if facets and self.here and asked:
            facets = [s for s in facets if not self._is_label_here(s, asked)]
        if facets:  # rice water is no water, and a star may be a pattern
            values = [s.span for s in facets if is_written(s, sentence)]
            asked = [
                a
                for a in asked
                if not any(a.span.within(s.span) for s in facets) and (a.label or a.span not in values)
            ]
            asked = [a for a in asked if a.topic.name not in COUNTED or not self._is_choice(a.span, facets)]
            counted = [a.span for a in asked if a.topic.name in COUNTED and a.sure and a.size > 1]
            facets = [s for s in facets if not any(s.span.within(span) for span in counted)]  # a single plate
        if whole := [a.span for a in asked if a.size > 1 and a.sure and a.whole]:
            nouns = [n for n in nouns if not any(n[0].within(span) for span in whole)]
        labels = [a.span.start for a in asked if a.label and a.sure]
        starts = sorted(labels or [a.span.start for a in asked if a.sure])
        owner = Owner(sentence, groups(nouns, sentence, labels), starts, lines(sentence, nouns, facets))
        owner.pair(nouns, [a.span for a in asked if a.label and a.sure] or [s.span for s in facets])
        questions = self._contents(_not_offered(asked, sentence))
        topics, quiet = self._loud(questions, owner, sentence)
        facts: list[Span] = []
        if sentence.asks and topics:
            names = {topic for _, (_, topic), has in topics if has} & books.facts()
            facts = [a.span for a in mentions if not names.isdisjoint(a.topic.topics)]
        given = self.values(Scene(sentence, nouns, facets, owner, facts), topics)
        if self.owned and self._bought is not None:  # which of these is it: the red one or the blue one?
            given = [(at, replace(g, thing=self._bought)) for at, g in given]
        if sentence.words[:1] in _SUPPOSING and sentence.words[1:2] not in (["i"], ["we"]):
            # suppose two of them fit
            given = [(at, g) for at, g in given if g.topic not in COUNTED]
        if sentence.marked and given and any(has for _, _, has in topics):
            given = [g for g in given if not _is_in_passing(g, sentence)]
        ranks = rankings(sentence, asked) if self._ranked else []
        given += [
            (at, Given(thing=n, topic="preference", value=way)) for at, way in ranks for n in self._ranked
        ]
        if any(g.topic == "preference" for _, g in given):  # cheapest first: that tells no price
            grounds = {way.split()[0] for _, way in ranks}
            topics = [t for t in topics if t[1][1] not in grounds and t[1][1] not in COMMON]
        labels_at = [a.span for a in asked if a.label]
        firm = [a.span for a in (*asked, *questions) if a.size >= FIRM]
        return Read(sentence, nouns, topics, given, labels_at, [s.span for s in facets], firm, quiet)

    def _loud(
        self, asked: Sequence[Asked], owner: Owner, sentence: Sentence
    ) -> tuple[list[Mention], list[Mention]]:
        """What is asked for where something is asked; and what is called by its name elsewhere. What stands
        in the margin counts where the question itself names nothing."""
        if not asked:
            return [], []
        topics, quiet = self._resolve(asked, owner, sentence), list[Mention]()
        loud = [a for a in asked if not sentence.is_quiet(a.span.start)] if sentence.quiet else asked
        if len(loud) < len(asked):
            named = [a.span for a in asked if a.label]
            quiet = [t for t in topics if t[0] in named and sentence.is_quiet(t[0].start)]
            topics = self._resolve(loud, owner, sentence)
        if len(topics) > 1 and sentence.joints:
            core = [a for a in loud if _opens_part(a, sentence) or not sentence.is_marginal(a.span.start)]
            found = self._resolve(core, owner, sentence) if len(core) < len(loud) else topics
            named = [a.span for a in core if a.sure and (a.label or a.size > 1)]
            plain = any(has or at in named for at, _, has in found)
            topics = found if plain else topics
        return topics, quiet

    def _is_choice(self, span: Span, facets: Sequence[Statement]) -> bool:
        """Are these words values to choose from, of a topic with a wish, or in several words each: single or
        pair, one phone or two at once?"""
        topics = {s.topic for s in facets if s.span.meets(span)}
        return any(
            len({s.value for s in facets if s.topic == topic}) > 1
            and (
                any(self.table.detail(n, topic) for n in range(len(self.table.things)))
                or all(s.span.end - s.span.start > 1 for s in facets if s.topic == topic)
            )
            for topic in topics
        )

    @lazy
    def _bought(self) -> int | None:
        """What was bought, where another one is wanted in its place."""
        now = range(self.table.latest, len(self.table.things))
        facts = [n for n in now if self.table.sorts[n] == "fact"]
        return facts[0] if len(facts) == 1 and len(now) > 1 else None

    @lazy
    def _ranked(self) -> list[int]:
        """Things of which several are to be put in order."""
        found = [n for n in range(len(self.table.things)) if self.table.detail(n, "preference")]
        return [n for n in found if n >= self.table.latest] or found

    def _nouns(self, sentence: Sentence, nouns: list[Named]) -> list[Named]:
        """Without words that name one thing but are a label of another beside it: the jacket of a cable."""
        if len(nouns) < 2:
            return nouns
        labels = [a for a in mentioned(self.table, sentence, ()) if a.label and a.sure and a.things]
        found = []
        for span, things in nouns:
            others = frozenset([n for other, ns in nouns if other != span for n in ns]) - things
            if not any(a.span == span and a.things is not None and a.things & others for a in labels):
                found.append((span, things))
        return found

    def _is_own_fact(self, s: Statement, asked: Sequence[Asked]) -> bool:
        """Is it a fact that is asked for, not a value that nobody has a wish about: still sealed?"""
        table, everything = self.table, range(len(self.table.things))
        facts = [a.topic for a in asked if a.span == s.span and a.topic.sort == "fact"]
        return any(table.place(n, t) for t in facts for n in everything) and not any(
            table.detail(n, s.topic) for n in everything
        )

    def _is_label_here(self, s: Statement, asked: Sequence[Asked]) -> bool:
        """Is it a topic of the things named last, and a value of others alone: which glass has the lamp?"""
        names = [a.things for a in asked if a.label and a.sure and a.span == s.span and a.things]
        if not any(self.here & things for things in names):
            return False
        return not any((f := self.table.facets[n]) is not None and s.topic in f.labels for n in self.here)

    def topics_of(self, things: frozenset[int]) -> dict[str, list[Place]]:
        """What can be asked of these things in words that are no label, each with the places it is for."""
        scope = tuple(self.scope(things))
        found = self.table.askable.get(scope)
        if found is None:
            found = {}
            for topic in _openly_asked():
                if places := [p for n in scope if (p := self.table.place(n, topic))]:
                    found[topic.name] = places
            self.table.askable[scope] = found
        return found

    def _resolve(self, asked: Sequence[Asked], owner: Owner, sentence: Sentence) -> list[Mention]:
        """The places that the mentions are for; of those that overlap, what the customer has comes before
        what they have not."""
        found: list[Found] = []
        near = {a.span for a in asked if a.things is None or owner.of(a.span.start) & a.things}
        if any(a.label and a.sure for a in asked):  # what weight did the original have?
            asked = [a for a in asked if a.topic.name != "original"]
        if (not sentence.asks and not sentence.listed) or self._points_back(sentence):
            asked = [a for a in asked if a.sure]  # a mere hint asks for nothing
        if self._points_back(sentence):  # would you be disappointed with that?
            turned = sentence.frames.get("inverted", ())
            asked = [a for a in asked if a.label or not any(inside(a.span, t) for t in turned)]
            asked = [a for a in asked if a.topic.name not in _BETWEEN_TWO] if self.was_choice() else asked
        for a in self._of_these(asked, owner):
            a = self._in_the_past(a, sentence)
            beside = owner.of(a.span.start)
            if a.things is not None and a.span not in near:  # the nearest cannot have it, but another may
                beside = owner.named & a.things or beside
            if not any(self.table.things[n].shelf for n in beside):  # the mower of the garden project
                have = [n for n in owner.named if self.table.place(n, a.topic)]
                beside = frozenset(have) if beside and not any(n in beside for n in have) and have else beside
            old = "old" in sentence.frames and _is_beside(sentence, "old", a.span)
            old = old or (self.owned and not _is_beside(sentence, "choosing", a.span))
            if a.topic.name == "match" and (
                pair := self._to_match(owner, sentence.words[max(0, a.span.start - 4) : a.span.start])
            ):
                places, has = [pair], True
            elif a.topic.name == "original":
                places, has = self._described(beside), True
            else:
                places, has = self._places(a, beside, old, old and _is_beside(sentence, "new", a.span))
            if places and (a.sure or has):
                alien = a.topic.sort != self.table.sorts[places[0][0]]
                found.append(
                    ((not a.sure, not has, alien - a.weight, a.span.start, -a.span.end), a, places, has)
                )
        pairs = [a.span for _, a, places, _ in found if a.topic.name == "match" and WITH in places[0][1]]
        found = [f for f in found if f[1].topic.name == "match" or not any(map(f[1].span.meets, pairs))]
        found = plausible(found, sentence)
        taken: list[tuple[Span, str, bool]] = []
        chosen: dict[Place, tuple[Span, bool]] = {}
        for _, a, places, has in found:
            if any(
                a.span.meets(span) and (span, name, had) != (a.span, a.topic.name, has)
                for span, name, had in taken
            ):
                continue
            taken.append((a.span, a.topic.name, has))
            for place in self._with_match(places) if self.table.has_common else places:
                if place in chosen and sentence.brackets and _explains(sentence, chosen[place][0], a.span):
                    chosen[place] = (a.span, has)  # how was it sent (by express)?
                chosen.setdefault(place, (a.span, has))
        topics = sorted([(span, place, has) for place, (span, has) in chosen.items()], key=lambda t: t[0])
        if not owner.named and not self.here:  # where should it come from? Not what was settled before
            now = {(span, topic) for span, (n, topic), has in topics if has and n >= self.table.latest}
            topics = [t for t in topics if t[1][0] >= self.table.latest or (t[0], t[1][1]) not in now]
        deciding = self._ranking(topics, sentence) if "or" in sentence.words else None
        if deciding is not None:
            topics = [t for t in topics if t[1][1] not in (*COMMON, "budget") and t[1] != deciding]
            topics.append((Span(0, 1), deciding, self.table.detail(*deciding) is not None))
        grounds = [span for span, (_, topic), _ in topics if topic in COMMON]
        asked_apart = sum([_opens_with_question(sentence, g) for g in grounds]) > 1
        choosing = len(grounds) > 1 and not asked_apart and _are_choices(sentence.words, grounds)
        if choosing and self._ranked:
            place = (self._ranked[0], "preference")  # price or reviews?
            topics = [*(t for t in topics if t[1] != place), (grounds[0], place, True)]
        return _without_grounds(sorted(topics, key=lambda t: t[0]), sentence)

    def _to_match(self, owner: Owner, before: Sequence[str]) -> Place | None:
        """The match of two things that are both named: in what must the jug match the bowl? Or how should it
        go with the bowl?"""
        named = sorted(owner.named | self.here) if owner.named else []
        found = self._pairs(named, owner)
        if not found and owner.named and not {"it", "they"}.isdisjoint(before):
            found = self._pairs(range(len(self.table.things)), owner)
        return found[0] if len(found) == 1 else None

    def _pairs(self, things: Iterable[int], owner: Owner) -> list[Place]:
        pairs = [(n, f"{WITH}{self.table.things[m].noun}") for n in things for m in owner.named]
        return [p for p in pairs if self.table.detail(*p)]

    def _described(self, beside: frozenset[int]) -> list[Place]:
        """All that was said of the one that sold out."""
        things = [(n, self.table.things[n]) for n in self.scope(beside)]
        return [(n, d.topic) for n, t in things for d in t.details if d.topic.startswith("old ")]

    def _ranking(self, topics: Sequence[Mention], sentence: Sentence) -> Place | None:
        """What should decide, where superlatives are put to choose from: the cheapest, or the best rated?"""
        best = [w for w in sentence.words if w in _SUPERLATIVES]
        if len(best) < 2 or not sentence.asks or not topics:
            return None
        wished = [n for n in self.scope(frozenset()) if self.table.sorts[n] == "wish"]
        chosen = self._ranked or wished  # none of what was bought: was it the cheapest or the dearest?
        return (chosen[0], "preference") if chosen else None

    def _with_match(self, places: list[Place]) -> list[Place]:
        """What else two things must match in, where it is asked how they go together."""
        found = []
        for n, topic in places:
            _, common, other = topic.partition(" in common with the ")
            tie = (n, f"{WITH}{other}")
            found += [tie] if common and self.table.detail(*tie) else []
        return [*places, *found]

    def _of_these(self, asked: Sequence[Asked], owner: Owner) -> list[Asked]:
        """Without labels of other things, where the words ask something of those that were named last: the
        number of pieces of the sunscreen, not of a set."""
        if owner.named or not self.here:
            return list(asked)
        plain = [a.span for a in asked if a.sure and not a.label and self._ask_here(a)]
        return [a for a in asked if not a.label or self._ask_here(a) or not any(map(a.span.meets, plain))]

    def _ask_here(self, a: Asked) -> bool:
        return any(self.table.place(n, a.topic) for n in self.here if a.things is None or n in a.things)

    def was_choice(self) -> bool:
        """Were values to choose from just put forward: 1 h or 2 h. Do you favour one over the other?"""
        given = [(g.thing, g.topic) for _, g in self.before.given] if self.before is not None else []
        return len(given) > len(set(given))

    def _points_back(self, sentence: Sentence) -> bool:
        """Is it a short question about the value that was just given: is that close enough?"""
        pointing = len(sentence.words) < 8 and not _POINTERS.isdisjoint(sentence.words)
        return pointing and self.before is not None and bool(self.before.given)

    def _in_the_past(self, a: Asked, sentence: Sentence) -> Asked:
        """How many there were, where a number of what was bought is asked for, and when that was."""
        if (
            a.topic.name == "shipping_days"
            and set(sentence.basics) >= _ORDERED
            and "want" not in sentence.basics
            and sentence.words[a.span.start] not in _SENT  # was it shipped standard or express?
        ):
            return a._replace(topic=books.topics()["placed"])
        if a.topic.name not in ("quantity", "pieces") or "fact" not in self.table.sorts:
            return a
        words = _uncleft(sentence.basics)
        if "size" in words[a.span.start : a.span.end]:  # the size of the order
            return a._replace(topic=books.topics()["items"])
        if a.topic.name == "pieces":  # how many of the order go back?
            going = not _SENT_BACK.isdisjoint(words) and _HAD.isdisjoint(words) and words.count("many") < 2
            return a._replace(topic=books.topics()["count"]) if going else a
        if words[a.span.end - 1] == "amount" and words[a.span.end : a.span.end + 1] != ["of"]:
            return a._replace(topic=books.topics()["paid"])
        moved = [w for n, w in enumerate(words) if w != "back" or words[n + 1 : n + 2] not in _THEN]
        past = not _BOUGHT.isdisjoint(words) and _SENT_BACK.isdisjoint(moved)
        return a._replace(topic=books.topics()["pieces"]) if past or self._asked_when(words) else a

    def _asked_when(self, words: Sequence[str]) -> bool:
        """Is it only how many, right behind the question when: bought when? How many?"""
        if self.before is None or not self.before.sentence.asks or not _HOW_MANY.issuperset(words):
            return False
        return any(topic == "placed" for _, (_, topic), _ in self.before.topics)

    def _places(self, a: Asked, beside: frozenset[int], old: bool, both: bool) -> tuple[list[Place], bool]:
        table = self.table
        scope = self.scope(beside)
        wished = both and any(
            table.place(n, a.topic) for n in scope
        )  # did it have that the new one must keep
        if old and not wished:
            past = [(n, f"old {a.topic.name}") for n in scope if table.detail(n, f"old {a.topic.name}")]
            if past:
                return past, True
            known = self._described(beside) if a.topic.sort == "wish" else []
            if known and not _PAST.isdisjoint(self.words):  # no wish says what it was
                return [(known[0][0], f"old {a.topic.name}")], False
            bought = [n for n in scope if table.sorts[n] == "fact"]
            if bought and len(bought) < len(scope) and not any(table.place(n, a.topic) for n in bought):
                return [(bought[0], a.topic.name)], False  # not how the new one should be
        if a.things is not None:
            scope = [n for n in scope if n in a.things] or (scope if not beside else [])
        have = [p for n in scope if (p := table.place(n, a.topic))]
        if not have and beside and a.topic.name == "match":  # how should it match the stove?
            with_it = {f"{WITH}{table.things[n].noun}" for n in beside}
            have = [(n, d.topic) for n, t in enumerate(table.things) for d in t.details if d.topic in with_it]
        if not have and beside:  # what concerns the whole has no noun of its own
            have = [
                p
                for n, t in enumerate(table.things)
                if not t.shelf and n not in scope and (p := table.place(n, a.topic))
            ]
        if not have and not beside:
            settled = table.latest if self.here and min(self.here) >= table.latest else 0
            everything = [n for n in self.scope(frozenset(range(len(table.things)))) if n >= settled]
            have = [
                p
                for n in everything
                if (a.things is None or n in a.things) and (p := table.place(n, a.topic))
            ]
        if (
            not have and a.topic.name == "turn" and "fact" in self.table.sorts
        ):  # which order? Whatever else they remember of it
            self.which_order = True
            return [], False
        if have:
            now = [p for p in have if p[0] >= table.latest]
            return now or have, True
        mine = [n for n in scope if self.table.sorts[n] == "fact"] if a.topic.sort == "fact" else scope
        return [(n, a.topic.name) for n in mine[:1] if self._could(n, a.topic)], False

    def _contents(self, asked: Sequence[Asked]) -> Sequence[Asked]:
        """Was there a dock in the order? That asks for what else was in it only of the very thing that the
        customer knows of, and then for nothing that begins with a word of its name; or of anything, where
        they know that it came alone, and do not take something for having come with it."""
        if "else" in self.stems or "contents" not in [a.topic.name for a in asked]:
            return asked
        beside = [d for n in range(len(self.table.things)) if (d := self.table.detail(n, "beside"))]
        names = [frozenset(books.stems_of(str(d.value).partition(" ")[2])) for d in beside]
        names += [_in_common(d.says) for d in beside if d.value != UNKNOWN]
        known = frozenset().union(*[name for name in names if name <= set(self.stems)])
        alone = not any(str(d.value).startswith("with ") for d in beside) and any(
            (d := self.table.detail(n, "items")) and d.value == "less 1"
            for n in range(len(self.table.things))
        )
        unwanted = "contents" if known or alone else "beside"
        left = [a for a in asked if a.topic.name != unwanted and self.stems[a.span.start] not in known]
        return [
            a._replace(size=max(a.size, FIRM)) if unwanted == "contents" and a.topic.name == "beside" else a
            for a in left
        ]

    def _could(self, n: int, topic: books.Topic) -> bool:
        """Might somebody ask this of the thing, though the customer has nothing to say to it?"""
        facets = self.table.facets[n]
        if facets is not None and topic.name in facets.labels:
            return True
        return topic.sort == "fact" if self.table.sorts[n] == "fact" else topic.name in WISHED


@cache
def _openly_asked() -> list[books.Topic]:
    """What the second opinion may find to be asked for."""
    known = books.topics()
    return [known[name] for name in sorted(opinion.topics() & known.keys())]


def _opens_part(a: Asked, sentence: Sentence) -> bool:
    """Is it a label with which a part begins: handle, cleaning and origin?"""
    return a.label and a.sure and a.span.start == sentence.opening(a.span.start)


def _uncleft(words: list[str]) -> list[str]:
    """Without what only sets a question off: how many was it that you send back?"""
    for n in range(len(words) - 2):
        if words[n] in ("is", "was") and words[n + 1 : n + 3] == ["it", "that"]:
            return [*words[:n], "", "", "", *words[n + 3 :]]
    return words


_SUPPOSING = (["suppose"], ["supposing"], ["imagine"], ["assuming"], ["say"])
_FORMER, _LATTER = ("first", "former"), ("second", "latter")
_IN_TURN = frozenset((*_FORMER, *_LATTER))
_THINGS = (["thing"], ["detail"], ["question"], ["point"])


def _in_turn(sentence: Sentence, before: Sequence[Named]) -> list[Named]:
    """Of two things that were just named: what should the first have, and what the second?"""
    words, things = sentence.words, list(dict.fromkeys([ns for _, ns in before]))
    if len(things) != len(_LATTER) or not any(w in words for w in _LATTER):
        return []
    return [
        (Span(n, n + 1), things[word in _LATTER])
        for n, word in enumerate(words)
        if word in _IN_TURN and words[n - 1 : n] == ["the"] and sentence.basics[n + 1 : n + 2] not in _THINGS
    ]


def _is_of_saying(span: Span, saying: Span) -> bool:
    """Are these words of a saying, not what stands in the middle of it?"""
    return inside(span, saying) and (span.start == saying.start or span.end == saying.end) and span != saying


def _is_in_passing(given: tuple[int, Given], sentence: Sentence) -> bool:
    """Is a value said beside a question, or a number only supposed: if two fit, which is first?"""
    at, g = given
    quiet = sentence.quiet if g.topic in COUNTED else sentence.beside
    return any(span.start <= at < span.end for span in quiet)


def _explains(sentence: Sentence, span: Span, other: Span) -> bool:
    """Do these words stand in brackets, and the others not?"""
    inner = [any(b.start <= s.start < b.end for b in sentence.brackets) for s in (span, other)]
    return inner == [True, False]


def _is_beside(sentence: Sentence, frame: str, span: Span) -> bool:
    """Does the very question that the words stand in do this? Since the old one is gone, what may it cost?
    But of the old one, what size did it have?"""
    found = sentence.frames.get(frame, ())
    if not found or not sentence.clauses:
        return bool(found)
    clause = sentence.clause(span.start)
    begin, end = [0, *sentence.clauses, len(sentence.words)][clause : clause + 2]
    past = not _PAST.isdisjoint(sentence.words[begin:end])
    return past or any(sentence.clause(at.start) == clause for at in found)


_PAST = frozenset("did was were had".split())


def _without_heads(asked: list[Asked], sentence: Sentence) -> list[Asked]:
    """Without the last word of a label that stands in the same question: the waterproof rating, or would a
    higher rating do?"""
    heads = {
        (sentence.clause(a.span.start), sentence.stems[a.span.end - 1])
        for a in asked
        if a.label and a.sure and a.size > 1
    }
    if not heads:
        return asked
    return [
        a
        for a in asked
        if a.label or a.size > 1 or (sentence.clause(a.span.start), sentence.stems[a.span.start]) not in heads
    ]


def _not_offered(asked: list[Asked], sentence: Sentence) -> list[Asked]:
    """Without what stands in an offer: would you like a case in another colour with it?"""
    offers = sentence.frames.get("offers")
    if not offers or not sentence.marked:
        return asked
    offered = {sentence.part(o.start) for o in offers}
    return [a for a in asked if sentence.part(a.span.start) not in offered]


_SUPERLATIVES = frozenset("cheapest fastest soonest quickest best highest lowest newest nearest".split())
_POINTERS = frozenset("that it this them these those one".split())
_ORDERED = frozenset("did order".split())
_SENT = frozenset("shipped delivered".split())
_BOUGHT = frozenset("order buy purchase did was had".split())
_HAD = frozenset("buy purchase did was had have hold contain include comprise".split())
_BETWEEN_TWO = ("preference", "others")  # do you favour one over the other?
_THEN = (["then"], ["when"], ["in"])  # what you bought back then
_HOW_MANY = frozenset("and so how many exactly of it them piece unit item please".split())
_SENT_BACK = frozenset("back return send exchange refund keep".split())


def _opens_with_question(sentence: Sentence, span: Span) -> bool:
    """Has it a question word of its own: what rating, and what may it cost?"""
    begin = sentence.opening(span.start)
    return not _WH.isdisjoint(sentence.words[begin : begin + 2])


def _are_choices(words: Sequence[str], spans: Sequence[Span]) -> bool:
    """Does an "or" stand beside one of them and before the next, and not that of "4 stars or better"?"""
    last = spans[-1].end  # price, rating, or whatever else
    if words[last : last + 1] == ["or"] and "and" not in words[spans[0].start : last]:
        return words[last + 1 : last + 2] not in _BOUNDS and words[last + 1 : last + 2] not in _ANOTHER
    return any(
        words[n] == "or"
        and words[n + 1 : n + 2] not in _BOUNDS
        and min(n - one.end, other.start - n) < BESIDE
        for one, other in pairwise(spans)
        for n in range(one.start, other.end)
    )


_WH = frozenset("what which how".split())
_ANOTHER = [[w] for w in (*STARTS, "anything", "whatever", "something", "not", "none", "no", "")]
_BOUNDS = [[w] for w in "better more less higher lower above over under below".split()]


_NO_NAME = frozenset("a an pair of i not".split())


@lru_cache(maxsize=1024)
def _in_common(says: tuple[str, ...]) -> frozenset[str]:
    """What all ways to say something speak of: I ordered a mouse with it; there was also a mouse in it."""
    return frozenset.intersection(*[frozenset(books.stems_of(s)) for s in says]) - _NO_NAME


def _without_grounds(topics: list[Mention], sentence: Sentence) -> list[Mention]:
    """What should decide, price or rating? That asks for neither of the two, but for what decides."""
    if not any(place[1] == "preference" for _, place, _ in topics) or (
        "and" in sentence.words and "or" not in sentence.words
    ):
        return topics
    ranks = {sentence.clause(span.start) for span, (_, topic), _ in topics if topic == "preference"}
    put = "or" in sentence.words  # price, rating or brand?
    return [
        t
        for t in topics
        if t[1][1] == "preference"
        or (t[1][1] not in COMMON and (t[2] or not put))
        or sentence.clause(t[0].start) not in ranks
    ]
