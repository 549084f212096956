"""Rollouts on Ray: actors on as many machines as there are, groups of G from one spec, one curriculum for
all.

with RolloutPool("expert", workers=8, group=8) as pool:
    for group in pool.play(specs):
        print(group.spec, group.rewards())

An actor that is lost is replaced, and what it was playing is played again: a spec gives the same episodes
wherever it is played. Every actor opens the catalogue by name, and the pages of its memory map are shared by
all that run on one machine."""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sized
from functools import cached_property
from itertools import islice
from time import process_time
from types import TracebackType
from typing import Any

import msgspec

from ..core.errors import RetailGymError
from .needs import needs

needs(
    "ray",
    "ray:remote",
    "ray:wait",
    "ray.exceptions:RayActorError.actor_init_failed",
    "ray.exceptions:ObjectLostError",
)

import ray  # noqa: E402
from ray.exceptions import ObjectLostError, RayActorError  # noqa: E402

from .. import catalog as catalogs  # noqa: E402
from .. import players  # noqa: E402
from ..core import curriculum as curricula  # noqa: E402
from ..core.curriculum import Curriculum, FinishedEpisode  # noqa: E402
from ..core.env import Player, Turn  # noqa: E402
from ..core.reward import Verdict  # noqa: E402
from ..core.spec import Spec, split_of, task  # noqa: E402
from ..core.streams import Streams  # noqa: E402
from ..core.values import Value, encode  # noqa: E402
from .groups import Rollout, RolloutGroup, Team, play_group  # noqa: E402
from .splits import admit  # noqa: E402

AT_ONCE = 256  # episodes that an actor is handed together: scripts are quick, and a call costs a millisecond
AHEAD = 2  # parcels of work that wait at each actor, so that none is ever idle
# towards the end parcels shrink to this share of what is left for an actor, so that all of them end together
SHARES = 2
INLINE_BYTES = (
    16 * 2**20
)  # results up to this size come straight from an actor, not by way of the store of objects, which costs more
TRIES = 3  # actors lost one after the other at the same work, before it is told that the work may be to blame
CURRICULUM = "retailgym-curriculum"
LEARN = "keep groups of an evaluation from the curriculum"
Store = int | str | None  # the size of a generated catalogue, or where one lies; None is the usual one
Request = int | list[FinishedEpisode]  # so many specs, or what was played
_turns = msgspec.json.Decoder(tuple[tuple[Turn, ...], ...]).decode


class FarGroup(Value, array_like=True, dict=True, gc=True):
    """A group that an actor played. What it earned is here at once; its turns are read when somebody looks at
    them."""

    spec: Spec
    verdicts: tuple[Verdict, ...]
    written: msgspec.Raw  # the turns of each rollout

    def rewards(self) -> tuple[float, ...]:
        return tuple(v.reward for v in self.verdicts)

    @cached_property
    def rollouts(self) -> tuple[Rollout, ...]:
        told = zip(_turns(self.written), self.verdicts, strict=True)
        return tuple(Rollout(spec=self.spec, turns=turns, verdict=verdict) for turns, verdict in told)


_groups = msgspec.json.Decoder(list[FarGroup]).decode


class Clerk:
    """Plays groups; lives in an actor."""

    def __init__(self, team: Team, size: int, store: Store) -> None:
        self._team, self._size = team, size
        self._catalog = None if store is None else catalogs.load(store)

    def play(self, specs: list[str]) -> bytes:
        """The groups as JSON, which costs a third of pickling them. Their specs were let in by the pool."""
        played = [
            play_group(spec, self._team, self._size, catalog=self._catalog, evaluate=True) for spec in specs
        ]
        return encode([(group.spec, group.verdicts, [r.turns for r in group.rollouts]) for group in played])

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

    def _learn(self, played: list[FinishedEpisode]) -> list[str]:
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
        return (
            ray.remote(Teacher).options(name=self._name, get_if_exists=True, num_cpus=0).remote(*self._kept)
        )

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

    def learn(self, groups: Iterable[RolloutGroup | FarGroup]) -> None:
        """What was played moves it. Only the training split counts; what is held out is refused."""
        self._asked(
            [
                FinishedEpisode(
                    env=s.env,
                    level=s.level,
                    success=v.success,
                    reward=v.reward,
                    evaluation=split_of(s.seed) != "train",
                )
                for s, verdicts in ((admit(g.spec, instead=LEARN), g.verdicts) for g in groups)
                for v in verdicts
            ]
        )

    def state(self) -> Curriculum:
        self._asked([])
        return curricula.restored(self._kept[0])


class Lost(RetailGymError, RuntimeError):
    """Work that no actor comes back from."""


