"""What a sentence asks by pointing at what another one brought up."""

from . import books
from .given import Mention, Read
from .impressions import Impression
from .mentions import Place
from .message import WH, Sentence, Span

_MORE, _POINTING, _SEVERAL = map(books.lexicon, ("more", "pointing", "several"))
SHORT_CLAUSE = 7  # words of a question that asks the same of another thing


def asks_of_before(msg: Impression, read: Read, sought: str) -> bool:
    """Is it a question without a topic of its own, right behind a statement that names one: the kettles
    differ in colour. Which would you like?"""
    sentence, before = read.sentence, msg.reader.before
    if sought or read.given or read.topics or not sentence.marked:
        return False
    # they differ in colour, so which?
    if read.quiet and sentence.has_clause and not sentence.does("busy"):
        return _ask(msg, [p for _, p, has in read.quiet if has])
    if before is None or not _leans_back(sentence) or not _leads_up(before):
        return False
    return _ask(msg, _left_open(before, not _POINTING.isdisjoint(sentence.words), _is_brief(sentence)))


def _ask(msg: Impression, places: list[Place]) -> bool:
    msg.asked.update({p: True for p in places if p not in msg.asked})
    return bool(places)


def _is_brief(sentence: Sentence) -> bool:
    return not WH.isdisjoint(sentence.words) and len(sentence.words) < SHORT_CLAUSE


def _leans_back(sentence: Sentence) -> bool:
    """Does it point at something, or ask in so many words, and for nothing more or else?"""
    asks = not _POINTING.isdisjoint(sentence.words) or not WH.isdisjoint(sentence.words)
    asks = asks or sentence.does("requests")
    return asks and not sentence.does("offers") and _MORE.isdisjoint(sentence.words)


def _leads_up(before: Read) -> bool:
    """Is it a statement that leaves something open, not what the agent does or puts to choose from?"""
    return not (before.sentence.marked or before.sentence.does("busy") or _are_to_choose(before))


def _left_open(before: Read, points: bool, brief: bool) -> list[Place]:
    """What a statement names without a value, so that the question behind it is about that."""
    valued = {(g.thing, g.topic) for _, g in before.given}
    topics = [t for t in (*before.topics, *before.quiet) if t[1] not in valued]
    labels = [has for at, _, has in topics if at in before.labels]
    if labels and not any(labels):
        return []
    named = [(p, at in before.labels) for at, p, has in topics if has]
    # we match prices. Does it matter?
    points = (points or brief) and before.sentence.words[:1] not in (["we"], ["our"])
    if not any(label or points for _, label in named):
        return []
    # the courier asks who the recipient is. Was that you?
    if not before.sentence.joints and "and" not in before.sentence.words:
        named = [t for t in named if t[1]] or named[-1:]
    return [p for p, _ in named]


def referred(msg: Impression, read: Read) -> list[Mention]:
    """What the sentence before brought up, where this one asks for that and for nothing of its own: until
    the size is settled I can add nothing. Which should I select?"""
    before = msg.reader.before
    if before is None or not read.sentence.does("refers") or not read.sentence.asks:
        return []
    words = read.sentence.words
    if read.given or any(has and not WH.issuperset(words[slice(*at)]) for at, _, has in read.topics):
        return []
    if _are_to_choose(before):
        return []
    reads = _brought_up(msg) if not _SEVERAL.isdisjoint(words) else [before]
    valued = {(g.thing, g.topic) for r in reads for _, g in r.given}
    return [
        (Span(0, 0), place, has)
        for r in reads
        for _, place, has in r.topics or r.quiet
        if has and place not in valued
    ]


def _brought_up(msg: Impression) -> list[Read]:
    """The statements right before this sentence, as far as each names a topic."""
    found = list[Read]()
    for read in reversed(msg.reads[:-1]):
        if read.sentence.marked or not (read.topics or read.quiet):
            break
        found.insert(0, read)
    return found


def same_again(msg: Impression, read: Read, found: list[Mention]) -> list[Mention]:
    """The same of another thing, in a question that names nothing but it: which colour for the kettle,
    and which for the parka?"""
    begins, more = [0, *read.sentence.clauses], list[Mention]()
    ends = [*begins[2:], len(read.sentence.words)]
    for before, begin, end in zip(begins, begins[1:], ends, strict=False):
        things = sorted({n for span, ns in read.nouns if begin <= span.start < end for n in ns})
        own = [*[span for span, _, _ in found], *read.sentence.frames.get("open", ())]
        if end - begin < SHORT_CLAUSE and not any(begin <= span.start < end for span in own):
            topics = [topic for span, (_, topic), _ in found if before <= span.start < begin]
            places = [(n, topic) for topic in topics for n in things]
            more += [(Span(begin, end), p, True) for p in places if msg.table.detail(*p)]
    return more


def _are_to_choose(read: Read) -> bool:
    """Does it put several values of one topic to choose from?"""
    return len({(g.thing, g.topic) for _, g in read.given}) < len(read.given)
