"""A reader of the handbook that knows nothing of the policy package: it sees the text that tools print, lays
aside what does not hold, puts together what is left, and rules. It can be told to ignore what decides which
documents hold."""

import datetime
import re
from collections.abc import Callable, Collection
from functools import cache
from typing import Any, NamedTuple

from .handbook_words import MEASURES, ONE_OF, TOGETHER, YES_NO

Plain = bool | int | str
NAME = r"(?:[a-z]+ (?:group|grade|zone|class|status)|flag) \d+\.\d+"
HEAD = re.compile(r"document: (?P<id>\S+); kind: (?P<kind>[^;]+); title: (?P<title>[^;]+); (?P<rest>.+)")
LINE = re.compile(r"(HB-\d+\.\d+) [^:]*?[Rr]ule (\d+)[^:]*: (.+)")
YES = ("is granted", "applies", "exists", "is due")
NO = ("is refused", "is waived", "does not exist", "is not due")
MONTHS = (
    "January February March April May June July August September October November December".split()
)  # fmt: skip
TALK = ("FAQ", "minutes")


class Document(NamedTuple):
    id: str
    kind: str
    title: str
    valid_from: datetime.date
    region: str
    withdrawn: bool
    replaces: str
    lines: list[tuple[str, int, str]]  # section, item, words


def parsed(text: str) -> Document:
    """A document as policy_read prints it."""
    head, _, body = text.partition("\n")
    found = HEAD.match(head)
    assert found, head
    fields = dict(part.split(": ", 1) for part in found["rest"].split("; "))
    lines = [(m[1], int(m[2]), m[3]) for line in body.split("\n") if (m := LINE.match(line.strip()))]
    return Document(
        found["id"],
        found["kind"],
        found["title"],
        datetime.datetime.strptime(fields["valid_from"], "%a %d %b %Y").date(),
        fields["region"],
        "withdrawn" in fields,
        fields.get("replaces", ""),
        lines,
    )


