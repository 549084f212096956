"""Players by name: the expert, the silent one, those that do not read, and a small one that has learned."""

from ..core.env import Acts, Moves, Observation, Player
from ..core.errors import did_you_mean
from ..envs import get_env
from ..envs.shared.careful import careful
from . import generic as anyone
from .blind import scripts
from .play import path as path
from .play import play as play
from .small import WEIGHTS, small_player


def expert(seen: Observation, heard: Acts) -> Moves:
    """Sees what was said and shown, and solves every task."""
    return careful(get_env(seen.env).expert)(seen, heard)


def names() -> tuple[str, ...]:
    return (
        "expert",
        *anyone.PLAYERS,
        "small",
        *sorted({name for by_env in scripts().values() for name in by_env}),
    )


def blind_for(env: str) -> dict[str, Player]:
    """All players that ignore what the customer means, for one environment."""
    return {**{n: p for n, p in anyone.PLAYERS.items() if n != "silent"}, **scripts().get(env, {})}


def learned(env: str) -> tuple[str, ...]:
    """Players that have learned this job."""
    return ("small",) if env in WEIGHTS else ()


def get(name: str) -> Player:
    if name == "expert":
        return expert
    if name == "small":
        return small_player
    if name in anyone.PLAYERS:
        return anyone.PLAYERS[name]
    if name in names():
        return _scripted(name)
    raise ValueError(f"no player {name!r}; {did_you_mean(name, names())}")


def _scripted(name: str) -> Player:
    def player(seen: Observation, heard: Acts) -> Moves:
        script = scripts().get(seen.env, {}).get(name)
        if script is None:
            raise ValueError(
                f"player {name!r} has no script for {seen.env!r}; it plays "
                f"{', '.join(e for e, s in scripts().items() if name in s)}"
            )
        return script(seen, heard)

    return player
