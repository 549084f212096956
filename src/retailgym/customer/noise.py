"""Noise: typos, slang and run-ons, at a rate per word. Never in numbers, names or ids, and never beyond
recognition. Values are marked while words are put together, so that noise can spare them."""

import re

from ..core.streams import Rng

BEGIN, END = "\u2068", "\u2069"  # around every value; taken out before anyone reads
SLANG = {
    "please": "pls", "you": "u", "your": "ur", "are": "r", "thanks": "thx", "because": "cos", "going": "goin",
    "though": "tho", "okay": "k",
    "really": "rly", "about": "abt", "with": "w/", "something": "smth", "hello": "hiya", "yes": "yep",
}  # fmt: skip
NUMBER_WORDS = frozenset(
    (
        "none one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen seventeen eighteen nineteen twenty "
        "thirty forty fifty sixty seventy eighty ninety hundred thousand half quarter quarters third double "
        "single once twice couple pair pairs"
    ).split()
)
RUN_ONS = (", ", "... ", " - ")
_WORD = re.compile(r"([A-Za-z]++(?:['-][A-Za-z]++)*+)")
_STOP = re.compile(r"\. ([A-Z]\w*)")
_SHORTEST = 6  # letters of a value's word that may be mistyped


def marked(words: str) -> str:
    return f"{BEGIN}{words}{END}"


def unmarked(words: str) -> str:
    return words.replace(BEGIN, "").replace(END, "")


def capital(sentence: str) -> str:
    """The first letter large, also where the sentence begins with a value."""
    skip = len(BEGIN) if sentence.startswith(BEGIN) else 0
    return sentence[:skip] + sentence[skip : skip + 1].upper() + sentence[skip + 1 :]


def add_noise(words: str, per_mille: int, rng: Rng) -> str:
    """Values, which stand between marks, get at most one slip inside a long word; the rest may also be slangy
    or run on."""
    if not per_mille:
        return words
    parts = _WORD.split(words)  # every second one is a word
    for hit in rng.struck(len(parts) // 2, per_mille):
        word = parts[2 * hit + 1]
        parts[2 * hit + 1] = (
            _slip_value(word, rng) if _marked("".join(parts[: 2 * hit + 1])) else _loosen(word, rng)
        )
    return _STOP.sub(lambda m: _run_on(m[1], rng) if rng.chance(3 * per_mille) else m[0], "".join(parts))


def _marked(before: str) -> bool:
    """Does the word after these stand in a value?"""
    return before.rfind(BEGIN) > before.rfind(END)


def _run_on(word: str, rng: Rng) -> str:
    """The next sentence follows without a full stop."""
    joint = rng.pick(RUN_ONS)
    return joint + (word[0].lower() + word[1:] if joint == ", " and word[1:].islower() else word)


def _slip_value(word: str, rng: Rng) -> str:
    """Names stay whole: nobody finds a brand that is spelt otherwise."""
    return _slip(word, rng) if len(word) >= _SHORTEST and word.islower() else word


def _loosen(word: str, rng: Rng) -> str:
    if word.lower() in SLANG and rng.chance(600):
        return SLANG[word.lower()]
    return _slip(word, rng) if len(word) >= 4 else word.lower()


def _swapped(word: str, i: int) -> str:
    return word[:i] + word[i + 1] + word[i] + word[i + 2 :]


def _dropped(word: str, i: int) -> str:
    return word[:i] + word[i + 1 :]


def _doubled(word: str, i: int) -> str:
    return word[:i] + word[i] + word[i:]


_KINDS = (_swapped, _dropped, _doubled)


def _slip(word: str, rng: Rng) -> str:
    """Two letters swapped, one dropped or one doubled; the first and the last stay. What is no longer the
    word, but a number, is not said."""
    if word.lower() in NUMBER_WORDS or not word.isalpha() or not (word.islower() or word.istitle()):
        return word  # numbers, abbreviations and compounds stay whole
    i = rng.between(1, len(word) - 3)
    slipped = _KINDS[rng.below(len(_KINDS))](word, i)
    return word if slipped.lower() in NUMBER_WORDS else slipped  # then, ten


def slips(word: str) -> frozenset[str]:
    """Every way in which a word in lower case can come out."""
    if len(word) < 4 or word in NUMBER_WORDS:
        return frozenset((word,))
    found = (slip(word, i) for slip in _KINDS for i in range(1, len(word) - 2))
    return frozenset((word, *found)) - NUMBER_WORDS
