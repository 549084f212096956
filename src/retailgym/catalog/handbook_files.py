"""The documents of a shop's own handbook: Markdown files with front matter, read and checked as texts. What
their items mean is for the policy to say.

    ---
    title: Longer returns in winter
    rank: 3                     # the higher prevails; policy.yaml has rank 0
    valid_from: 2025-11-01
    region: EU                  # without one: everywhere
    replaces: circular-5        # the name of another file
    withdrawn: 2026-02-01
    ---
    ## How long you have
    15. If the item is from the toys department, it can be returned within 60 days of delivery instead.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ..core.dates import read as read_day
from ..core.errors import RetailGymError
from ..core.markets import REGIONS
from ..core.values import Value

FOLDER = "handbook"
GUIDE, BASE = "reading-guide", "policy"  # names of the documents that stand there of themselves
EVERYWHERE = "all"
FIELDS = ("title", "rank", "valid_from", "kind", "region", "replaces", "withdrawn", "issued_by")
NEEDED = FIELDS[:3]
MOST_DOCUMENTS, MOST_RANK = 2_000, 1_000
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,60}")
_HEADING = re.compile(r"#+ +(.+?) *#*")
_ITEM = re.compile(r"(\d{1,6})[.)] +(.+)")
_END = 10**7  # a day after all others


class BadHandbook(RetailGymError, ValueError):
    """Documents that cannot be used, with everything that is wrong with them."""


class Item(Value):
    """A numbered line: an item of the policy, if its heading is one of the policy's."""

    heading: str
    number: int
    words: str
    line: int  # of the file
    section: int  # in its document, from 1 on


class ShopDocument(Value):
    id: str
    title: str
    kind: str
    rank: int
    day: int  # from which it holds
    region: str  # empty: everywhere
    withdrawn: int  # on which day; 0: not
    replaces: str
    issuer: str
    text: tuple[Item | str, ...]  # items, headings and paragraphs in the order of print

    @property
    def items(self) -> Iterator[Item]:
        return (line for line in self.text if isinstance(line, Item))

    def at(self, item: Item) -> str:
        return f"{FOLDER}/{self.id}.md, line {item.line}"


def read_documents(texts: Mapping[str, str]) -> tuple[ShopDocument, ...]:
    """All documents by the names of their files, or everything that is wrong with any of them."""
    wrong: list[str] = []
    documents: list[ShopDocument] = []
    for name, text in sorted(texts.items()):
        try:
            documents.append(_read(name.removesuffix(".md"), text))
        except ValueError as fault:
            wrong.append(f"{FOLDER}/{name}: {fault}")
    if len(texts) > MOST_DOCUMENTS:
        wrong.append(f"{FOLDER} holds {len(texts)} documents; at most {MOST_DOCUMENTS} can be read")
    ids = {d.id.lower(): d for d in documents}
    if not wrong:
        wrong += [*_replaced(documents, ids), *_contradictions(documents, ids)]
    if wrong:
        raise BadHandbook("the handbook cannot be used:\n" + "\n".join(f"  {fault}" for fault in wrong))
    return tuple(documents)


def in_force(documents: Sequence[ShopDocument], region: str, today: int) -> list[ShopDocument]:
    """Those that hold for a customer of a region on a day; what is replaced by one that holds does not."""
    replaced: set[str] = set()
    holding = []
    for d in sorted(documents, key=lambda d: (-d.day, -d.rank)):
        if d.region in ("", region) and d.day <= today < (d.withdrawn or _END) and d.id not in replaced:
            replaced.add(d.replaces)
            holding.append(d)
    return holding


def paths(directory: Path) -> dict[str, Path]:
    """The files of a store's handbook, by their names in it."""
    return {f"{FOLDER}/{file.name}": file for file in sorted((directory / FOLDER).glob("*.md"))}


def _read(name: str, text: str) -> ShopDocument:
    if not _NAME.fullmatch(name) or name.lower() == GUIDE or name.lower().startswith(f"{BASE}-"):
        raise ValueError(
            f"call the file by letters, digits and hyphens, and neither {GUIDE} nor {BASE}-…: agents cite it"
        )
    fields, body, line = _front_matter(text.lstrip("\ufeff").replace("\r\n", "\n"))
    rank = fields["rank"]
    if not rank.isdecimal() or not 1 <= int(rank) <= MOST_RANK:
        raise ValueError(f"rank is a whole number from 1 to {MOST_RANK}, not {rank!r}")
    region = "" if fields.get("region", EVERYWHERE).lower() == EVERYWHERE else fields["region"]
    if region and region not in REGIONS:
        raise ValueError(f"no region {region!r}; the regions are {', '.join(REGIONS)} and {EVERYWHERE}")
    day, withdrawn = _day(fields, "valid_from"), _day(fields, "withdrawn") if "withdrawn" in fields else 0
    if withdrawn and withdrawn <= day:
        raise ValueError("it is withdrawn before it holds")
    lines = tuple(_lines(body, line))
    twice = Counter((item.heading, item.number) for item in lines if isinstance(item, Item))
    if again := [key for key, n in twice.items() if n > 1]:
        raise ValueError(f"item {again[0][1]} stands twice under {again[0][0]!r}")
    return ShopDocument(
        id=name,
        title=fields["title"],
        kind=fields.get("kind", "document"),
        rank=int(rank),
        day=day,
        region=region,
        withdrawn=withdrawn,
        replaces=fields.get("replaces", "").removesuffix(".md"),
        issuer=fields.get("issued_by", ""),
        text=lines,
    )


