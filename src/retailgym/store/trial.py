"""Which jobs a catalogue can serve, found by setting them: shelf by shelf for what tasks need of a shelf,
then job by job."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from typing import TYPE_CHECKING

from ..catalog.needs import NEEDS, TooSmall
from ..core.difficulty import HALF, LEVELS, axes_at
from ..core.episode import start
from ..core.spec import Spec
from ..core.streams import Streams
from ..core.values import Value
from ..envs import all_envs, get_env
from ..envs.cart.task import MOST_TARGETS
from ..envs.desk.plan import ITEMS
from ..envs.shared.candidates import LEAST_IN_STOCK, CandidateProducts
from ..envs.shared.projects.book import PROJECTS
from ..envs.shared.projects.picking import served
from ..envs.shared.shelves import alike
from ..players import get, play
from ..world.order_history import family_counts

if TYPE_CHECKING:
    from ..catalog.catalogue import Catalog

ON_ONE_SHELF = ("discovery", "substitution")  # jobs that draw on one shelf, of which it must have enough
BY_VARIANT = ("cart",)
BY_HISTORY = ("", "orders", "returns", "tracking", "policy", "desk")
BY_PROJECT = ("bundle",)
BY_LEGS = ("journey",)
TRIED, TRIED_AMONG_MANY = (0, 4, 8, 12), (12,)  # levels at which a shelf is tried
MANY = 400  # shelves
MOST_WISHES = 8
MOST_LOOKED_AT = 200  # shelves, when names are compared
_AT = Streams("trial")


def uses(
    catalog: "Catalog", able: Sequence[int], advance: Callable[[], object] = lambda: None
) -> dict[str, tuple[int, ...]]:
    """For each job the shelves that it can set tasks on, out of those that are whole enough for any."""
    fit: dict[str, list[int]] = {job: [] for job in (*ON_ONE_SHELF, *BY_VARIANT)}
    alone = copy(catalog)  # the same catalogue, in which one shelf at a time can be drawn on
    for shelf in able:
        alone.__dict__["drawable"] = (shelf,)
        for job in ON_ONE_SHELF:
            if _stocked(catalog, shelf) and _sets(
                alone, job, TRIED if len(able) <= MANY else TRIED_AMONG_MANY
            ):
                fit[job].append(shelf)
        for job in BY_VARIANT:
            if _singles_out(catalog, shelf):
                fit[job].append(shelf)
        advance()
    used = {job: tuple(shelves) for job, shelves in fit.items()} | {job: tuple(able) for job in BY_HISTORY}
    used |= {job: tuple(_for_projects(catalog, able)) for job in BY_PROJECT}
    legs = [job for job, shelves in used.items() if shelves and job in all_envs() and job != BY_HISTORY[-1]]
    return used | {job: tuple(able) if len(legs) > 1 else () for job in BY_LEGS}


def _stocked(catalog: "Catalog", shelf: int) -> bool:
    """Is anything on the shelf known to be in stock?"""
    at = catalog.shelves[shelf]
    return bool(catalog.column["stock"][at.first : at.last].any())


def _sets(alone: "Catalog", job: str, levels: Sequence[int]) -> bool:
    """Can the job set a task on this shelf at every level that is tried, and can the expert do it?"""
    for level in levels:
        for seed in range(2):
            try:
                if play(start(Spec(job, level, seed), catalog=alone), get("expert"))[1].reward < 1.0:
                    return False
            except (ValueError, LookupError):
                return False
    return True


def _singles_out(catalog: "Catalog", shelf: int) -> bool:
    """Do wishes single out products of the shelf that come in enough variants?"""
    at, category = catalog.shelves[shelf], catalog.category(catalog.shelves[shelf])
    if (
        not category.options
        or int((catalog.column["choice"][at.first : at.last] >= LEAST_IN_STOCK).sum()) < MOST_WISHES
    ):
        return False
    for wishes in range(1, min(MOST_WISHES, len(category.filters)) + 1):
        try:
            CandidateProducts((_AT / shelf / wishes)(), catalog, at, wishes)
        except (ValueError, LookupError):
            return False
    return True


def _for_projects(catalog: "Catalog", able: Sequence[int]) -> Iterator[int]:
    """Shelves that are part of a project of which the catalogue has two things that must match."""
    roles = [(project, served(catalog, n)) for n, project in enumerate(PROJECTS)]
    kinds = {
        p.roles[r]
        for p, held in roles
        if any(f.role in held and f.other in held for f in p.fits)
        for r in held
    }
    for n in able:
        shelf = catalog.shelves[n]
        if catalog.category(shelf).kinds[shelf.kind].name in kinds:
            yield n


# how many shelves a job draws on at most that must not be confused, by level
NAMES: dict[str, Callable[[int], int]] = {
    "cart": lambda level: min(MOST_TARGETS, 1 + level // 3),
    "desk": lambda level: max(ITEMS[axes_at(level, {}).rung]) + 1,
    **{
        job: lambda level: family_counts(axes_at(level, {}).orders)[0]
        for job in ("returns", "tracking", "policy")
    },
}


def _apart(catalog: "Catalog", env: str) -> int:
    """In how many heaps the shelves of a job fall if those that could be confused by name lie together; no
    more are counted than any job needs."""
    heaps: list[list[tuple[str, ...]]] = []
    shelves = catalog.contents.uses.get(env, catalog.drawable)
    for n in shelves[:: max(1, len(shelves) // MOST_LOOKED_AT)]:
        shelf = catalog.shelves[n]
        words = catalog.category(shelf).kinds[shelf.kind].words
        near = [heap for heap in heaps if any(alike(words, other) for other in heap)]
        heaps = [heap for heap in heaps if heap not in near] + [
            [words, *(other for heap in near for other in heap)]
        ]
    return len(heaps)


class Served(Value):
    """How far a job can be set in a catalogue: the levels at which every try could be set and solved, and why
    not the others."""

    levels: tuple[int, ...]
    because: str = ""

    def __str__(self) -> str:
        if self.levels == tuple(LEVELS):
            return ""
        return f"levels 0 to {self.levels[-1]} only: {self.because}" if self.levels else f"no: {self.because}"


def serves(
    catalog: "Catalog", seeds: int = 2, advance: Callable[[], object] = lambda: None
) -> dict[str, Served]:
    """Every environment, tried with the expert at every level until one fails."""
    return {env: _served(catalog, env, seeds, advance) for env in all_envs()}


def served_at(catalog: "Catalog", env: str, levels: Iterable[int]) -> str:
    """Why the job cannot be set at one of these levels; nothing where it can."""
    apart = _apart(catalog, env) if catalog.serves(env) else 0
    for level in levels:
        if apart < (names := NAMES[env](level) if env in NAMES else 1):
            if not apart:
                return NEEDS.get(env, NEEDS[""])
            return (
                f"level {level} takes {names} shelves whose names nobody would confuse, "
                f"and there {_are(apart)}"
            )
        try:
            start(Spec(get_env(env).id, level, 0), catalog=catalog)
        except TooSmall as why:
            return f"at level {level} {why}"
    return ""


def _are(count: int) -> str:
    return f"{'is' if count == 1 else 'are'} {count}"


def _served(catalog: "Catalog", env: str, seeds: int, advance: Callable[[], object]) -> Served:
    good: list[int] = []
    apart = _apart(catalog, env) if catalog.serves(env) else len(LEVELS)
    for level in LEVELS:
        if apart < (names := NAMES[env](level) if env in NAMES else 1):
            return Served(
                levels=tuple(good),
                because=f"it takes {names} shelves whose names nobody would confuse, and there {_are(apart)}",
            )
        for seed in range(seeds if level <= HALF else 1):  # above, little depends on what a shop sells
            why = _tried(catalog, Spec(get_env(env).id, level, seed))
            if why:
                return Served(levels=tuple(good), because=why)
        good.append(level)
        advance()
    return Served(levels=tuple(good))


def _tried(catalog: "Catalog", spec: Spec) -> str:
    try:
        _, verdict = play(start(spec, catalog=catalog), get("expert"))
    except ValueError as error:
        return str(error)
    failed = [c.name for c in verdict.checks if not c.passed]
    return (
        ""
        if verdict.reward == 1.0
        else f"the expert earned {verdict.reward:g} on {spec}" + (f" ({', '.join(failed)})" if failed else "")
    )
