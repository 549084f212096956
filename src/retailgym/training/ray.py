"""Rollouts on Ray: actors on as many machines as there are, groups of G from one spec, one curriculum for all.

with RolloutPool("expert", workers=8, group=8) as pool:
    for group in pool.play(specs):
        print(group.spec, group.rewards())

An actor that is lost is replaced, and what it was playing is played again: a spec gives the same episodes wherever it is played. Every
actor opens the catalogue by name, and the pages of its memory map are shared by all that run on one machine.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from time import process_time
from types import TracebackType
from typing import Any

import msgspec

from .needs import needs

needs("ray", "ray:remote", "ray:wait", "ray.exceptions:RayActorError")

import ray  # noqa: E402
from ray.exceptions import RayActorError  # noqa: E402

from .. import catalog as catalogs  # noqa: E402
from .. import curriculum as curricula  # noqa: E402
from .. import players  # noqa: E402
from ..curriculum import Curriculum, Played  # noqa: E402
from ..env import Player  # noqa: E402
from ..rng import Streams  # noqa: E402
from ..spec import Spec, split_of, task  # noqa: E402
from ..value import encode  # noqa: E402
from .groups import Group, Team, play_group  # noqa: E402

AT_ONCE = 64  # episodes that an actor is handed together: scripts are quick, and a call costs a millisecond
AHEAD = 2  # parcels of work that wait at each actor, so that none is ever idle
CURRICULUM = "retailgym-curriculum"
Store = int | str | None  # the size of a generated catalogue, or where one lies; None is the usual one
Request = int | list[Played]  # so many specs, or what was played
_groups = msgspec.json.Decoder(list[Group]).decode


class Clerk:
    """Plays groups; lives in an actor."""

    def __init__(self, team: Team, size: int, store: Store) -> None:
        self._team, self._size = team, size
        self._catalog = None if store is None else catalogs.load(store)

    def play(self, specs: list[str]) -> bytes:
        """The groups as JSON, which costs a third of pickling them."""
        return encode([play_group(spec, self._team, self._size, catalog=self._catalog) for spec in specs])

    def cpu_s(self) -> float:
        """CPU-seconds that this actor has used."""
        return process_time()


class Teacher:
    """The curriculum; lives in a named actor, so that every pool of a cluster moves the same one."""

    def __init__(self, state: bytes, drawn: int) -> None:
        self._state, self._drawn = curricula.restored(state), drawn

    def _next(self, n: int) -> list[str]:
        """The specs of the next n episodes, all of the training split and none of them twice."""
        specs = []
        for i in range(self._drawn, self._drawn + n):
            env, level = curricula.choose(self._state, (Streams("curriculum") / CURRICULUM / i)())
            specs.append(str(task("train", i, env, level)))
        self._drawn += n
        return specs

    def _learn(self, played: list[Played]) -> list[str]:
        for one in played:
            self._state = curricula.after(self._state, one)
        return []

    def asked(self, what: Request) -> tuple[list[str], tuple[bytes, int]]:
        """The answer, and the state after it, in one reply: whoever has the one has the other."""
        specs = self._next(what) if isinstance(what, int) else self._learn(what)
        return specs, (curricula.saved(self._state), self._drawn)


class SharedCurriculum:
    """The curriculum of a cluster. If its actor is lost, it goes on from where this process last saw it."""

    def __init__(self, begin: Curriculum, *, name: str = CURRICULUM) -> None:
        self._kept, self._name = (curricula.saved(begin), 0), name
        self._actor = self._hired()

    def _hired(self) -> Any:
        return ray.remote(Teacher).options(name=self._name, get_if_exists=True, num_cpus=0).remote(*self._kept)

    def _asked(self, what: Request) -> list[str]:
        while True:
            try:
                specs, self._kept = ray.get(self._actor.asked.remote(what))
            except RayActorError:
                self._actor = self._hired()
                continue
            return list(specs)

    def specs(self, n: int) -> list[Spec]:
        """What to play next."""
        return [Spec.parse(text) for text in self._asked(n)]

    def learn(self, groups: Iterable[Group]) -> None:
        """What was played moves it; only the training split counts."""
        self._asked([
            Played(env=g.spec.env, level=g.spec.level, success=r.verdict.success, reward=r.reward, evaluation=split_of(g.spec.seed) != "train")
            for g in groups for r in g.rollouts
        ])  # fmt: skip

    def state(self) -> Curriculum:
        self._asked([])
        return curricula.restored(self._kept[0])


class RolloutPool:
    """Actors that play. `player` is a name, or a function from a member's number to its player, which travels to the actors.

    With a player that asks a model, hand out one episode at a time: `at_once=1`.
    """

    def __init__(self, player: str | Team, *, workers: int = 2, group: int = 1, catalog: Store = None, at_once: int = AT_ONCE) -> None:
        if min(workers, group, at_once) < 1:
            raise ValueError(f"workers={workers}, group={group} and at_once={at_once} must be 1 or more")
        self._team: Team = _everybody(player) if isinstance(player, str) else player
        self._group, self._store, self._at_once = group, catalog, at_once
        if not ray.is_initialized():
            ray.init(include_dashboard=False)
        self.replaced = 0  # actors that were lost
        self.clerks = [self._hired() for _ in range(workers)]

    def _hired(self) -> Any:
        return ray.remote(Clerk).options(num_cpus=1).remote(self._team, self._group, self._store)

    def cpu_s(self) -> float:
        """CPU-seconds that the actors have used; answered when every one of them is there."""
        return float(sum(ray.get([clerk.cpu_s.remote() for clerk in self.clerks])))

    def play(self, specs: Iterable[Spec | str]) -> Iterator[Group]:
        """A group for each spec, in their order."""
        parcels = _parcels((str(spec) for spec in specs), max(1, self._at_once // self._group))
        waiting: dict[Any, tuple[int, int, list[str]]] = {}  # what is out: its number, the clerk's place, the specs
        done: dict[int, list[Group]] = {}
        handed = given = 0
        for place in [p for _ in range(AHEAD) for p in range(len(self.clerks))]:
            handed += self._hand(waiting, handed, place, next(parcels, []))
        while waiting:
            (ref,), _ = ray.wait(list(waiting), num_returns=1)
            number, place, parcel = waiting.pop(ref)
            try:
                done[number] = _groups(ray.get(ref))
            except RayActorError:
                self._replace(waiting, place, (number, parcel))
                continue
            handed += self._hand(waiting, handed, place, next(parcels, []))
            while given in done:
                yield from done.pop(given)
                given += 1

    def _hand(self, waiting: dict[Any, tuple[int, int, list[str]]], number: int, place: int, parcel: list[str]) -> int:
        if not parcel:
            return 0
        waiting[self.clerks[place].play.remote(parcel)] = number, place, parcel
        return 1

    def _replace(self, waiting: dict[Any, tuple[int, int, list[str]]], place: int, lost: tuple[int, list[str]]) -> None:
        """A new actor at the same place, and all that the old one was to play."""
        self.clerks[place] = self._hired()
        self.replaced += 1
        rest = [(ref, number, parcel) for ref, (number, at, parcel) in waiting.items() if at == place]
        for ref, _, _ in rest:
            del waiting[ref]
        for number, parcel in [lost, *((number, parcel) for _, number, parcel in rest)]:
            self._hand(waiting, number, place, parcel)

    def close(self) -> None:
        for clerk in self.clerks:
            ray.kill(clerk)
        self.clerks = []

    def __enter__(self) -> "RolloutPool":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def _everybody(name: str) -> Callable[[int], Player]:
    players.get(name)

    def team(member: int) -> Player:
        return players.get(name)

    return team


def _parcels(specs: Iterator[str], size: int) -> Iterator[list[str]]:
    while parcel := list(islice(specs, size)):
        yield parcel
