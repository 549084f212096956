"""Where one sentence ends and the next begins, though nothing marks it."""

import re

_TAG = re.compile(  # that's two, yeah; fussy about the colour or nah: a question, though nothing marks it
    r"[\s,]{1,4}(yeah|yea|yh|innit|(?<!\ball )right|correct|or (?:nah|nope|no|not)"
    r"|or (?:is that it|is that all|(?:(?:are |r )?(?:you|u)|you're|ur) (?:good|done|set|sorted)))\s{0,4}$",
    re.IGNORECASE,
)
_RUN_ON = re.compile(  # got it how many do you want: two sentences
    r"(?<=\w)\s+(?=(?:so\s+)?(?:what|which|how|when|why|who|where)"
    r"(?:'?s\s+(?:your|ur|the|this|that)\b|\s+(?:[\w-]+\s+){0,3}?"
    r"(?:do|does|did|is|are|was|were|would|should|shall|can|could|will)"
    r"\s+(?:you|u|i|we|it|they|the|your|ur|this|that)\b))",
    re.IGNORECASE,
)
_LEADS_ON = frozenset(  # before a question word that goes on with the sentence
    (
        "and or but so nor plus also about for of on in to with by at from as than over into regarding "
        "know tell me us say ask decide remember recall sure wonder see check choose if please just now "
        "then exactly roughly is are was were not that only well clear no matter idea depending understand "
        "hear confirm specify explain show guess and/or need find figure determine learn mention state mind"
    ).split()
)
_TURNED = re.compile(  # the colour is that important: a verb before its subject asks
    r"(?<=\w)\s+(?=(?:(?:do|does|did|have|would|should|could)\s+(?:you|u|we|they|i|it)"
    r"|(?:is|was|does|did)\s+(?:it|that|this)|(?:are|were)\s+(?:they|those|you|there))\b)",
    re.IGNORECASE,
)
_ASKED = re.compile(  # a question, wherever it stands in a sentence
    r"\b(?:what|which|how|when|why|who|where)\s+(?:[\w-]+\s+){0,3}?"
    r"(?:(?:do|does|did|is|are|was|were|would|should|shall|can|could|will|have)\s+"
    r"(?:you|u|i|we|it|they|that|this)"
    r"|[a-z]+'s\s+(?:the|your|it|this|that))\b"  # what condition's the kettle in
    r"|,\s+(?:do|shall|should|can|may)\s+(?:i|we)\b",  # if two fit, do I lead with the cheaper one
    re.IGNORECASE,
)
_THANKS = re.compile(r"^(\s*(?:thanks|thank you|cheers))(?=\s+(?:so|now|then)\b)", re.IGNORECASE)
_ROUGHLY = frozenset("roughly about approximately exactly".split())  # goes with the question behind it
_FINITE = frozenset(  # without one of these, words only name what follows is about
    "i we they is are was were am do does did have has had can could will would shall should may might must "
    "need want got get tell know let please it's i'm i've that's "
    "if whether because since".split()
)
_WH = frozenset("what which how when why who whom whose where".split())
NAMED = 2  # words that name something, at least


def apart(sentence: str) -> list[str]:
    """What was typed without a stop between two sentences, or without the mark of a question."""
    if sentence[-1] not in _ENDS and _TAG.search(sentence):
        sentence = _TAG.sub(lambda m: "?" if m[1].lower().startswith("or ") else f" {m[1]}?", sentence)
    sentence = _THANKS.sub(r"\1,", sentence)
    begins = _begins(sentence)
    if not begins:
        marked = _marked(sentence)
        return [marked if marked is not sentence and _ASKED.search(sentence) else sentence]
    parts = [sentence[a:b] for a, b in zip([0, *begins], [*begins, len(sentence)], strict=True)]
    parts = [parts[0], *map(_marked, parts[1:])]
    if _only_names(parts[0]):  # the country of origin, what do you need there
        parts[:2] = [f"{parts[0]},{parts[1]}"]
    return parts


def _begins(sentence: str) -> list[int]:
    """Where questions begin that nothing marks."""
    found = list[int]()
    for m in _RUN_ON.finditer(sentence):
        words = sentence[max(0, m.start() - 40) : m.start()].lower().split()
        roughly = words[-1] in _ROUGHLY and words[-2:-1] != [] and words[-2] not in _LEADS_ON
        if len(words) > 1 and (words[-1] not in _LEADS_ON or words[-2:] in _WAITS or roughly):
            found.append(m.start() - (len(words[-1]) + 1 if roughly else 0))
    return found or _turned(sentence)


def _turned(sentence: str) -> list[int]:
    """Where a verb before its subject asks about what only was named."""
    turned = _TURNED.search(sentence)
    return [turned.start()] if turned and _only_names(sentence[: turned.start()]) else []


def _only_names(words: str) -> bool:
    """Do these words name something and say nothing of it: so the colour of the kettle?"""
    named = words.lower().split()
    return len(named) >= NAMED and named[-1] not in _LEADS_ON and not _asserts(named)


def _asserts(words: list[str]) -> bool:
    """Has it a verb, or a question word that is no part of a name, as in: what you paid?"""
    asks = any(w in _WH and words[n + 1 : n + 2] != ["you"] for n, w in enumerate(words))
    return asks or not _FINITE.isdisjoint(words)


def _marked(sentence: str) -> str:
    """With the mark of a question, where one was asked and none was typed."""
    bare = sentence.rstrip()
    return sentence if bare[-1:] in _ENDS else f"{bare}?"


_ENDS = ".?!\n"
_WAITS = (["hang", "on"], ["hold", "on"])  # hang on how many did you say
