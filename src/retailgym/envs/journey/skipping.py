"""Journey, every word understood and a part left out: in each leg what its own skipping player leaves out, or
all matters but the first."""

from ...core.env import Acts, Moves, Observation, Player
from ...customer.acts import Opens
from .. import part
from ..shared.expert_moves import call
from .expert import one_after_the_other
from .task import _jobs


def _leaving_out(name: str) -> Player:
    """Each leg by the job's player of that name; by its expert, where there is no such part to leave out."""

    def player_of(job: str) -> Player:
        module = part(job, "skipping")
        expert: Player = _jobs()[job].expert
        return module.PLAYERS.get(name, expert) if module is not None else expert

    return one_after_the_other(player_of)


def first_matter_only(seen: Observation, heard: Acts) -> Moves:
    """Settles what the customer came for and ends the conversation."""
    (matter,) = [a for a in heard if isinstance(a, Opens)]
    yield from _jobs()[matter.job].expert(seen, heard)
    yield call("finish")


PLAYERS: dict[str, Player] = {
    "never_asks": _leaving_out("never_asks"),
    "never_confirms": _leaving_out("never_confirms"),
    "first_matter_only": first_matter_only,
}