class Reader:
    """Reads for one customer on one day. `ignores` may name dates, ranks and regions."""

    def __init__(
        self,
        search: Callable[[str, int], str],
        read: Callable[[str], str],
        region: str,
        today: datetime.date,
        ignores: Collection[str] = (),
    ) -> None:
        self._search, self._read, self._region, self._today = search, read, region, today
        self._ignores = ignores
        self._documents: dict[str, Document] = {}
        self._terms: dict[str, str] = {}
        self._meanings: dict[str, str] = {}
        self._subjects: dict[str, list[tuple[str, str]]] = {}
        guide = search("which documents hold and how do they rank", 1)
        words = read(re.search(r"HB-\d+", guide)[0])  # type: ignore[index]
        order = re.search(r"prevails: a (\w+) ranks highest, (.+), then a guideline", words)
        assert order, words
        kinds = [order[1], *re.findall(r"then a (\w+)", order[2])]
        self._rank = {kind: len(kinds) - n for n, kind in enumerate(kinds)}

    def rules(self, question: str, facts: dict[str, Plain]) -> tuple[Plain, str]:
        """The answer to a question as glossaries print it, and the section that decides."""
        return self.ruling(self._term(question), facts)

    def stating(self, question: str) -> dict[str, int]:
        """Section -> the place of the item that it states as it holds, of all sections in force on a
        question."""
        term = self._term(question)
        documents = self._on(term, _about(term))
        holding = self._prevailing(documents, term)
        places = {item: n for n, item in enumerate(sorted(holding))}
        return {
            section: places[item]
            for document in documents
            for section, item, words in _lines(document, term)
            if words == holding[item][1]
        }

    def _term(self, question: str) -> str:
        if question not in self._terms:
            for _, words in self._holding(question, lambda title: title.startswith("Terms")).values():
                if m := re.fullmatch(r"we speak of the “(.+)” where the question is “(.+)”", words):
                    self._terms[m[2]] = m[1]
        return self._terms[question]

    def ruling(self, term: str, facts: dict[str, Plain]) -> tuple[Plain, str]:
        """Items in the order of their numbers: one that sets starts afresh, others work on what is there."""
        answer: Any = None
        decided = ""
        for section, words in self._items(term):
            effect, conditions = _parted(words)
            if not all(self.holds(c, facts) for c in conditions):
                continue
            changed, sets = _changed(effect.removeprefix(f"the {term} "), answer, facts)
            if sets or changed != answer:
                answer, decided = changed, section
        return answer, decided

    def _items(self, term: str) -> list[tuple[str, str]]:
        if term not in self._subjects:
            found = self._holding(term, _about(term))
            own = {n: line for n, line in found.items() if f"the {term} " in _parted(line[1])[0]}
            self._subjects[term] = [own[n] for n in sorted(own)]
        return self._subjects[term]

    def _holding(self, words: str, about: Callable[[str], bool]) -> dict[int, tuple[str, str]]:
        """Item -> the section that prevails and its words, of the documents on one subject."""
        return self._prevailing(self._on(words, about), words)

    def _on(self, words: str, about: Callable[[str], bool]) -> list[Document]:
        """The documents in force on one subject."""
        listed: list[str] = []
        page, part = 1, ""
        while page:
            text = self._search(words, page)
            rows = _listed(text)
            parts = [m[1] for _, title in rows if about(title) and (m := re.search(r"art (\d+)", title))]
            if not part and not parts:
                raise LookupError(words)
            part = part or parts[0]
            own = [id for id, title in rows if about(title) and re.search(rf"art {part}\b", title)]
            listed += own
            page = page + 1 if len(own) == len(rows) and "next_page" in text else 0
        return self._in_force([self._document(id) for id in dict.fromkeys(listed)])

    def _prevailing(self, documents: list[Document], term: str) -> dict[int, tuple[str, str]]:
        found: dict[int, tuple[str, str]] = {}
        for document in sorted(documents, key=self._weight):
            for section, item, words in _lines(document, term):
                found[item] = section, words
        return found

    def _weight(self, document: Document) -> tuple[int, datetime.date]:
        rank = 0 if "ranks" in self._ignores else self._rank.get(document.kind, 0)
        return rank, datetime.date.min if "dates" in self._ignores else document.valid_from

    def _in_force(self, documents: list[Document]) -> list[Document]:
        held: list[Document] = []
        replaced: set[str] = set()
        for d in sorted(documents, key=lambda d: d.valid_from, reverse=True):
            early = d.valid_from > self._today and "dates" not in self._ignores
            elsewhere = d.region not in ("all", self._region) and "regions" not in self._ignores
            if not (early or elsewhere or d.withdrawn or d.id in replaced):
                replaced.add(d.replaces)
                held.append(d)
        return [d for d in held if d.kind not in TALK or "ranks" in self._ignores]

    def _document(self, id: str) -> Document:
        if id not in self._documents:
            self._documents[id] = parsed(self._read(id))
        return self._documents[id]

    def holds(self, condition: str, facts: dict[str, Plain]) -> bool:
        return _read(condition)(self, facts)

    def answer(self, term: str, facts: dict[str, Plain]) -> Any:
        return self.ruling(term, facts)[0]

    def meaning(self, name: str) -> str:
        if name not in self._meanings:
            for _, words in self._holding(name, lambda title: title.startswith("Terms")).values():
                if m := re.fullmatch(rf"({NAME}) (?:goes on the file|covers cases) where (.+)\.", words):
                    self._meanings[m[1]] = m[2]
        return self._meanings[name]


Reading = Callable[[Reader, dict[str, Plain]], bool]


@cache
def _read(condition: str) -> Reading:
    """What a condition asks of a reader and of the facts; read once, since it stands in many documents."""
    if m := re.fullmatch(rf"(the [a-z]+ [a-z ]+) ({NAME})", condition):
        said, carries = m[2], m[1] != "the file does not carry"
        return lambda reader, facts: reader.holds(reader.meaning(said), facts) == carries
    for name, (yes, no) in YES_NO.items():
        if condition in (yes, no):
            return lambda reader, facts: facts[name] is (condition == yes)
    for name, (says, options) in ONE_OF.items():
        if (inside := _inside(says, condition)) is not None:
            values = re.split(", | or ", TOGETHER.get(inside, inside))
            if set(values) <= set(options.values()):
                return lambda reader, facts: options[str(facts[name])] in values
    for name, (_, says, over, under) in MEASURES.items():
        for form, beyond in ((over, True), (under, False)):
            inside = _inside(form, condition)
            if inside and inside.startswith("the "):
                term = inside.removeprefix("the ")
                return lambda reader, facts: (int(facts[name]) > int(reader.answer(term, facts))) is beyond
        if (inside := _inside(says, condition)) is not None and re.match(r"at |no |on |from ", inside):
            return lambda reader, facts: _within(inside, int(facts[name]))
    return _on_answer(condition)


def _on_answer(condition: str) -> Reading:
    """A condition on what another subject comes to."""
    for verb in (*YES, *NO):
        if condition.endswith(f" {verb}"):
            term = condition.removeprefix("the ").removesuffix(f" {verb}")
            return lambda reader, facts: reader.answer(term, facts) is (verb in YES)
    term, _, said = condition.removeprefix("the ").partition(" is ")
    if said.startswith("“"):
        return lambda reader, facts: reader.answer(term, facts) in re.findall("“([^”]+)”", said)
    if m := re.fullmatch(r"(more|no more) than the (.+)", said):
        more, other = m[1] == "more", m[2]
        return lambda reader, facts: (
            (int(reader.answer(term, facts)) > int(reader.answer(other, facts))) is more
        )
    return lambda reader, facts: _within(said, int(reader.answer(term, facts)))


