"""Which projects a catalogue can serve, and the shelves that one of them draws on."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from ....catalog.needs import TooSmall
from ....core.streams import Rng
from ....core.values import Value
from ....world import World
from ..shelves import alike
from .book import PROJECTS, Fit, Project

if TYPE_CHECKING:
    from ....catalog.catalogue import Catalog
    from ....catalog.search.index import Shelf

MOST_FITS = max([len(project.fits) for project in PROJECTS])


class Chosen(Value):
    """A project as one customer has it in mind: some of its roles, each with its shelf."""

    noun: str
    shelves: "list[Shelf]"
    fits: list[Fit]

    def attributes(self, role: int, fits: Sequence[Fit] | None = None) -> list[str]:
        """What the fits of a role speak of, all of them or some."""
        some = self.fits if fits is None else fits
        mine = [f.match.attribute for f in some if f.role == role]
        return list(dict.fromkeys([*mine, *[f.match.other for f in some if f.other == role]]))


def pick_project(rng: Rng, world: World, n: int, fits: int = MOST_FITS) -> Chosen:
    """A project with n roles, or as many as the catalogue has, on shelves that nobody would confuse by name
    with those of another task; if there is one, such in which no more than so many things must match."""
    catalog, chosen = world.catalog, None
    taken = [s for s in map(catalog.shelf_named, world.shelves) if s is not None] if world.shelves else []
    drawn: Iterable[int] = rng.permuted(len(PROJECTS))
    if fits < MOST_FITS:
        drawn = sorted(drawn, key=lambda i: len(PROJECTS[i].fits) > fits)
    for i in drawn:
        project = PROJECTS[i]
        free = [r for r in served(catalog, i) if not (taken and _confused(catalog, project.roles[r], taken))]
        if pairs(project, free) and (chosen is None or len(free) > len(chosen[1])):
            chosen = project, free
            if len(free) >= n:
                break
    if chosen is None:
        raise TooSmall(
            "no two shelves of the catalogue serve a project; retailgym.envs.shared.projects.PROJECTS "
            "lists "
            "the kinds, each with 32 products or more"
        )
    project, free = chosen
    pair = rng.pick(pairs(project, free))  # at the least two things that must match
    roles = sorted((*pair, *rng.sample([r for r in free if r not in pair], n - len(pair))))
    at = {role: i for i, role in enumerate(roles)}
    return Chosen(
        noun=project.noun,
        shelves=[catalog.shelves[rng.pick(shelves_by_kind(catalog)[project.roles[r]])] for r in roles],
        fits=[Fit(at[f.role], at[f.other], f.match) for f in project.fits if f.role in at and f.other in at],
    )


def pairs(project: Project, roles: Sequence[int]) -> list[tuple[int, int]]:
    """Two of these roles that must match."""
    return [(f.role, f.other) for f in project.fits if f.role in roles and f.other in roles]


def _confused(catalog: "Catalog", kind: str, taken: "list[Shelf]") -> bool:
    shelf = catalog.shelves[shelves_by_kind(catalog)[kind][0]]
    words = catalog.category(shelf).kinds[shelf.kind].words
    return any(alike(words, catalog.category(s).kinds[s.kind].words) for s in taken)


@lru_cache(maxsize=8)
def shelves_by_kind(catalog: "Catalog") -> dict[str, list[int]]:
    """The shelves that are full enough, by the kind that stands on them."""
    found: dict[str, list[int]] = {}
    for n in catalog.drawable_for(""):
        shelf = catalog.shelves[n]
        found.setdefault(catalog.category(shelf).kinds[shelf.kind].name, []).append(n)
    return found


@lru_cache(maxsize=256)
def served(catalog: "Catalog", number: int) -> tuple[int, ...]:
    """The roles of a project for which the catalogue has a shelf, with all attributes that the project's fits
    speak of."""
    held, project = shelves_by_kind(catalog), PROJECTS[number]
    return tuple(
        r
        for r, kind in enumerate(project.roles)
        if kind in held and _needs(project, r) <= _attributes(catalog, held[kind][0])
    )


def _needs(project: Project, role: int) -> set[str]:
    return {f.match.attribute for f in project.fits if f.role == role} | {
        f.match.other for f in project.fits if f.other == role
    }


def _attributes(catalog: "Catalog", shelf: int) -> set[str]:
    return set(catalog.category(catalog.shelves[shelf]).attribute)
