"""English grammar: how a noun and what is said of it become one phrase. What is said stands after the noun,
as the catalogue's schema gives it."""

import re
from collections.abc import Sequence
from functools import lru_cache

from ....core.task import Thing
from ...noise import BEGIN, END

_RELATIVE = frozenset(("that", "whose", "where", "which", "who"))
# "a kettle I can fill": the "that" is left out
_CLAUSE = frozenset(("i", "my", "they", "you", "we", "nobody", "blind"))
_PAIR = "pair of "
NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
AGREES = {True: {"is": "are", "s": "", "es": ""}, False: {"is": "is", "s": "s", "es": "es"}}  # by several
AGREES_WITH = {
    True: {"is": "are", "has": "have", "needs": "need"}, False: {"is": "is", "has": "has", "needs": "needs"},
}  # fmt: skip  # what is said of the things themselves, by several
OF_SEVERAL = "For the {plural}: {says}."
OF_ONE = "For the {noun}: {said}"


def a(thing: Thing) -> str:
    return with_article(thing.noun)


def with_article(noun: str) -> str:
    """The noun with its article: a kettle, an overcoat, a USB hub."""
    return f"an {noun}" if noun[0] in "aeioAEIO" else f"a {noun}"


def the(label: str) -> str:
    return f"the {label}"


def of_thing(label: str, thing: Thing) -> str:
    """What of the thing is meant: the colour of the kettle."""
    if label.startswith("how many "):
        return f"how many {bare(thing) if is_pair(thing) else thing.plural}{label.removeprefix('how many')}"
    return f"the {label} of the {bare(thing)}"


def how_many(thing: Thing) -> str:
    return f"how many {thing.plural}"


def bare(thing: Thing) -> str:
    """The noun as it stands after "the": of a pair of boots, the boots."""
    return bare_noun(thing.noun)


def bare_noun(noun: str) -> str:
    return noun.removeprefix(_PAIR)


def bare_plural(plural: str) -> str:
    return plural.removeprefix("pairs of ")


_PLURAL = {
    "has": "have", "is": "are", "was": "were", "needs": "need", "goes": "go", "does": "do", "looks": "look",
    "takes": "take", "holds": "hold", "keeps": "keep",
}  # fmt: skip


def with_plural(said: str, noun: str) -> str:
    """The verb right behind a noun that is a plural: the boots have to go back."""
    return re.sub(
        rf"\b({re.escape(noun)}) ({'|'.join(_PLURAL)})\b", lambda m: f"{m[1]} {_PLURAL[m[2]]}", said
    )


def one(thing: Thing) -> str:
    return "a pair" if is_pair(thing) else "one"


def another(thing: Thing) -> str:
    """One more of the kind: another kettle, another pair of boots."""
    return f"another {thing.noun}"


def is_pair(thing: Thing) -> bool:
    return is_pair_noun(thing.noun)


def is_pair_noun(noun: str) -> bool:
    return noun.startswith(_PAIR)


# what is said of one thing, and of several; first where the verb comes before "it"; an order, with what is in
# it, is one
_OF_SEVERAL = [
    (re.compile(rf"\b{one}\b"), many)
    for one, many in (
        ("of it is", "of them is"),
        ("has it", "have they"), ("is it", "are they"), ("was it", "were they"), ("does it", "do they"),
        ("([Cc]an|[Cc]ould|[Ww]ould|[Ii]f|whose name) it", r"\1 they"),
        ("[Ii]t's(?! (?:about|you|another|a different|one of|your))", "they're"),
        ("[Ii]t is", "they are"),
        ("[Ii]t isn't", "they aren't"), ("[Ii]t was(?! for \\{np)", "they were"),
        ("[Ii]t wasn't", "they weren't"),
        ("[Ii]t has", "they have"), ("[Ii]t hasn't", "they haven't"), ("[Ii]t does", "they do"),
        ("[Ii]t (take|hold|keep)s", r"they \1"),
        ("[Ii]t (goes|looks|shows|reaches|comes|arrives|travels|fits)", r"they \1"),
        ("[Ii]t (came|cost|got|arrived|broke|had|hurt|never|still|just|would|set|could)", r"they \1"),
        ("[Ii]t (should|must|will|may|might|can)", r"they \1"),
        ("[Ii]ts", "their"), ("[Ii]tself", "themselves"), ("It(?!'| was for)", "they"),
        ("(?<!np} in )it(?!'| all)", "them"),
        ("they goes", "they go"), ("they (look|show|arrive|travel|fit|come)s", r"they \1"),
        ("they reaches", "they reach"), ("they just does", "they just do"), ("they was", "they were"),
        ("they wasn't", "they weren't"), ("they is", "they are"), ("they has", "they have"),
    )
]  # fmt: skip
_OF_A_PAIR = [
    (re.compile(rf"\b{one}\b"), pair)
    for one, pair in (
        ("(best|single|new|other|right|last|another|first|oldest|latest) one", r"\1 pair"),
        ("([Tt]he|[Tt]hat) one(?! with \\{np)", r"\1 pair"),
        ("the old one", "the old pair"),
        ("more than one(?: of them)?(?! (?:pair|item|thing))", "more than one pair"),
        ("(one|two|three|four|five|six|seven|eight|nine|ten) of them", r"\1 of the pairs"),
        ("(several|a few) of them", r"\1 pairs"), ("how many of them", "how many pairs"),
        ("[Nn]ot one(?! (?:pair|of|thing)\\b)", "none"),
        ("(?:apiece|each)(?=\\.)", "a pair"), ("for one(?=[.,])", "a pair"),
    )
]  # fmt: skip
_OF_SOME = [
    (re.compile(rf"\b{one}\b"), some)
    for one, some in (
        ("another one", "new ones"),
        ("the right one", "the right ones"),
        ("new one", "new ones"),
    )
]
_SAID = re.compile(f"({BEGIN}[^{END}]*{END})")


