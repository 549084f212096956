"""A question without a topic of its own: for more, for one of several, for the same of another thing, or
about nothing we know."""

from collections.abc import Sequence
from itertools import pairwise

from . import books
from .given import Mention, Read
from .impressions import Impression
from .mentions import Place
from .message import Sentence

_FURTHER = books.lexicon("more") - {"anything", "something"}
_IT = books.lexicon("it")
_LEADS = books.lexicon("leads_to_more")
_ELSE = (["what", "else"], ["anything", "else"], ["anything", "more"], ["something", "else"])
_WHICH = (["that"], ["which"], ["to"], ["like"], ["with"])
_WHICH_ONE = {("which", "one"), ("which", "yours")}


def question(msg: Impression, read: Read, sought: str) -> None:
    """A question without a topic of its own: for more, for one of several, for the same of another thing,
    or about nothing we know."""
    sentence = read.sentence
    if sentence.does("which") and (read.given or sought not in ("leave", "right")):
        msg.choice = True  # but "is that right, yes or no?" is none
    beside = len(sentence.words) - sum([span.end - span.start for span, _ in read.nouns])
    if read.nouns and msg.last and not read.given and beside < 8:
        things = frozenset([n for _, ns in read.nouns for n in ns])
        again = [
            (n, topic) for _, (_, topic), _ in msg.last for n in sorted(things) if msg.table.detail(n, topic)
        ]
        if again and not sought:
            msg.asked.update(dict.fromkeys(again, True))
            return
    if sentence.marked and sentence.does("offers"):
        msg.offer = True
    elif _asks_version(msg, read) and (options := _options(msg, read)):
        msg.versions = options
    elif _opens(msg, read) or (read.nouns and sentence.does("tells")):
        msg.open = True
        msg.about |= frozenset([n for _, ns in read.nouns for n in ns])
        msg.more = msg.more or (bool(read.nouns) and _is_further(msg, sentence))
    elif read.given and not sought and sentence.marked:
        msg.wonders |= {(g.thing, g.topic) for _, g in read.given}
    elif not read.given and not sought and (sentence.marked or sentence.first):
        msg.open = msg.open or sentence.is_general
        msg.puzzling = msg.puzzling or not sentence.is_general


def _opens(msg: Impression, read: Read) -> bool:
    """Does it ask for whatever else there is? Not where its words are about values: is it more red than
    blue; red or blue, do you favour one over the other?"""
    if "one" in read.sentence.words and msg.reader.was_choice():
        return False
    values = read.values if read.given else []
    return any(not any(map(span.meets, values)) for span in read.sentence.frames.get("open", ()))


def _is_further(msg: Impression, sentence: Sentence) -> bool:
    """Does it ask for more? Not where it leads up to what follows (tell me more about it: which colour?),
    nor where it ends a choice: red? Blue? Something else?"""
    ends_choice = bool(msg.given) and sentence.words[:2] == ["something", "else"]
    leads_up = sentence.text.rstrip().endswith(":") or (sentence.does("tells") and not msg.asked)
    return not _FURTHER.isdisjoint(sentence.words) and not ends_choice and not leads_up


def _asks_version(msg: Impression, read: Read) -> bool:
    """Which version? But not where the message says in what the versions differ."""
    spoken = (
        read.sentence.does("variant")
        or _asks_which_one(msg, read)
        or (
            msg.reader.before is not None
            and msg.reader.before.sentence.does("variant")
            and read.sentence.does("which")
        )
    )
    return spoken and not msg.given and not msg.hanging and not read.given


def _asks_which_one(msg: Impression, read: Read) -> bool:
    """Which one do you want? Of a thing that is to be had, its versions are meant."""
    things = frozenset([n for _, ns in read.nouns for n in ns]) or msg.reader.here
    wished = len(things) == 1 and all(msg.table.sorts[n] == "wish" for n in things)
    named = bool(read.topics or read.quiet)
    return wished and not named and not _WHICH_ONE.isdisjoint(pairwise(read.sentence.words))


def _options(msg: Impression, read: Read) -> list[Place]:
    """What tells the versions of a thing apart."""
    scope = msg.reader.scope(frozenset([n for _, ns in read.nouns for n in ns]))
    return [(n, d.topic) for n in scope for d in msg.table.things[n].details if d.role == "option"]


def about(msg: Impression, read: Read, at: int) -> frozenset[int]:
    """What is it that more is asked about: what is named behind the question, else before it?"""
    behind = [things for span, things in read.nouns if span.start > at]
    named = (behind or [things for _, things in read.nouns][-1:] or [frozenset[int]()])[0]
    pointing = not _IT.isdisjoint(read.sentence.words[at:])
    return named or (msg.reader.here if pointing else frozenset())


def asks_for_more(sentence: Sentence, found: Sequence[Mention]) -> int | None:
    """Where is a question of its own for whatever else there is: which colour, and what else matters?"""
    if "else" not in sentence.words and "more" not in sentence.words:
        return None
    for n in range(len(sentence.words) - 1):
        if sentence.words[n : n + 2] in _ELSE[: 4 if sentence.words[n - 1 : n] == ["there"] else 3]:
            part = sentence.part(n)
            led = all(w in _LEADS for w in sentence.words[part.start : n])
            if sentence.words[n - 1 : n] == ["or"] and sentence.words[n + 2 : n + 3] in _WHICH:
                continue  # a receipt or anything else that shows it
            own = not any(n <= span.start < part.end for span, _, has in found if has)
            if led and own and (sentence.marked or sentence.first):
                return n
    return None
