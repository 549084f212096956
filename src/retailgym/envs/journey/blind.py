"""Journey without reading: each job's blind scripts in turn, then the end."""

from contextlib import suppress

from ...core.env import Acts, Moves, Observation, Player
from ...core.spec import JOBS
from ...players.blind import scripts
from ..shared.expert_moves import call


def _chain(nth: int) -> Player:
    def player(seen: Observation, heard: Acts) -> Moves:
        for players in (scripts()[job] for job in JOBS[:7] if job in scripts()):
            with suppress(LookupError):  # the script found nothing to go by
                yield from list(players.values())[nth % len(players)](seen, ())
        yield call("finish")

    return player


PLAYERS: dict[str, Player] = {"first_of_each": _chain(0), "second_of_each": _chain(1)}
