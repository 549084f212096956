"""Journey: the expert, who sees only what was said and shown."""

from collections.abc import Callable

from ...core.env import Acts, Moves, Observation, Player
from ...customer.acts import Opens, Revises
from ..shared.expert_moves import call
from .task import MOST_LEGS, _jobs


def one_after_the_other(player_of: Callable[[str], Player], most: int = MOST_LEGS) -> Player:
    """Plays so many legs in turn, each with a player of its job; a matter that comes up in between waits."""

    def player(seen: Observation, heard: Acts) -> Moves:
        waiting = [a for a in heard if isinstance(a, Opens)]
        settled, revised = 0, [a for a in heard if isinstance(a, Revises)]
        while waiting and settled < most:
            request, settled = waiting.pop(0), settled + 1
            mine = range(request.first, request.first + len(request.things))
            moves = player_of(request.job)(
                seen, (request, *[r for r in revised if any(t.thing in mine for t in r.told)])
            )
            turn = next(moves, None)
            while turn is not None:
                seen, heard = yield turn
                waiting += [a for a in heard if isinstance(a, Opens)]
                revised += [a for a in heard if isinstance(a, Revises)]
                try:
                    turn = moves.send((seen, tuple(a for a in heard if not isinstance(a, Opens))))
                except StopIteration:
                    turn = None
        yield call("finish")

    return player


expert = one_after_the_other(lambda job: _jobs()[job].expert)