def _listed(text: str) -> list[tuple[str, str]]:
    """The id and title of each document found. What all have in common stands above the table; the only one
    stands on a line."""
    fields = dict(re.findall(r"(document|title): ([^;\n]+)", text))
    if "document" in fields:
        return [(fields["document"], fields["title"])]
    columns, *rows = [line.split("|") for line in text.split("\n") if "|" in line] or [[]]
    return [
        (row["document"], row["title"])
        for cells in rows
        if (row := fields | dict(zip(columns, cells, strict=False)))["document"].startswith("HB-")
    ]


def _about(term: str) -> Callable[[str], bool]:
    """Whether a title is that of a document on a term."""
    return lambda title: title.lower().startswith(f"{term.lower()} (") or f" {term}," in f" {title},"


def _lines(document: Document, term: str) -> list[tuple[str, int, str]]:
    """What a document says on a term; a guideline is about several."""
    lines = [(section, item, _plain(words)) for section, item, words in document.lines]
    guides = document.kind == "guideline"
    return [x for x in lines if not guides or f"the {term} " in _parted(x[2])[0]]


def _plain(words: str) -> str:
    """What documents of any kind say, as a guideline says it."""
    if m := re.fullmatch(r"check whether (.+)\. If so, (.+)\.", words):
        return f"{m[2]} if {m[1].replace(', and whether ', ', and if ')}."
    if m := re.fullmatch(r"what if (.+)\? In that case (.+)\.", words):
        return f"{m[2]} if {m[1]}."
    if m := re.fullmatch(r"if (.+), (the .+)\.", words):
        return f"{m[2]} if {m[1]}."
    return re.sub("^(to begin with, |as a rule, |what do we do as a rule. Normally )", "", words)


def _parted(words: str) -> tuple[str, list[str]]:
    """What is settled, and the conditions for it."""
    then, if_, rest = words.removesuffix(".").partition(" if ")
    return then, rest.split(", and if ") if if_ else []


def _inside(says: str, words: str) -> str | None:
    """What fills the hole of a sentence."""
    before, _, after = says.partition("{}")
    if len(words) > len(before) + len(after) and words.startswith(before) and words.endswith(after):
        return words[len(before) : len(words) - len(after)]
    return None


def _within(words: str, value: int) -> bool:
    if m := re.fullmatch(r"(?:at least|on or after) (.+)", words):
        return value >= _number(m[1])
    if m := re.fullmatch(r"(?:no more than|on or before) (.+)", words):
        return value <= _number(m[1])
    m = re.fullmatch(r"from (.+) to (.+)", words)
    assert m, words
    return _number(m[1]) <= value <= _number(m[2])


def _number(words: str) -> int:
    """30 days, $1,234.50, 16 November as a day of the year."""
    if re.search(r"\.\d\d\b", words):
        return int(re.sub(r"\D", "", words))
    number, _, rest = words.partition(" ")
    if rest in MONTHS:
        return (datetime.date(2025, MONTHS.index(rest) + 1, int(number)) - datetime.date(2024, 12, 31)).days
    return int(number)


def _changed(effect: str, answer: Any, facts: dict[str, Plain]) -> tuple[Any, bool]:
    """What an item makes of the answer so far, and whether it starts afresh."""
    for words, change in (
        ("rises by ", lambda n: answer + n),
        ("falls by ", lambda n: max(0, answer - n)),
        ("is never more than ", lambda n: min(answer, n)),
        ("is never less than ", lambda n: max(answer, n)),
    ):
        if effect.startswith(words):
            if answer is None:
                raise LookupError(f"nothing to change by {effect!r}")
            return change(_number(effect.removeprefix(words))), False
    if effect in (*YES, *NO):
        return effect in YES, True
    return _set(effect.removeprefix("is "), facts), True


def _set(said: str, facts: dict[str, Plain]) -> Plain:
    if said == "nil":
        return 0
    if said.startswith("“"):
        return said.strip("“”")
    means = {words: name for name, (words, *_) in MEASURES.items()}
    if m := re.fullmatch(r"(\d+)% of (.+)", said):
        return (int(facts[means[m[2]]]) * int(m[1]) + 50) // 100
    if m := re.fullmatch(r"(.+) for each of the (.+)", said):
        return _number(m[1]) * int(facts[means[m[2]]])
    return _number(said)
