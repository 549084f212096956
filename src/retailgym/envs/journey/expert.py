"""Journey: the expert, who sees only what was said and shown."""

from collections.abc import Callable, Mapping
from typing import Any

from ...core.env import Acts, Moves, Observation, Player
from ...core.values import replace
from ...customer.acts import Act, Opens
from ..shared.expert_moves import call
from ..shared.links import settled
from .task import MOST_LEGS, _jobs


def one_after_the_other(player_of: Callable[[str], Player], most: int = MOST_LEGS) -> Player:
    """Plays so many legs in turn, each with a player of its job; a matter that comes up in between waits."""

    def player(seen: Observation, heard: Acts) -> Moves:
        waiting = [a for a in heard if isinstance(a, Opens)]
        done, told = 0, [a for a in heard if not isinstance(a, Opens)]
        endings: dict[str, Mapping[str, Any]] = {}
        while waiting and done < most:
            request, done = waiting.pop(0), done + 1
            mine = range(request.first, request.first + len(request.things))
            before = [request, *[a for a in told if _speaks_of(a, mine)]]
            moves = player_of(request.job)(seen, tuple([_settled(a, endings) for a in before]))
            turn = next(moves, None)
            while turn is not None:
                if turn.calls and turn.calls[0].name == _jobs()[request.job].closing:
                    endings[request.job] = turn.calls[0].arguments
                seen, heard = yield turn
                waiting += [a for a in heard if isinstance(a, Opens)]
                told += [a for a in heard if not isinstance(a, Opens)]
                try:
                    rest = [_settled(a, endings) for a in heard if not isinstance(a, Opens)]
                    turn = moves.send((seen, tuple(rest)))
                except StopIteration:
                    turn = None
        yield call("finish")

    return player


def _settled(act: Act, endings: Mapping[str, Mapping[str, Any]]) -> Act:
    """The same, with numbers as they are now that earlier matters have ended."""
    told = getattr(act, "told", ())
    now = tuple([replace(t, value=settled(t.value, endings)) for t in told])
    return act if now == told else replace(act, told=now)


def _speaks_of(act: Act, things: range) -> bool:
    """Whether a detail of one of the things is told in it, if only in passing."""
    return any(t.thing in things for t in getattr(act, "told", ()))


expert = one_after_the_other(lambda job: _jobs()[job].expert)