class RolloutPool:
    """Actors that play. `player` is a name, or a function from a member's number to its player, which travels
    to the actors.

    With a player that asks a model, hand out one episode at a time: `at_once=1`. Specs of the test split are
    refused unless `evaluate` says that nothing is learned from them."""

    def __init__(  # what plays, how much of it, and where
        self,
        player: str | Team,
        *,
        workers: int = 2,
        group: int = 1,
        catalog: Store = None,
        at_once: int = AT_ONCE,
        evaluate: bool = False,
    ) -> None:
        if min(workers, group, at_once) < 1:
            raise ValueError(f"workers={workers}, group={group} and at_once={at_once} must be 1 or more")
        self._team: Team = _everybody(player) if isinstance(player, str) else player
        self._group, self._store, self._evaluate = group, catalog, evaluate
        self._most = max(1, at_once // group)  # groups in a parcel
        if not ray.is_initialized():
            os.environ.setdefault("RAY_max_direct_call_object_size", str(INLINE_BYTES))
            ray.init(
                include_dashboard=False, num_cpus=max(workers, os.cpu_count() or 1)
            )  # an actor without a place would never begin
        self.replaced = 0  # actors that were lost
        self._in_a_row: Counter[int] = Counter()  # those lost since the last parcel came back, by place
        self.clerks = [self._hired() for _ in range(workers)]

    def _hired(self) -> Any:
        return ray.remote(Clerk).options(num_cpus=1).remote(self._team, self._group, self._store)

    def cpu_s(self) -> float:
        """CPU-seconds that the actors have used; answered when every one of them is there."""
        return float(sum(ray.get([clerk.cpu_s.remote() for clerk in self.clerks])))

    def play(self, specs: Iterable[Spec | str]) -> Iterator[FarGroup]:
        """A group for each spec, in their order. Where it is known how many there are, the last parcels are
        small."""
        parcels = self._parcels(specs)
        waiting: dict[
            Any, tuple[int, int, list[str]]
        ] = {}  # what is out: its number, the clerk's place, the specs
        done: dict[int, list[FarGroup]] = {}
        handed = given = 0
        for place in [p for _ in range(AHEAD) for p in range(len(self.clerks))]:
            handed += self._hand(waiting, handed, place, next(parcels, []))
        while waiting:
            (ref,), _ = ray.wait(list(waiting), num_returns=1)
            number, place, parcel = waiting.pop(ref)
            try:
                done[number] = _groups(ray.get(ref))
            except (RayActorError, ObjectLostError) as why:
                self._replace(waiting, place, (number, parcel), why)
                continue
            self._in_a_row[place] = 0
            handed += self._hand(waiting, handed, place, next(parcels, []))
            while given in done:
                yield from done.pop(given)
                given += 1

    def _parcels(self, specs: Iterable[Spec | str]) -> Iterator[list[str]]:
        texts: Iterable[str] = (str(admit(spec, self._evaluate)) for spec in specs)
        left = None
        if isinstance(specs, Sized):
            texts, left = (
                list(texts),
                len(specs),
            )  # so that a spec that is refused is refused before anything is played
        coming = iter(texts)
        while parcel := list(islice(coming, _share(left, len(self.clerks), self._most))):
            left = None if left is None else left - len(parcel)
            yield parcel

    def _hand(
        self, waiting: dict[Any, tuple[int, int, list[str]]], number: int, place: int, parcel: list[str]
    ) -> int:
        if not parcel:
            return 0
        waiting[self.clerks[place].play.remote(parcel)] = number, place, parcel
        return 1

    def _replace(
        self,
        waiting: dict[Any, tuple[int, int, list[str]]],
        place: int,
        lost: tuple[int, list[str]],
        why: Exception,
    ) -> None:
        """A new actor at the same place, and all that the old one was to play; unless the next would be lost
        like it."""
        if isinstance(why, RayActorError) and why.actor_init_failed:
            raise why
        ray.kill(self.clerks[place])  # if it is only out of reach
        self.clerks[place] = self._hired()
        self.replaced += 1
        self._in_a_row[place] += 1
        if self._in_a_row[place] == TRIES:
            self._in_a_row[place] = 0
            raise Lost(
                f"{TRIES} actors in a row were lost while {lost[1][0]} and what follows was to be "
                f"played; "
                f"try it in this process"
            ) from why
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

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _everybody(name: str) -> Callable[[int], Player]:
    players.get(name)

    def team(member: int) -> Player:
        return players.get(name)

    return team


def _share(left: int | None, actors: int, most: int) -> int:
    """How many groups the next parcel has."""
    return most if left is None else max(1, min(most, left // (SHARES * actors)))