@lru_cache(maxsize=16_384)
def of_several(words: str, pair: bool) -> str:
    """What is said of one thing, said of several or of a pair: "it arrived damaged", "they arrived damaged".
    Marked values stay as they are."""
    parts = _SAID.split(words)
    for n in range(0, len(parts), 2):
        for one, many in (*(_OF_A_PAIR if pair else _OF_SOME), *_OF_SEVERAL):
            parts[n] = one.sub(many, parts[n])
        parts[n] = re.sub(r"(?<=[.?!] )they|^they", "They", parts[n]) if n == 0 else parts[n]
    return "".join(parts)


def stands_alone(said: str) -> bool:
    """Is this an answer by itself: "in black", but not "that is black"?"""
    return _first(said) not in _RELATIVE | _CLAUSE


_VERB = re.compile(r"^(that (?:(?:just|only|hardly|never) )?)([a-z]+s)\b")
_VERBS = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go", "ties": "tie"}
_OWN = ((re.compile(r"\bits\b"), "their"), (re.compile(r"\bitself\b"), "themselves"))


def agrees_with_several(said: str) -> bool:
    """Can words stand behind several things as behind one: in navy, that I can fold, that whistle; but not:
    that I can touch while it is on?"""
    words = said.removeprefix(BEGIN).removesuffix(END).lower().split()
    return words[0] not in _RELATIVE - {"that"} and "it" not in words


@lru_cache(maxsize=16_384)
def behind_several(said: str) -> str:
    """The same words behind several things: that whistles, kettles that whistle."""
    if found := _VERB.match(said):
        said = f"{found[1]}{_of_them(found[2])}{said[found.end() :]}"
        for one, several in _OWN:
            said = one.sub(several, said)
    return said


def _of_them(verb: str) -> str:
    """What several do: whistle, press, dry."""
    if verb.endswith("ies") and verb not in _VERBS:
        return f"{verb.removesuffix('ies')}y"
    es = verb.endswith(("sses", "shes", "ches", "xes", "zzes"))
    return _VERBS.get(verb, verb[:-2] if es else verb[:-1])


@lru_cache(maxsize=16_384)
def is_apposed(said: str) -> bool:
    """Does this stand after a comma: "the black one"; "on its own, no extras"?"""
    first = _first(said)
    return (first == "the" and not _is_clause(said)) or ("," in said and first not in _RELATIVE | {"with"})


@lru_cache(maxsize=16_384)
def joinable(says: tuple[str, ...]) -> tuple[str, ...]:
    """Those that go well with others in one phrase; all, if none does."""
    return tuple(s for s in says if not is_apposed(s)) or says


# these bring up another noun, of which a clause behind it would be said: "a spout that is here by Monday"
_NAMING = {"with", "without", "in"}


def attached(said: Sequence[str]) -> str:
    """Behind a noun: " made of steel, in navy, that whistles and that I can rinse, the gift box"."""
    if not said:
        return ""
    parts: dict[str, list[str]] = {"plain": [], "relative": [], "apposed": []}
    for s in said:
        place, words = _placed(s)
        parts[place].append(words)
    plain, relative = parts["plain"], parts["relative"]
    last = [s for s in plain if relative and _first(s) in _NAMING]
    plain = [s for s in plain if s not in last]
    words = f" {', '.join(plain)}" if plain else ""
    if relative:
        words += (", " if len(words.split()) > 5 or len(plain) > 1 else " ") + listed(relative)
    return ", ".join((words, *last, *parts["apposed"]))


@lru_cache(maxsize=16_384)
def _placed(said: str) -> tuple[str, str]:
    """Where words stand behind a noun, and how they do there."""
    if is_apposed(said):
        return "apposed", said
    if _is_clause(said):
        return "relative", f"that {said}"
    return "relative" if _first(said) in _RELATIVE else "plain", said


def is_plain(said: str) -> bool:
    """Do words stand behind a noun without a clause of their own: with a lid, made of glass?"""
    return _placed(said)[0] == "plain"


def relative(said: str) -> str:
    """Words that may stand behind others: that I can fold, with a lid."""
    return _placed(said)[1]


def listed(words: Sequence[str]) -> str:
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)


def after_colon(said: str) -> str:
    """A sentence that goes on after a colon."""
    return said if _first(said).partition("'")[0] == "i" else said[:1].lower() + said[1:]


def either(words: Sequence[str]) -> str:
    return " or ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)


def is_plural(label: str) -> bool:
    """Controls matter, a finish matters."""
    return label.endswith(("s", "feet")) and not label.endswith(("ss", "us", "is"))


@lru_cache(maxsize=16_384)
def _first(said: str) -> str:
    return said.removeprefix(BEGIN).split(" ", 1)[0].lower()


@lru_cache(maxsize=16_384)
def _is_clause(said: str) -> bool:
    words = said.removeprefix(BEGIN).removesuffix(END).lower().split()
    return words[0] in _CLAUSE or (
        words[0] == "the" and len(words) > 2 and words[2] in ("cannot", "can", "will", "mends")
    )
