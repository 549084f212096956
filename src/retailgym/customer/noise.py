"""Noise: typos, slang and run-ons, at a rate per word. Never in numbers or ids, and never beyond recognition."""

import re

from ..rng import Rng
from .voice import BEGIN, END

SLANG = {
    "please": "pls", "you": "u", "your": "ur", "are": "r", "thanks": "thx", "because": "cos", "going": "goin", "though": "tho", "okay": "k",
    "really": "rly", "about": "abt", "with": "w/", "before": "b4", "something": "smth", "hello": "hiya", "yes": "yep", "no": "nope",
}  # fmt: skip
_WORD = re.compile(r"[A-Za-z]+(?:'[a-z]+)?")
_STOP = re.compile(r"\. (?=[A-Z])")


def add_noise(words: str, per_mille: int, rng: Rng) -> str:
    """Values, which stand between marks, get at most one slip inside a long word; the rest may also be slangy or run on."""
    if not per_mille:
        return words
    found = list(_WORD.finditer(words))
    struck = [m for m, hit in zip(found, rng.chances(len(found), per_mille), strict=True) if hit]
    parts, done = [], 0
    for m in struck:
        inside = words.rfind(BEGIN, 0, m.start()) > words.rfind(END, 0, m.start())
        parts += [words[done : m.start()], _slip_value(m[0], rng) if inside else _loosen(m[0], rng)]
        done = m.end()
    return _STOP.sub(lambda m: " " if rng.chance(3 * per_mille) else m[0], "".join((*parts, words[done:])))


def _slip_value(word: str, rng: Rng) -> str:
    return _slip(word, rng) if len(word) >= 6 else word


def _loosen(word: str, rng: Rng) -> str:
    if word.lower() in SLANG and rng.chance(600):
        return SLANG[word.lower()]
    return _slip(word, rng) if len(word) >= 4 else word.lower()


def _slip(word: str, rng: Rng) -> str:
    """Two letters swapped, one dropped or one doubled; the first and the last stay."""
    if not word.islower() and not word.istitle():
        return word  # abbreviations stay whole
    i = rng.between(1, len(word) - 3) if len(word) > 3 else 1
    match rng.below(3):
        case 0:
            return word[:i] + word[i + 1] + word[i] + word[i + 2 :]
        case 1:
            return word[:i] + word[i + 1 :]
        case _:
            return word[:i] + word[i] + word[i:]
