"""Hearing: what did the agent ask for, in its own words?

A sentence asks if it ends in a question mark, begins like a question, or requests an answer ("let me know …"). Topics are found by the
words that ask for them, things by their nouns. Idioms that contain such words ("make sure") are taken out first.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

from ..catalog.tokens import terms
from ..problem import Detail, Thing
from ..value import Value

Place = tuple[int, str]


class Heard(Value):
    """What a message asks and says, as far as it matters to a customer."""

    asked: tuple[Place, ...] = ()  # details of things, in order of mention
    things: frozenset[int] = frozenset()  # things named
    open: bool = False  # "anything else?"
    confirms: bool = False  # "shall I go ahead?"
    stock_out: bool = False
    contradicted: tuple[Place, ...] = ()  # details given with another value than the customer's


_IDIOMS = re.compile(
    r"\b(?:mak(?:e|es|ing) (?:sure|sense|certain|a note|it happen|do|up)|by the way|of course|in order to|as a matter of fact|no matter"
    r"|at this point|in the meantime|size (?:it |that )?up|set (?:up|aside)|a number of|colou?rful|any ?way|for sure"
    r"|take care(?: of)?|in any case|just in case|in case|on hand|at hand|hand (?:over|you|it)|weigh (?:up|in)|come across|fit for purpose)\b"
)
_SENTENCE = re.compile(r"[^.?!;\n]*(?:\.(?=\d)[^.?!;\n]*)*[.?!;\n]?")
_STARTS = frozenset(
    (
        "what what's which who whose where when why how how's do does did is are was were can could would will should shall may "
        "might have has any must am"
    ).split()
)
_FILLERS = frozenset(
    (
        "and so but or also then now okay ok hi hello hey thanks thank you great sure perfect please just well alright right "
        "understood got it good first next finally lastly one quick another question for the your to with on in of about "
        "regarding as"
    ).split()
)
_REQUESTS = re.compile(
    r"\b(?:tell me|let me know|please (?:specify|state|choose|pick|select|advise|clarify|confirm|share|indicate|provide|name|give|describe|say)"
    r"|(?:i|we) (?:still |just |also |only )?(?:need|want|have|would like|'d like|must|got) to (?:know|ask|check|clarify|confirm|find out)"
    r"|(?:i'd|we'd) (?:like|love|need) to (?:know|ask|hear)|i need (?:your|the|a)|i'm (?:missing|unsure|not sure)|i am (?:missing|unsure|not sure)"
    r"|clarify|specify|remind me|wonder(?:ing)?|curious|give me|could use|(?:your )?preferred|your preference|preference (?:for|on|regarding)"
    r"|haven't (?:said|told|mentioned)|did not (?:say|tell|mention)|didn't (?:say|tell|mention)|not (?:yet )?(?:said|told|mentioned)|asking about"
    r"|missing|still open|leaves? open|up to you|your call|your choice)\b"
)
_OPEN = re.compile(
    r"\b(?:anything (?:else|more|in particular|specific|further|i should)|something else|what else|else (?:i should|that)|any(?:thing)? other"
    r"|other (?:requirement|preference|wish|detail|thing|need|constraint|criteria)s?"
    r"|more (?:details?|information|info|about)|further (?:details?|wishes)"
    r"|any (?:more |further |other |special |particular |specific |additional )*(?:requirement|preference|wish|detail|request|need|constraint)s?"
    r"|tell me (?:everything|all|more)|what (?:exactly )?(?:do|would|are) you (?:want|need|like|looking|after|have in mind)|how (?:can|may) i help"
    r"|in more detail|elaborate|describe (?:it|what)|what matters|what is important|what's important)\b"
)
_WHICH = re.compile(
    r"\bwhich (?:one|ones|of (?:these|those|them|the)|product|item|exactly|do you mean|did you mean|version|variant|option|model)\b"
    r"|\b(?:do|did) you mean\b|\bwhat (?:variant|version|option|model)\b|\bthis one or\b"
    r"|\b(?:variants?|versions?|options?) (?:do|would|should|did|are|is) (?:you|i)\b|\b(?:your|the|a) (?:variant|version|option)\b"
)
_CONFIRMS = re.compile(
    r"\b(?:(?:shall|should|can|may|could) (?:i|we) (?:go ahead|proceed|confirm|place|finali[sz]e|check ?out|order|submit|complete|book|do that"
    r"|do this|close|send|continue|finish|start|open|process|put|add)\b|go ahead\?|ok(?:ay)? to (?:go|proceed|confirm|order|place|submit)"
    r"|(?:is|are|does) (?:that|this|it|these|everything|all)(?: all| of this| of that)? (?:right|correct|ok|okay|fine|good|look|sound"
    r"|alright|what you)"
    r"|(?:please|to|you|can you|could you) confirm|all (?:good|correct|right)\?|sounds? (?:good|right|ok|okay)|looks? (?:good|right|ok|okay|correct)"
    r"|happy (?:with|for me|to)|do you (?:agree|approve|confirm)|ready (?:to|for)|correct\?|right\?|your (?:ok|okay|approval|confirmation|go-ahead)"
    r"|want me to (?:go ahead|proceed|confirm|place|order|submit|finali[sz]e|check))"
)
_STOCK_OUT = re.compile(
    r"\b(?:out of stock|sold[ -]out|not (?:in stock|available)|isn't (?:in stock|available)|aren't available|unavailable"
    r"|no longer (?:in stock|available|have)"
    r"|ran out|run out|none left|no stock|nothing left|just (?:sold|gone)|is gone|are gone|all gone|no more (?:of|left)"
    r"|can(?:no|')t (?:get|order|add)"
    r"|out at the moment|currently out|have none|zero left|not have (?:it|any|that)|out of (?:the|that|those|your))\b"
)


def hear(message: str, things: tuple[Thing, ...]) -> Heard:
    text = _IDIOMS.sub(" ", message.lower().replace("\u2019", "'"))
    whole = grams(terms(text))
    named = _named(whole, things)
    asked: dict[Place, None] = {}
    open_question = False
    for sentence in _SENTENCE.findall(text):
        if not asks(sentence):
            continue
        found = grams(terms(sentence))
        here = _named(found, things) or named
        places = _topics(found, things, here)
        if not places and _WHICH.search(sentence):
            places = [(n, d.topic) for n in sorted(here) or range(len(things)) for d in things[n].details]
        asked.update(dict.fromkeys(places))
        open_question = open_question or (not places and bool(_OPEN.search(sentence)))
    confirms = bool(_CONFIRMS.search(text))
    return Heard(
        asked=tuple(asked),
        things=named,
        open=open_question,
        confirms=confirms,
        stock_out=bool(_STOCK_OUT.search(text)),
        contradicted=tuple(_contradicted(whole, things, named)) if confirms else (),
    )


def asks(sentence: str) -> bool:
    """Is this sentence, in lower case, a question or a request for an answer?"""
    if sentence.rstrip().endswith("?"):
        return True
    for word in sentence.split():
        bare = word.strip(",:-()\"'")
        if bare in _STARTS:
            return True
        if bare not in _FILLERS:
            break
    return bool(_REQUESTS.search(sentence))


def grams(stems: list[str]) -> dict[str, int]:
    """All runs of one to four words, with the place where each first begins."""
    found: dict[str, int] = {}
    for size in (1, 2, 3, 4):
        for i in range(len(stems) - size + 1):
            found.setdefault(" ".join(stems[i : i + size]), i)
    return found


def _named(found: dict[str, int], things: tuple[Thing, ...]) -> frozenset[int]:
    return frozenset(n for n, t in enumerate(things) if any(word in found for word in _stems((t.noun, t.plural, *t.called))))


def _topics(found: dict[str, int], things: tuple[Thing, ...], here: Iterable[int]) -> list[Place]:
    """Details that the sentence asks for, in order of mention: by the words for the topic; failing those, by one of its values."""
    chosen = sorted(here) or list(range(len(things)))
    spans = _spans(found, things, chosen, lambda d: d.cues) or _spans(found, things, chosen, lambda d: _stems(d.others))
    kept = [s for s in spans if not any(_within(s, other) for other in spans)]
    return [(n, topic) for _, _, n, topic in sorted(kept)]


_Span = tuple[int, int, int, str]  # where the words stand, how many, and what they ask for


def _spans(found: dict[str, int], things: tuple[Thing, ...], here: list[int], cues: Callable[[Detail], Iterable[str]]) -> list[_Span]:
    spans = []
    for n in here:
        nouns = _parts((things[n].noun, *things[n].called))
        for d in things[n].details:
            hits = [(c.count(" ") + 1, found[c]) for c in cues(d) if c in found and c not in nouns]
            if hits:
                size, start = max(hits, key=lambda h: (h[0], -h[1]))
                spans.append((start, size, n, d.topic))
    return spans


def _within(a: _Span, b: _Span) -> bool:
    """Do a's words stand inside longer words for another topic of the same thing?"""
    return a[1] < b[1] and b[0] <= a[0] and a[0] + a[1] <= b[0] + b[1]


@lru_cache(maxsize=65_536)
def _stem(words: str) -> str:
    return " ".join(terms(words))


@lru_cache(maxsize=16_384)
def _stems(labels: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(_stem, labels))


@lru_cache(maxsize=16_384)
def _parts(words: tuple[str, ...]) -> frozenset[str]:
    """The single words of a thing's names."""
    return frozenset(t for w in words for t in terms(w))


def _contradicted(found: dict[str, int], things: tuple[Thing, ...], named: frozenset[int]) -> Iterable[Place]:
    if len(things) > 1 and not named:
        return
    for n in sorted(named) or range(len(things)):
        for d in things[n].details:
            if d.role not in ("option", "wish") or d.op != "eq":
                continue
            own = _stems((str(d.value), *d.says))
            others = [s for s in _stems(d.others) if s != own[0]]
            if any(s in found for s in others) and not any(s in found for s in own):
                yield n, d.topic
