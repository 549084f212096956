"""On which shelves a task is set, what a customer can say of something there, what of it is left unsaid, what
sells out, and the looks and questions that it takes."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from ...catalog.needs import TooSmall
from ...catalog.product import Overlay
from ...catalog.schema import Category
from ...catalog.search.tokens import terms
from ...catalog.sense import seldom
from ...catalog.shelf_sets import ShelfSets, places_in, set_of
from ...catalog.wishes import COMMON, Wish, attribute_of, phrases
from ...core.dates import WEEKDAYS
from ...core.markets import spoken
from ...core.streams import Rng, Streams
from ...core.task import TONES, Detail, Persona, questions
from ...core.values import Value, replace
from ...customer.locale.en import phrases as phrase_book
from ...customer.locale.en.grammar import NUMBERS, bare_noun
from ...customer.locale.en.phrases import BY_THE_WEEKEND, BY_WEEKDAY
from ...tools.catalog import COMPARED
from ...world import World

if TYPE_CHECKING:
    from ...catalog.catalogue import Catalog
    from ...catalog.search.index import Shelf

CANDIDATES = 4
NO_VALUE = 255  # the code of what lacks an attribute
VISITS = 4  # to each shelf
MOST_ASKED = 4  # questions for what nobody named
OTHERS = "others"  # the topic of how many more things matter
TURNS = 5  # at what may not succeed at once in a small catalogue
HOW_MANY = (
    "how many",
    "quantity",
    "number of",
    "what number",
    "how much of",
    "what amount",
    "amount of",
    "piece",
    "unit",
    "copy",
    "count",
)
EXACT = 500  # per mille of wishes that name the very value, where enough products have it
FOUND = 12  # products that a search by filters should still find
SHARES = (
    100,
    38,
    65,
    75,
    85,
)  # the more filters there are, the less each of them leaves out: percent that one leaves, at least
Disclosure = Literal["stated", "mentioned", "omitted"]


class Name(Value):
    """How a customer calls what stands on a shelf."""

    noun: str
    plural: str
    called: tuple[str, ...]


def name_of(catalog: "Catalog", shelf: "Shelf") -> Name:
    kind = catalog.category(shelf).kinds[shelf.kind]
    where = f" from the {shelf.collection or 'main'} collection" if catalog.has_collections else ""
    return Name(noun=kind.noun + where, plural=kind.plural + where, called=kind.words)


def pick_shelves(
    rng: Rng,
    world: World,
    n: int,
    job: str = "",
    *,
    least: int = 0,
    akin: int = 0,
    may_be: "Callable[[Shelf], bool]" = lambda shelf: True,
) -> "list[Shelf]":
    """n shelves for a job whose products nobody would confuse by name, none of which another task is set on;
    the last of them, as many as are to be akin, of categories that those before are of, and both such as may
    be so, unless a small catalogue has no such shelves. There fewer will do if there are at least so many."""
    catalog = world.catalog
    taken = [s for s in map(catalog.shelf_named, world.shelves) if s is not None] if world.shelves else []
    chosen: list[Shelf] = []
    drawable = catalog.drawable_for(job)
    for turn in range(2 * TURNS * 40 * n if akin else TURNS * 40 * n):
        if turn % (40 * n) == 0:  # those chosen before may have left no room for others
            chosen = []
        if turn == TURNS * 40 * n:
            akin = 0
        shelf = catalog.shelves[rng.pick(drawable)]
        if len(chosen) >= n - akin:
            able = [catalog.category(s) for s in chosen if may_be(s)]
            if not may_be(shelf) or catalog.category(shelf) not in able:
                continue
        if not any(_confused(catalog, shelf, s) for s in (*taken, *chosen)):
            chosen.append(shelf)
            if len(chosen) == n:
                return chosen
    if least and len(chosen) >= least:
        return chosen
    raise TooSmall(
        f"the catalogue has too few shelves with different names for this level: it takes {least or n}, "
        f"besides {len(taken)} in use"
    )


def _confused(catalog: "Catalog", a: "Shelf", b: "Shelf") -> bool:
    """Are they called alike, or does an option of one sound like the other: a desk and a desk stand?"""
    one, other = catalog.category(a), catalog.category(b)
    ours, theirs = one.kinds[a.kind].words, other.kinds[b.kind].words
    return alike(ours, theirs) or _sounds_like(one, theirs) or _sounds_like(other, ours)


def _sounds_like(category: Category, words: tuple[str, ...]) -> bool:
    """Does a value of one of the category's options have the last of such words in it?"""
    return not category.option_words.isdisjoint(_last_words(words))


