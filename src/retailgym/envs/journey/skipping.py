"""Journey, every word understood and a part left out: the customer's yes, or all matters but the first. What
else a leg's player could leave out is that job's own affair."""

from ...core.env import Player
from .. import part
from ..shared.links import ignoring
from .expert import expert, one_after_the_other
from .task import _jobs


def _leaving_out(name: str) -> Player:
    """Each leg by the job's player of that name; by its expert, where there is no such part to leave out."""

    def player_of(job: str) -> Player:
        module = part(job, "skipping")
        expert: Player = _jobs()[job].expert
        return module.PLAYERS.get(name, expert) if module is not None else expert

    return one_after_the_other(player_of)


PLAYERS: dict[str, Player] = {
    "never_asks": _leaving_out("never_asks"),
    "one_question": _leaving_out("one_question"),
    "never_confirms": _leaving_out("never_confirms"),
    "ignores_links": ignoring(expert),
    "first_matter_only": one_after_the_other(lambda job: _jobs()[job].expert, most=1),
}
