"""Journey: the expert, who sees only what was said and shown."""

from ...core.env import Acts, Moves, Observation
from ...customer.acts import Opens
from ..shared.expert_moves import call
from .task import _jobs


def expert(seen: Observation, heard: Acts) -> Moves:
    """Plays the legs one after the other with each job's own expert; a matter that comes up in between
    waits."""
    waiting = [a for a in heard if isinstance(a, Opens)]
    while waiting:
        matter = waiting.pop(0)
        moves = _jobs()[matter.job].expert(seen, (matter,))
        turn = next(moves, None)
        while turn is not None:
            seen, heard = yield turn
            waiting += [a for a in heard if isinstance(a, Opens)]
            try:
                turn = moves.send((seen, tuple(a for a in heard if not isinstance(a, Opens))))
            except StopIteration:
                turn = None
    yield call("finish")
