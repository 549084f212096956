"""Words of a text, as search and hearing count them."""

import re
from functools import lru_cache

_WORD = re.compile(r"[a-z0-9]++(?:[.'-][a-z0-9]++)*+", re.ASCII)
_ANY_WORD = re.compile(r"[^\W_]++(?:[.'-][^\W_]++)*+")  # in any script; only imported catalogues need it


def words(text: str) -> list[str]:
    """Lower-case words and numbers: "1.7 l" is two, "USB-C" is one."""
    text = text.lower()
    return (_WORD if text.isascii() else _ANY_WORD).findall(text)


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Plural and singular are one: kettles, kettle; boxes, box; batteries, battery."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ses", "xes", "zes", "ches", "shes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def terms(text: str) -> list[str]:
    return [stem(w) for w in words(text)]