@lru_cache(maxsize=4096)
def _last_words(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([name.lower().split()[-1] for name in names])


@lru_cache(maxsize=65_536)
def alike(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    these, those = [x.lower() for x in a], [y.lower() for y in b]
    return any(x in y or y in x for x in these for y in those)


def persona(stream: Streams) -> Persona:
    rng = (stream / "persona")()
    return Persona(tone=rng.pick(TONES), patience=rng.between(3, 6))


def visited(rng: Rng, world: World, shelves: "Sequence[Shelf]") -> tuple[int, ...]:
    """Documents that the customer looked at: a few of each of these shelves and of another one, whatever is
    wanted."""
    catalog = world.catalog
    drawn = [
        rng.pick(range(s.first, s.last))
        for s in (*shelves, catalog.shelves[rng.pick(catalog.drawable)])
        for _ in range(VISITS)
    ]
    return tuple(dict.fromkeys([*world.visits, *rng.shuffled(drawn)]))


def differing(rack: ShelfSets, among: int, told: Sequence[str]) -> list[str]:
    """What some products differ in that nobody has spoken of, as one would ask for it: first what their pages
    alone show, then what search can filter, of each what people do speak of and that with the most values
    first; last what all products have."""
    attribute = rack.category.attribute
    counts = {
        name: sum([among & places > 0 for places in rack.sets(name).values()])
        for name in attribute
        if name not in told
    }
    some = places_in(among)
    common = [name for name in COMMON if name not in told and _differ(rack.row(name), some)]
    own = sorted(
        [name for name in counts if counts[name] > 1],
        key=lambda name: (attribute[name].filterable, seldom(name), -counts[name], name),
    )
    return own + common


def _differ(row: Sequence[int], places: Sequence[int]) -> bool:
    return any(row[p] != row[places[0]] for p in places)


class Gaps(NamedTuple):
    """Wishes that are left out, by number, how many of them should not be named, and how many products a
    search may then give."""

    places: Sequence[int]
    number: int
    most_found: int


class Unnamed(NamedTuple):
    """Wishes that are left out without being named, by number, and how many questions it takes to find
    them."""

    holes: list[int]
    asked: int = 0


def unnamed(rng: Rng, rack: ShelfSets, among: int, wishes: Sequence[Wish], gaps: Gaps) -> Unnamed:
    """Of the wishes that are left out so many that need not be named, if there are that many. An agent finds
    them who asks for all that products still differ in which fit the rest, three topics at a time, as long as
    each question meets one; and a search that filters by the rest gives not too much to look through."""
    left: list[int] = []
    listed = rack.listed(wishes)
    for n in sorted(rng.shuffled(gaps.places), key=lambda n: wishes[n] in listed) if gaps.number else ():
        rest = [w for i, w in enumerate(wishes) if i not in (*left, n) and w in listed]
        if wishes[n] not in listed or rack.fit_all(rest, among).bit_count() <= gaps.most_found:
            left.append(n)
    found = _found_by_asking(rack, among, wishes, left)
    while len(found.holes) < len(left):
        left = found.holes
        found = _found_by_asking(rack, among, wishes, left)
    for n in left:
        fewer = [i for i in found.holes if i != n]
        if len(fewer) >= gaps.number:
            tried = _found_by_asking(rack, among, wishes, fewer)
            found = tried if tried.holes == fewer else found
    return found


def _found_by_asking(rack: ShelfSets, among: int, wishes: Sequence[Wish], left: Sequence[int]) -> Unnamed:
    """Those that questions meet, as long as each meets one."""
    if not left:
        return Unnamed([])
    told = [w for n, w in enumerate(wishes) if n not in left]
    topics = differing(rack, rack.fit_all(told, among), [w.attribute for w in told])
    names, asked = {wishes[n].attribute for n in left}, 0
    while asked < MOST_ASKED and names & set(topics[3 * asked : 3 * asked + 3]):
        names -= set(topics[3 * asked : 3 * asked + 3])
        asked += 1
    return Unnamed([n for n in left if wishes[n].attribute not in names], asked)


def named_instead(
    disclosures: list[Disclosure], gaps: Sequence[int], holes: Sequence[int], form: Sequence[int]
) -> None:
    """Of the gaps the holes alone are not named. For each other that should not be, but nobody would notice,
    something that every form asks for is not named in its place."""
    short = sum([disclosures[n] == "omitted" for n in gaps]) - len(holes)
    for n in gaps:
        disclosures[n] = "omitted" if n in holes else "mentioned"
    for n in [n for n in form if disclosures[n] == "mentioned"][: max(0, short)]:
        disclosures[n] = "omitted"


def most_questions(gaps: int) -> int:
    """For so many details that are left out, whether or not they are named."""
    return max([questions(gaps - n) + min(n, MOST_ASKED) for n in range(gaps + 1)])


def look_calls(found: int, depth: int) -> int:
    """What `look` needs where a filtered search gives so many."""
    return 1 + -(-found // depth) + -(-found // COMPARED)


def find_calls(found: int, depth: int) -> int:
    """What `find` needs at most where a filtered search gives so many: a look at the shelf, the pages, the
    comparisons."""
    pages = [min(depth, found - n) for n in range(0, found, depth)]
    return 1 + len(pages) + (sum([-(-p // COMPARED) for p in pages]) if found > 1 else 0)


def stock_outs(rng: Rng, rack: ShelfSets, chance: int) -> dict[int, int | None]:
    """Places that sell out when they are shown, whatever is wanted: one half of them altogether, the other in
    two or three variants, by a number."""
    return {
        place: None if rng.chance(500) else rng.word()
        for place in rng.struck(rack.shelf.last - rack.shelf.first, chance)
    }


def emptied(selling: Mapping[int, int | None]) -> int:
    """The places that sell out altogether."""
    return set_of([place for place, number in selling.items() if number is None])


class ShelfSetting(Value):
    """What a task changes on its shelf: places taken off, those of which something sells out; and all
    documents that were visited."""

    off: int
    selling: Mapping[int, int | None]
    visits: tuple[int, ...]


def set_on(world: World, rack: ShelfSets, setting: ShelfSetting) -> World:
    """The world with a task set on a shelf; what is there already stays."""
    overlay = Overlay(masked=frozenset([rack.shelf.first + p for p in places_in(setting.off)]))
    return replace(
        world,
        overlay=world.overlay | overlay,
        shelves=world.shelves | {rack.shelf.name},
        visits=setting.visits,
        sells_out={**world.sells_out, **{rack.id(p): number for p, number in setting.selling.items()}},
    )


def shares(total: int, parts: int) -> list[int]:
    """A total over so many parts, the earlier ones first, at least one each."""
    return [max(1, total // parts + (n < total % parts)) for n in range(parts)]


def wish_detail(category: Category, wish: Wish, disclosure: Disclosure, money: str = "") -> Detail:
    a = attribute_of(category, wish.attribute)
    return Detail(
        topic=a.name,
        label=a.label,
        value=wish.value,
        op=wish.op,
        says=phrases(category, wish, money),
        cues=a.cues,
        others=a.labels,
        disclosure=disclosure,
    )


@lru_cache(maxsize=65_536)
def in_other_words(says: tuple[str, ...], value: str) -> tuple[str, ...]:
    """Ways to say something without the words that the catalogue has for it, if there are any."""
    shown = set(terms(value))
    return tuple([line for line in says if shown.isdisjoint(terms(line))]) or says


def dated(wish: Wish) -> bool:
    """Can one name the day of the week by which it must be here?"""
    return wish.attribute == "shipping_days" and int(wish.value) < len(WEEKDAYS)


def arrival_detail(wish: Wish, disclosure: Disclosure, today: int) -> Detail:
    """The latest day that something may arrive, said as a day of the week."""
    day = WEEKDAYS[(today + int(wish.value)) % len(WEEKDAYS)]
    lines = (*BY_WEEKDAY, *BY_THE_WEEKEND) if day == "Saturday" and today % 7 < 5 else BY_WEEKDAY
    says, a = tuple([t.format(weekday=day) for t in lines]), COMMON["shipping_days"]
    return Detail(
        topic=a.name, label=a.label, value=day, op=wish.op, says=says, cues=a.cues, disclosure=disclosure
    )


def wish_details(
    category: Category,
    wishes: Sequence[Wish],
    disclosures: Sequence[Disclosure],
    world: World,
    by_weekday: bool,
) -> list[Detail]:
    """What a customer can tell of wishes, some of it only when asked; weekdays may stand for numbers of
    days."""
    money = spoken(world.customer.currency)
    return [
        arrival_detail(w, disclosure, world.today)
        if by_weekday and dated(w)
        else wish_detail(category, w, disclosure, money)
        for w, disclosure in zip(wishes, disclosures, strict=False)
    ]


def option_detail(category: Category, name: str, value: str, disclosure: Disclosure) -> Detail:
    o = category.option[name]
    return Detail(
        topic=name,
        label=o.label,
        value=value,
        says=o.choice(value).says,
        cues=o.cues,
        others=o.labels,
        role="option",
        disclosure=disclosure,
    )


def quantity_detail(n: int, disclosure: Disclosure, most: int = 0) -> Detail:
    """How many are wanted; of things of which nobody wants more, so many at most."""
    return Detail(
        topic="quantity",
        label="quantity",
        value=n,
        says=(str(n),),
        cues=HOW_MANY,
        others=tuple(map(str, range(1, most + 1))),
        role="quantity",
        disclosure=disclosure,
    )


def announced(rng: Rng, unsaid: Sequence[bool], share: int) -> list[Disclosure]:
    """How each detail comes up: said at once; or left out, and then so many in a thousand are named and the
    others not even that."""
    return [
        "stated" if not left else "mentioned" if named else "omitted"
        for left, named in zip(unsaid, rng.chances(len(unsaid), share), strict=True)
    ]


def others_detail(n: int, noun: str = "") -> Detail:
    """How many more things matter, none of them named; of one thing among several, where its noun is
    given."""
    book = phrase_book
    lines = (
        (book.ONE_OTHER_OF if noun else book.ONE_OTHER) if n == 1 else book.OTHERS_OF if noun else book.OTHERS
    )
    says = tuple([line.format(n=NUMBERS[n], noun=bare_noun(noun)) for line in lines])
    return Detail(topic=OTHERS, label="other things", value=n, says=says, cues=(), role="fact")
