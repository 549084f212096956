"""The sentences of a letter: which item each names, the amounts and days in it, and what it states."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from ...core.markets import CODE, MONEY_WORD, SIGN
from ...core.values import Value, replace
from ...customer.locale.en import hedges
from .patterns import any_of, compiled, forms_of, possible
from .statements import Mode, ReplyStatement, stated

_CODE, _MONEY_WORD = CODE.lower(), MONEY_WORD.lower()
_AMOUNT = r"\d{1,3}(?:,\d{3})+(?:\.\d\d?)?|\d{1,3}(?:\.\d{3})+,\d\d|\d+(?:[.,]\d\d?)?"
_MONEY = re.compile(
    rf"(?:(?:\bus)?{SIGN}|\b{_CODE})\s?({_AMOUNT})(?!\d)(?:\s?{_CODE}\b)?"
    rf"|(?<![\w.])({_AMOUNT})\s?(?:{SIGN}|{_MONEY_WORD}\b)"
    rf"|(?<![\w.,])(?<![a-z]-)(\d+\.\d\d)(?!\d)"  # but not the section HB-2611.40
)
_COUNT = rf"(\d{{1,4}}|{'|'.join(hedges.NUMBERS.split())})"
_DAYS = re.compile(
    rf"\b{_COUNT}\)?(?:[ -]\(?[a-z0-9]+\)?)?[ -](day|week)s?\b|\b(day|week)s?\)?:\s*{_COUNT}\b"
)
_DIGIT = re.compile(r"\d")
_WEEK, _FORTNIGHT = re.compile(r"\b(?:a|one)(?: single)? week\b"), re.compile(r"\ba fortnight\b")
_NUMBER = re.compile(r"(?<!\w)#?\d[\d.,:/]*")
_WORD = re.compile(r"#?[a-z0-9]+(?:-[a-z]+)*|,")
_SMILE = r"[\U0001F000-\U0001FAFF\u2600-\u27BF\u2B50\uFE0F]|[:;]-?[()DP](?!\w)"
_ENDS = re.compile(
    rf"[!?;]+|\.(?!\d)|{_SMILE}|(?<=[.!?:;,])\s*\n|\n(?=\s*(?:[-*•#|\d]|[A-Z]))|,(?=\s*[\w ]{{2,24}}:)"
)
_GRANT = (
    r"(?:an? |no |store |any )?"
    r"(?:refund|reimburse|repay|exchange|credit|voucher|replacement|replace|swap|compensation|compensate)"
)
_LIST = re.compile(rf"(?<!\S)({_GRANT}) , (?=(?:or )?{_GRANT}(?!\S))")  # "a refund, an exchange or a credit"
_IDIOMS = "; ".join(hedges.IDIOMS.values())
_SHORT = re.compile(rf"\b(?:{'|'.join(hedges.TEXTING)})\b")
_IN_ONE_BREATH = re.compile(
    r"\s*(?:,|&|\band\b|\bn?or\b|\bas well as\b|,\s*and\b)\s*(?:(?:for|on)\s+)?(?:(?:the|your)\s+)?"
)
_LABEL = re.compile(r"^(?:q|a|question|answer) , ")
_LITTLE = frozenset(
    "a an the to you your we us our i my it its is are was were be been of for and in on at by with from "
    "that this there so as if has have "
    "will can please any them they he she back not no me".split()
)  # words that hold a sentence together
_LONGEST = 90  # words of a sentence that anyone would read


class ReplySentence(Value, kw_only=False):
    """What one sentence states; `items` are those of the ticket that it names first, in one breath."""

    items: tuple[int, ...]
    begins: bool  # a paragraph
    statements: tuple[ReplyStatement, ...]
    words: str
    money: tuple[int, ...]
    days: tuple[int, ...]
    asks: bool = False  # it is a question
    named: tuple[int, ...] = ()  # all items of the ticket that it names

    def states(self, slot: str, kind: str, *modes: Mode) -> bool:
        for s in self.statements:  # noqa: SIM110  a plain loop is cheaper than any()
            if s.kind == kind and s.slot == slot and s.mode in (modes or ("plain",)):
                return True
        return False


def sentences(text: str, names: Sequence[Sequence[str]]) -> list[ReplySentence]:
    """The sentences of a letter, in order. `names` are what each item of the ticket is called."""
    found: list[ReplySentence] = []
    known = sorted(
        [(name.lower(), n) for n, mine in enumerate(names) for name in mine], key=lambda x: -len(x[0])
    )
    for paragraph in re.split(r"\n\s*\n", re.sub(r"[*`_]", " ", text.replace("\u2019", "'"))):
        parts = [part for part in _split(paragraph) if part.strip(" \n?")]
        found += [_sentence(part, known, k == 0) for k, part in enumerate(parts)]
    return [_answered(s, after) for s, after in zip(found, [*found[1:], None], strict=False)]


def _answered(question: ReplySentence, after: ReplySentence | None) -> ReplySentence:
    """A question that is answered at once by yes or no states what it asks about, or the contrary."""
    if not question.asks or after is None or after.asks:
        return question
    answer, asked = _LABEL.sub("", after.words), _LABEL.sub("", question.words)
    if any_of(hedges.YES, answer.split(" ")[0]):
        return replace(question, statements=stated(asked))
    if any_of(hedges.NO, answer.split(" ")[0]):
        return replace(question, statements=stated(f"not {asked}"))
    return question


def _split(paragraph: str) -> Iterator[str]:
    """Its sentences, the questions with their mark."""
    start = 0
    for end in _ENDS.finditer(paragraph):
        yield paragraph[start : end.start()] + ("?" if "?" in end[0] else "")
        start = end.end()
    yield paragraph[start:]


def _sentence(part: str, known: Sequence[tuple[str, int]], begins: bool) -> ReplySentence:
    text = part.lower()
    money, days = list[int](), list[int]()
    if _DIGIT.search(text):
        money = [cents(found[1] or found[2] or found[3]) for found in _MONEY.finditer(text)]
        text = _MONEY.sub(" #m ", text)
    if "day" in text or "week" in text or "fortnight" in text:
        text = _WEEK.sub("7 days", _FORTNIGHT.sub("14 days", text))
        days = [_days(m[1] or m[4], m[2] or m[3]) for m in _DAYS.finditer(text)]
    text, items, named = _items(text, known)
    words = _plain_words(text)
    if strung(words):
        return ReplySentence(items, begins, (), words, (), ())
    asks = part.endswith("?")
    return ReplySentence(items, begins, stated(words, asks), words, tuple(money), tuple(days), asks, named)


@lru_cache(maxsize=4096)
def _plain_words(text: str) -> str:
    """Words with a space between them: contractions written out, idioms that negate nothing replaced."""
    for short, long in hedges.SHORT.items():
        text = text.replace(short, long)
    text = _SHORT.sub(lambda m: hedges.TEXTING[m[0]], text)
    text = re.sub(r"[:()\u2013\u2014>|/=\[\]]| - ", " , ", _NUMBER.sub(" #n ", text))
    words = _LIST.sub(r"\1 or ", " ".join(_WORD.findall(text))).replace(" , #m , ", " #m ")
    if not possible(_IDIOMS, forms_of(words)):
        return words
    for plain, phrases in hedges.IDIOMS.items():
        words = compiled(phrases).sub(plain, words)
    return words


def cents(amount: str) -> int:
    """€1,234.50, 1.234,50, 1234,50 and 1,234 alike."""
    point = re.search(r"[.,](\d\d?)$", amount)
    units = amount[: point.start()] if point else amount
    return int(re.sub(r"[.,]", "", units)[:12]) * 100 + (int((point[1] + "0")[:2]) if point else 0)


def _days(number: str, unit: str) -> int:
    n = int(number) if number.isdigit() else hedges.NUMBERS.split().index(number)
    return n * 7 if unit == "week" else n


def _items(text: str, known: Sequence[tuple[str, int]]) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
    """The items by number, and which of them the sentence names first, one or several in one breath, and
    which at all. `known` are their names, the longest first."""
    named: list[tuple[int, int, int]] = []
    for name, n in known:
        if name not in text:
            continue
        for at in reversed(places := list(_places(name, text))):
            text = text[:at] + "#i" + " " * (len(name) - 2) + text[at + len(name) :]
        named += [(at, at + len(name), n) for at in places]
    named.sort()
    first = named[:1]
    for begin, end, n in named[1:]:
        if not _IN_ONE_BREATH.fullmatch(text[first[-1][1] : begin]):
            break
        first.append((begin, end, n))
    at_first, at_all = (tuple(dict.fromkeys([n for _, _, n in some])) for some in (first, named))
    return text, at_first, at_all


def _places(name: str, text: str) -> Iterator[int]:
    """Where a name stands as whole words."""
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        whole = _is_edge(text, at) and _is_edge(text, end)
        if whole:
            yield at
        at = text.find(name, end if whole else at + 1)


def _is_edge(text: str, at: int) -> bool:
    """Whether a word begins or ends here."""
    before, after = text[at - 1 : at] if at else "", text[at : at + 1]
    return (before.isalnum() or before == "_") != (after.isalnum() or after == "_")


def strung(words: str) -> bool:
    """Words without those that hold a sentence together, or more than anybody would read."""
    tokens = [word for word in words.split() if word != ","]
    return len(tokens) > _LONGEST or (
        len(tokens) > 12 and len([t for t in tokens if t in _LITTLE]) * 9 < len(tokens)
    )
