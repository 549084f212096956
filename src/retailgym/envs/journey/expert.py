"""Journey: the expert, who sees only what was said and shown."""

from collections.abc import Callable

from ...core.env import Acts, Moves, Observation, Player
from ...customer.acts import Act, Opens
from ..shared.expert_moves import call
from .task import MOST_LEGS, _jobs


def one_after_the_other(player_of: Callable[[str], Player], most: int = MOST_LEGS) -> Player:
    """Plays so many legs in turn, each with a player of its job; a matter that comes up in between waits."""

    def player(seen: Observation, heard: Acts) -> Moves:
        waiting = [a for a in heard if isinstance(a, Opens)]
        settled, told = 0, [a for a in heard if not isinstance(a, Opens)]
        while waiting and settled < most:
            request, settled = waiting.pop(0), settled + 1
            mine = range(request.first, request.first + len(request.things))
            moves = player_of(request.job)(seen, (request, *[a for a in told if _speaks_of(a, mine)]))
            turn = next(moves, None)
            while turn is not None:
                seen, heard = yield turn
                waiting += [a for a in heard if isinstance(a, Opens)]
                told += [a for a in heard if not isinstance(a, Opens)]
                try:
                    turn = moves.send((seen, tuple(a for a in heard if not isinstance(a, Opens))))
                except StopIteration:
                    turn = None
        yield call("finish")

    return player


def _speaks_of(act: Act, things: range) -> bool:
    """Whether a detail of one of the things is told in it, if only in passing."""
    return any(t.thing in things for t in getattr(act, "told", ()))


expert = one_after_the_other(lambda job: _jobs()[job].expert)
