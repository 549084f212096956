"""Reading a letter of the desk: what each sentence states about a decision, a reason or a next step, and
whether it means it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Literal

from ...core.values import Value
from ...customer.locale.en import hedges
from ...customer.locale.en import replies as book

Mode = Literal["plain", "not", "need_not", "perhaps", "mention"]
GRANTS = ("refund", "partial", "full", "exchange", "store_credit")
GAP = 6  # words that may stand between two words of a phrase
_TABLE = [
    (slot, kind, phrases)
    for slot in ("DECISION", "WHY", "NEXT")
    for kind, phrases in getattr(book, slot).items()
]
_CURRENCY = r"(?:[$€£]|\b(?:usd|eur|gbp)\b)"
_AMOUNT = r"\d{1,3}(?:,\d{3})+(?:\.\d\d?)?|\d+(?:[.,]\d\d?)?"
_MONEY = re.compile(
    rf"{_CURRENCY}\s?({_AMOUNT})(?!\d)"
    rf"|(?<![\w.])({_AMOUNT})\s?(?:{_CURRENCY}|(?:dollars?|euros?|pounds?)\b)"
    rf"|(?<![\w.,])(\d+\.\d\d)(?!\d)"
)
_DAYS = re.compile(rf"\b(\d{{1,4}}|{'|'.join(hedges.NUMBERS.split())})(?: \w+)? (day|week)s?\b")
_NUMBER = re.compile(r"(?<!\w)#?\d[\d.,:/]*")
_WORD = re.compile(r"#?[a-z0-9]+(?:-[a-z]+)*|,")
_ENDS = re.compile(r"[!?;]+|\.(?!\d)|(?<=[.!?:;,])\s*\n|\n(?=\s*(?:[-*•#\d]|[A-Z]))")
_BREAKS = re.compile(
    r"(?:^| )(?:,|because|since|as|so|and|but|which|therefore|while|who|hence|though|although|however"
    r"|if|when|once|until|after)(?= |$)"
)
_GRANT = r"(?:an? |no |store |any )?(?:refund|exchange|credit|voucher|replacement|swap|compensation)"
_LIST = re.compile(rf"(?<!\S)({_GRANT}) , (?=(?:or )?{_GRANT}(?!\S))")  # "a refund, an exchange or a credit"
_LITTLE = frozenset(
    "a an the to you your we us our i my it its is are was were be been of for and in on at by with from "
    "that this there so as if has have "
    "will can please any them they he she back not no me".split()
)  # words that hold a sentence together
_LONGEST = 90  # words of a sentence that anyone would read


class ReplyStatement(Value, kw_only=False):
    """A decision, reason or next step that a sentence speaks of."""

    slot: str
    kind: str
    mode: Mode


class ReplySentence(Value, kw_only=False):
    """What one sentence states; `item` is the item of the ticket that it names, or None."""

    item: int | None
    begins: bool  # a paragraph
    statements: tuple[ReplyStatement, ...]
    words: str
    money: tuple[int, ...]
    days: tuple[int, ...]

    def states(self, slot: str, kind: str, *modes: Mode) -> bool:
        return any(
            s.slot == slot and s.kind == kind and s.mode in (modes or ("plain",)) for s in self.statements
        )


def sentences(text: str, names: Sequence[Sequence[str]]) -> list[ReplySentence]:
    """The sentences of a letter, in order. `names` are what each item of the ticket is called."""
    found = []
    for paragraph in re.split(r"\n\s*\n", text.replace("\u2019", "'").replace("*", " ").replace("`", " ")):
        parts = [part for part in _ENDS.split(paragraph) if part and not part.isspace()]
        found += [_sentence(part, names, k == 0) for k, part in enumerate(parts)]
    return found


def _sentence(part: str, names: Sequence[Sequence[str]], begins: bool) -> ReplySentence:
    text = part.lower()
    money = tuple([cents(found[1] or found[2] or found[3]) for found in _MONEY.finditer(text)])
    text = _MONEY.sub(" #m ", text)
    days = [_days(m[1], m[2]) for m in _DAYS.finditer(text)]
    text, item = _item(text, names)
    for short, long in hedges.SHORT.items():
        text = text.replace(short, long)
    text = re.sub(r"[:()\u2013\u2014>|/]| - ", " , ", _NUMBER.sub(" #n ", text))
    words = _LIST.sub(r"\1 or ", " ".join(_WORD.findall(text))).replace(" , #m , ", " #m ")
    if strung(words):
        return ReplySentence(item, begins, (), words, (), ())
    return ReplySentence(item, begins, stated(words), words, money, tuple(days))


def cents(amount: str) -> int:
    """€1,234.50, 1234,50 and 1,234 alike."""
    whole, point, part = (
        amount.partition(".")
        if "." in amount
        else amount.rpartition(",")
        if re.search(r",\d\d?$", amount)
        else (amount, "", "")
    )
    return int(whole.replace(",", "")[:12]) * 100 + (int((part + "0")[:2]) if point else 0)


def _days(number: str, unit: str) -> int:
    n = int(number) if number.isdigit() else hedges.NUMBERS.split().index(number)
    return n * 7 if unit == "week" else n


def _item(text: str, names: Sequence[Sequence[str]]) -> tuple[str, int | None]:
    """The items by number, and which of them the sentence names first."""
    first: tuple[int, int] | None = None
    known = sorted(
        [(name.lower(), n) for n, mine in enumerate(names) for name in mine], key=lambda x: -len(x[0])
    )
    for name, n in known:
        pattern = _called(name)
        found = pattern.search(text) if name in text else None
        if found:
            first = min(first or (found.start(), n), (found.start(), n))
            text = pattern.sub(lambda m: "#i" + " " * (len(m[0]) - 2), text)
    return text, first and first[1]


def strung(words: str) -> bool:
    """Words without those that hold a sentence together, or more than anybody would read."""
    tokens = [word for word in words.split() if word != ","]
    return len(tokens) > _LONGEST or (
        len(tokens) > 12 and len([t for t in tokens if t in _LITTLE]) * 9 < len(tokens)
    )


@lru_cache(maxsize=4096)
def _called(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(name)}\b")


@lru_cache(maxsize=65_536)
def stated(words: str) -> tuple[ReplyStatement, ...]:
    """What a sentence states, each with the first mode in which it does."""
    found: dict[ReplyStatement, None] = {}
    for slot, kind, phrases in _TABLE:
        for match in compiled(phrases).finditer(words):
            found[ReplyStatement(slot.lower(), kind, _mode(words, match, slot, kind))] = None
    return tuple(found)


def _mode(words: str, match: re.Match[str], slot: str, kind: str) -> Mode:
    before, after = words[: match.start()], words[match.end() :]
    start = max([m.end() for m in _BREAKS.finditer(before)], default=0)
    breaks = _BREAKS.search(after)
    clause, rest = before[start:], after[: breaks.start()] if breaks else after
    if kind == "request_info" and any_of(hedges.GUESSES, before):
        return "perhaps"
    if slot != "NEXT" and kind != "request_info" and kind != "limit" and _unsure(before, clause, after):
        return "perhaps"
    if " not " in f" {match[0]} " or match[0].startswith(("no ", "nothing", "need not", "not ", "never ")):
        return "plain"
    if slot == "DECISION":
        if any_of(hedges.REFUSES, clause) or holds(" ".join(rest.split()[:9]), hedges.REFUSED):
            return "need_not" if any_of(hedges.NEED_NOT, clause) else "not"
        near, next_ = " ".join(clause.split()[-5:]), " ".join(rest.split()[:2])
        mentioned = any_of(hedges.MENTIONS, near) or any_of(hedges.MENTIONED, next_) or _conditional(before)
        return "mention" if mentioned and kind in GRANTS else "plain"
    if any_of(hedges.NOT, clause) or any_of(hedges.NOT, " ".join(match[0].split()[1:-1])):
        return "need_not" if any_of(hedges.NEED_NOT, f"{clause} {rest}") or "no need" in clause else "not"
    return "plain"


def _unsure(before: str, clause: str, after: str) -> bool:
    """A hedge in its own clause, or one that the sentence begins with."""
    return (
        any_of(hedges.HEDGES, clause)
        or any_of(hedges.HEDGES, before[:20].split(" ")[0])
        or holds(before, hedges.HEDGED)
        or holds(after, hedges.UNSURE)
    )


def _conditional(before: str) -> bool:
    """If ..., with no comma since."""
    return bool(re.search(r"(?:^| )(?:if|should you|unless|in case)(?: [^,]*)?$", before))


def rude(words: str) -> bool:
    return any_of(hedges.INSULTS, words) or bool(compiled(hedges.RUDE).search(words))


def holds(words: str, phrases: str) -> bool:
    return compiled(phrases).search(words) is not None


def any_of(words: str, text: str) -> bool:
    return _listed(words).search(text) is not None


@cache
def _listed(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\S)(?:{'|'.join([_word(w) for w in words.split()])})(?!\S)")


@cache
def compiled(phrases: str) -> re.Pattern[str]:
    """All phrases of a kind in one pattern."""
    return re.compile("|".join([rf"(?<!\S){_phrase(p)}(?!\S)" for p in phrases.split("; ")]))


def _phrase(phrase: str) -> str:
    parts: list[str] = []
    for word in phrase.split():
        if word == "~":
            parts[-1] += rf"(?: [^\s,]+){{0,{GAP}}}?"
        else:
            parts.append(f"(?:{'|'.join(_alternatives(word))})")
    return " ".join(parts)


def _alternatives(word: str) -> Iterator[str]:
    for w in word.split("|"):
        group: Iterable[str] = book.GROUPS[w[1:-1]].split() if w[0] == "<" else (w,)
        yield from [_word(x) for x in group]


def _word(word: str) -> str:
    if "_" in word:
        return " ".join([_word(w) for w in word.split("_")])
    if word == "not":
        return "(?:not|no|never|unable|without|nothing|none|neither|nor|impossible)"
    return re.escape(word[:-1]) + r"[^\s,]*" if word.endswith("*") else re.escape(word)
