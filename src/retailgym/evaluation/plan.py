"""Which episodes to play: players, environments, levels and seeds, as people write them."""

from typing import Literal, NamedTuple

from .. import players
from ..core.difficulty import LEVELS
from ..core.spec import SETS, Spec, task
from ..core.values import Value, replace
from ..envs import all_envs, get_env

SPLITS = ("train", "validation", "test")


class Job(NamedTuple):
    """One episode to play; repeats of a spec count from 0."""

    player: str
    spec: Spec
    repeat: int = 0


class EvaluationPlan(Value):
    """Every player meets the same specs, each as often as there are repeats."""

    players: tuple[str, ...]
    envs: tuple[str, ...]
    levels: tuple[int, ...]
    seeds: int  # per environment and level
    split: str = "test"
    repeats: int = 1
    invalid: Literal["end", "strike"] = "end"
    models: frozenset[str] = frozenset()  # players that are models, not scripts
    key_fingerprint: str = ""  # of the secret key; the key itself is given to `specs`

    def __post_init__(self) -> None:
        if self.seeds < 1 or self.repeats < 1:
            raise ValueError(f"seeds and repeats must be 1 or more, not {self.seeds} and {self.repeats}")
        if self.split not in SPLITS and not (self.split == "sealed" and self.key_fingerprint):
            secret = (
                ", or give the secret key of a sealed set with --key-file"
                if self.split == "sealed"
                else ", or sealed with --key-file"
            )
            raise ValueError(f"no split {self.split!r} to evaluate on; choose {', '.join(SPLITS)}{secret}")
        if again := next((p for n, p in enumerate(self.players) if p in self.players[:n]), None):
            raise ValueError(
                f"two players are called {again!r}; a model may not have the name of a script beside it"
            )
        for player in self.players:
            for env in self.envs if player not in self.models else ():
                check_plays(player, env)

    def specs(self, key: bytes = b"") -> list[Spec]:
        drawn = [
            task(self.split, i, env, level, key=key)
            for env in self.envs
            for level in self.levels
            for i in range(self.seeds)
        ]
        return [replace(spec, invalid=self.invalid) for spec in drawn] if self.invalid != "end" else drawn

    def jobs(self, key: bytes = b"") -> list[Job]:
        """Repeat by repeat and seed by seed, so that a run that is stopped has been everywhere alike."""
        drawn = self.specs(key)
        specs = [spec for n in range(self.seeds) for spec in drawn[n :: self.seeds]]
        return [
            Job(player, spec, repeat)
            for player in self.players
            for repeat in range(self.repeats)
            for spec in specs
        ]


def choose_envs(text: str) -> tuple[str, ...]:
    """Installed environments: "all", a set such as "C4", names such as "cart,returns", or a mix of these."""
    chosen: list[str] = []
    for name in _parts(text, "environments, such as all, C4 or cart,returns"):
        if name in SETS and (missing := [e for e in SETS[name] if e not in all_envs()]):
            raise ValueError(
                f"set {name} needs {', '.join(missing)}, which are not installed; installed are "
                f"{', '.join(all_envs())}"
            )
        chosen += all_envs() if name == "all" else SETS[name] if name in SETS else [get_env(name).id]
    return tuple(dict.fromkeys(chosen))


def choose_levels(text: str) -> tuple[int, ...]:
    """Levels: "0,6,12", "0-24", "all", or a mix of these."""
    chosen: list[int] = []
    for part in _parts(text, "levels, such as 0,6,12 or 0-24"):
        first, _, last = (f"{LEVELS[0]}-{LEVELS[-1]}" if part == "all" else part).partition("-")
        ends = first.strip(), (last or first).strip()
        if not all(e.isascii() and e.isdigit() and int(e) in LEVELS for e in ends) or int(ends[0]) > int(
            ends[1]
        ):
            raise ValueError(
                f"levels {part!r} cannot be read; write numbers from {LEVELS[0]} to {LEVELS[-1]}, such "
                f"as "
                f"0,6,12 or 0-24"
            )
        chosen += range(int(ends[0]), int(ends[1]) + 1)
    return tuple(sorted(set(chosen)))


def choose_players(texts: list[str]) -> tuple[str, ...]:
    """Players by name, each text one or several: ["expert", "silent,random"]."""
    chosen = [
        name for text in texts for name in _parts(text, f"players, such as {', '.join(players.names()[:3])}")
    ]
    for name in chosen:
        players.get(name)
    return tuple(dict.fromkeys(chosen))


def check_plays(player: str, env: str) -> None:
    """Scripts are written for one environment; the others play anywhere."""
    players.get(player)
    scripted = {name for e in all_envs() for name in players.blind_for(e)}
    if player in scripted and player not in players.blind_for(env):
        able = ",".join(e for e in all_envs() if player in players.blind_for(e))
        raise ValueError(f"player {player!r} has no script for {env!r}; it plays --envs {able}")


def _parts(text: str, wanted: str) -> list[str]:
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not parts:
        raise ValueError(f"{text!r} names nothing; write {wanted}")
    return parts
