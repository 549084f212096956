"""One role of a project on its shelf, drawn for all candidates alike."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from ....catalog.overlay import Added
from ....catalog.shelf_sets import ShelfSets, places_in, rack_of, set_of
from ....catalog.wishes import Wish
from ....core.streams import Rng
from ....core.values import Value
from ....world import World
from .book import Fit
from .match import Match, Worth
from .solver import Stand

if TYPE_CHECKING:
    from ....catalog.search.index import Shelf

SHARP = 5  # values that an attribute has at least which is the only wish for a role
Narrowed = Mapping[str, Sequence[str | int]]  # attributes, and the values that pass


class Pattern(Value):
    """What a role's wishes are about, by place: can search filter it? An anchor is what the first wish names,
    because another role must match it."""

    filterable: list[bool]
    anchor: str = ""


class Wished(Value):
    """What a candidate wishes for a role, the places that have all of it, and those that a search finds which
    filters by all it can."""

    wishes: list[Wish]
    fit: int
    found: int
    pages: list[int]  # that such a search gives after each wish


class Role:
    """A shelf as sets of places, and the attributes of it that fits speak of. So many sixteenths of the shelf
    are on offer in an episode, so that no answer from another episode will do."""

    def __init__(
        self, rng: Rng, world: World, shelf: "Shelf", attributes: Sequence[str], sixteenths: int
    ) -> None:
        self.rack: ShelfSets = rack_of(world.catalog, shelf)
        places = range(shelf.last - shelf.first)
        self.offered = set_of(rng.sample(places, len(places) * sixteenths // 16))
        self.depth = world.axes.retrieval_depth
        self.attributes = tuple(attributes)
        self.has: dict[str, list[Worth]] = {name: _worths(self.rack, name) for name in attributes}
        self.open = self.offered & _open(self.rack, self.attributes)

    def filterable(self, name: str) -> bool:
        return self.rack.category.attribute[name].filterable

    def matching(self, match: Match, theirs: Worth) -> int:
        """The places that go with another item's value."""
        return _matching(self.rack, match, theirs)

    def cheapest(self, among: int) -> int:
        """The place of the cheapest product of a set; -1 if there is none."""
        return next((p for p in _by_price(self.rack) if among >> p & 1), -1)

    def wished(self, rng: Rng, place: int, pattern: Pattern, among: int, like: Sequence[int]) -> Wished:
        """What a candidate wishes of the product at that place. None but an anchor is about what fits speak
        of. Where there is a choice, search finds as many pages as for another candidate, and what search
        cannot filter rules out the cheapest of those among."""
        wishes: list[Wish] = []
        pages: list[int] = []
        fit, found, alone = self.open, self.offered, len(pattern.filterable) == 1
        for n, flag in enumerate(pattern.filterable):
            topics = (
                (pattern.anchor,)
                if pattern.anchor and not n
                else _pool(self.rack, flag, alone, self.attributes)
            )
            free = [t for t in topics if t not in [w.attribute for w in wishes]]
            if not flag:
                cheapest = self.cheapest(fit & among)
                free = [t for t in free if not self.rack.alike(t, place, cheapest)] or free
            elif like:
                free = [
                    t
                    for t in free
                    if -(-(found & _had(self.rack, t, place)[1]).bit_count() // self.depth)
                    == like[len(wishes)]
                ] or free
            if free:
                wish, places = _had(self.rack, rng.pick(free), place)
                wishes.append(wish)
                fit, found = fit & places, found & places if flag else found
                pages.append(-(-found.bit_count() // self.depth))
        return Wished(wishes=wishes, fit=fit, found=found, pages=pages)

    def stand(self, fit: int) -> Stand:
        """What can be had at these places."""
        return Stand(price=self.rack.row("price"), has=self.has, open=places_in(fit))

    def found(self, wished: Wished, narrowed: Narrowed, near: Sequence[Added]) -> int:
        """How many products a search gives that filters by all it can, near misses among them."""
        rack, left = self.rack, wished.found
        for name, values in narrowed.items():
            left &= sum([rack.sets(name).get(v, 0) for v in values])
        if not near:
            return left.bit_count()
        listed = rack.listed(wished.wishes)
        passing = [
            a
            for a in near
            if rack.met(listed, a)
            and False not in [_worth(rack, a, name) in values for name, values in narrowed.items()]
        ]
        return left.bit_count() + len(passing)


def _worth(rack: ShelfSets, added: Added, name: str) -> str | int:
    return added.value if added.attribute == name else rack.worth(added.doc - rack.shelf.first, name)


@lru_cache(maxsize=2048)
def _by_price(rack: ShelfSets) -> list[int]:
    """All places, the cheapest first."""
    return sorted(range(rack.shelf.last - rack.shelf.first), key=rack.row("price").__getitem__)


@lru_cache(maxsize=8192)
def _open(rack: ShelfSets, attributes: tuple[str, ...]) -> int:
    """The places in stock of which it can be told whether they match."""
    among = rack.in_stock
    for name in attributes:
        among &= rack.everything if rack.complete(name) else sum(rack.sets(name).values())
    return among


@lru_cache(maxsize=8192)
def _worths(rack: ShelfSets, name: str) -> list[Worth]:
    """The values by place; None where a product lacks the attribute."""
    choices = rack.category.attribute[name].choices
    return [choices[code].value if code < len(choices) else None for code in rack.row(name)]


def _had(rack: ShelfSets, name: str, place: int) -> tuple[Wish, int]:
    """The wish for what a place has, and the places that have the same."""
    slot, choices = rack.category.slot[name], rack.category.attribute[name].choices
    code = rack.code(slot, place)
    return (
        (_wish(name, choices[code].value), rack.having((slot, code)))
        if code < len(choices)
        else (_wish(name, ""), 0)
    )


@lru_cache(maxsize=16_384)
def _wish(name: str, value: str | int) -> Wish:
    return Wish(attribute=name, value=value)


@lru_cache(maxsize=8192)
def _matching(rack: ShelfSets, match: Match, theirs: Worth) -> int:
    return sum([places for value, places in rack.sets(match.attribute).items() if match.holds(value, theirs)])


@lru_cache(maxsize=8192)
def _pool(rack: ShelfSets, filterable: bool, alone: bool, barred: tuple[str, ...]) -> tuple[str, ...]:
    """What a wish can be about that search can or cannot filter and that everything on the shelf has; one
    that stands alone must not fit a quarter of the shelf."""
    attributes = [
        a
        for a in rack.category.filters
        if a.filterable == filterable and a.name not in barred and rack.complete(a.name)
    ]
    sharp = tuple(a.name for a in attributes if len(a.choices) >= SHARP)
    return sharp if alone and sharp else tuple(a.name for a in attributes)


def patterns(counts: Sequence[int], fits: Sequence[Fit], roles: Sequence[Role]) -> list[Pattern]:
    """How so many wishes for each role are to be drawn.

    Every second wish is one that search cannot filter. Where roles with a single wish leave those short of a
    third, a role gets only such a wish, and the role that it must match says the attribute they share: so
    that search can be narrowed by the match."""
    flags = [[n % 2 == 0 for n in range(count)] for count in counts]
    anchors = [""] * len(counts)
    short = -(-sum(counts) // 3) - sum([count // 2 for count in counts])
    for f in fits if short > 0 else ():
        free = (
            flags[f.role] == [True]
            and not anchors[f.role]
            and flags[f.other][0]
            and anchors[f.other] in ("", f.match.other)
        )
        if (
            short > 0
            and free
            and f.match.narrows
            and roles[f.role].filterable(f.match.attribute)
            and roles[f.other].filterable(f.match.other)
        ):
            flags[f.role], anchors[f.other] = [False], f.match.other
            short -= 1
    for r in reversed(range(len(counts))):
        if short > 0 and flags[r] == [True] and not anchors[r]:
            flags[r] = [False]
            short -= 1
    return [Pattern(filterable=f, anchor=a) for f, a in zip(flags, anchors, strict=True)]