def _front_matter(text: str) -> tuple[dict[str, str], str, int]:
    """The fields, the text below them, and on which line that starts."""
    head, *rest = text.split("\n")
    if head.strip() != "---" or "---" not in [line.strip() for line in rest]:
        raise ValueError("it must begin with front matter between two lines of ---")
    end = [line.strip() for line in rest].index("---")
    fields: dict[str, str] = {}
    for n, line in enumerate(rest[:end], start=2):
        name, colon, value = line.partition(":")
        name, value = name.strip(), re.sub(r"(^| )#.*", "", value).strip().strip("\"'")
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if not colon or name not in FIELDS:
            raise ValueError(f"line {n} of the front matter is no field; the fields are {', '.join(FIELDS)}")
        if name in fields or not value:
            raise ValueError(f"line {n}: {name} is {'given twice' if name in fields else 'empty'}")
        fields[name] = value
    if lacking := [name for name in NEEDED if name not in fields]:
        raise ValueError(f"the front matter has no {' and no '.join(lacking)}")
    return fields, "\n".join(rest[end + 1 :]), end + 3


def _day(fields: Mapping[str, str], name: str) -> int:
    day = read_day(fields[name]) if "-" in fields[name] else None
    if day is None:
        raise ValueError(f"{name} is a date such as 2025-03-31, not {fields[name]!r}")
    return day


def _lines(body: str, first: int) -> Iterator[Item | str]:
    heading, section = "", 0
    for n, line in enumerate(body.split("\n"), start=first):
        text = " ".join(line.split())
        if match := _HEADING.fullmatch(text):
            heading = match[1]
            yield heading
        elif heading and (match := _ITEM.fullmatch(text)):
            section += 1
            yield Item(heading=heading, number=int(match[1]), words=match[2], line=n, section=section)
        elif text:
            yield text


def _replaced(documents: Sequence[ShopDocument], ids: Mapping[str, ShopDocument]) -> Iterator[str]:
    for document in documents:
        if document.replaces and document.replaces.lower() not in ids:
            yield f"{FOLDER}/{document.id}.md: it replaces {document.replaces!r}, which is no document here"
    circles: set[frozenset[str]] = set()
    for document in documents:
        way = _line_of(document, ids)
        if ids.get(way[-1].replaces.lower()) is document:
            names = frozenset(d.id for d in way)
            if names not in circles:
                circles.add(names)
                yield f"{' replaces '.join([d.id for d in (*way, document)])}: a circle, so that none holds"
        elif len(way) > 1 and way[1].day >= document.day and not way[-1].replaces:
            yield f"{FOLDER}/{document.id}.md: it replaces {way[1].id}, which is not older"


def _line_of(document: ShopDocument, ids: Mapping[str, ShopDocument]) -> list[ShopDocument]:
    """A document, the one that it replaces, the one that this replaces, and so on, each once."""
    way = [document]
    while (other := ids.get(way[-1].replaces.lower())) and other not in way:
        way.append(other)
    return way


def _contradictions(documents: Sequence[ShopDocument], ids: Mapping[str, ShopDocument]) -> Iterator[str]:
    """Two of the same rank that hold at the same time and place and state an item differently."""
    stated: dict[tuple[int, str, int], list[tuple[ShopDocument, Item]]] = {}
    for document in documents:
        for item in document.items:
            here = stated.setdefault((document.rank, item.heading.lower(), item.number), [])
            for other, same in here:
                if same.words != item.words and _meet(document, other) and not _linked(document, other, ids):
                    yield (
                        f"{other.at(same)} and {document.at(item)}: item {item.number} of {item.heading!r} "
                        f"differs, and both have rank {document.rank}; raise one, or let it replace the other"
                    )
            here.append((document, item))


def _meet(one: ShopDocument, other: ShopDocument) -> bool:
    same_place = one.region == other.region or not one.region or not other.region
    return same_place and max(one.day, other.day) < min(one.withdrawn or _END, other.withdrawn or _END)


def _linked(one: ShopDocument, other: ShopDocument, ids: Mapping[str, ShopDocument]) -> bool:
    return other in _line_of(one, ids) or one in _line_of(other, ids)
