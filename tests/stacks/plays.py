"""Fifty specs of all environments and levels with turns that end well, badly or in a mistake, and what the
core says they earn."""

from functools import cache

import retailgym as rg
from retailgym.core.env import Acts, Call, Moves, Observation, Player, Turn
from retailgym.training import Rollout, rollout

PLAYS = 50


def first_half_then_malformed(seen: Observation, heard: Acts) -> Moves:
    """The expert's first turns, then an argument that no tool has."""
    moves = rg.players.expert(seen, heard)
    turn = next(moves)
    for _ in range(3):
        came_back = yield turn
        turn = moves.send(came_back)
    yield Turn("", (Call(seen.tools[0].name, {"surprise": 1}),))


def wasteful(seen: Observation, heard: Acts) -> Moves:
    """The expert, who makes the first call twice."""
    moves = rg.players.expert(seen, heard)
    turn, called = next(moves), False
    while True:
        if turn.calls and not called:
            called = True
            yield turn
        came_back = yield turn
        try:
            turn = moves.send(came_back)
        except StopIteration:
            return


PLAYERS: tuple[Player, ...] = (
    rg.players.expert,
    wasteful,
    rg.players.get("random"),
    first_half_then_malformed,
    rg.players.get("open_questions"),
)


@cache
def plays() -> tuple[Rollout, ...]:
    specs = [rg.task("validation", i, rg.envs()[i % 9], 5 * i % 13) for i in range(PLAYS)]
    return tuple(
        rollout(rg.start(spec), PLAYERS[i % len(PLAYERS)], digests=True) for i, spec in enumerate(specs)
    )
