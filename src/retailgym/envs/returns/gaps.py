"""Which facts of a case are left open: those that decide, and never so few that the end can be guessed."""

from collections.abc import Collection, Mapping, Sequence

from ...core.streams import Rng
from ...tools.returns import Statement
from ..shared.return_statements import Said, value_of
from .checks import ReturnsGoal

ENDS = 8  # no end is more likely than one in so many, for who does not ask what is left open
CERTAIN = 1_000_000


class Gaps:
    """What is so of a case, all that may be so with what it comes to, how many pieces may go back, and how
    often, per mille, the policy refuses one."""

    def __init__(
        self, true: Statement, ends: Mapping[Statement, ReturnsGoal], pieces: int, refused: int
    ) -> None:
        self.true, self.ends, self.pieces, self.refused = true, ends, pieces, refused

    def left_open(self, rng: Rng, unsaid: Mapping[str, bool]) -> list[str]:
        """What is to be left open and decides, with as much beside it as it takes lest it be guessed; what
        would be guessed anyhow is said."""
        told = rng.shuffled([f for f, left in unsaid.items() if not left])
        while len(told) < len(unsaid):
            if self._chance(told):
                for fact in self._idle(told, unsaid):
                    told += [fact] if self._chance([*told, fact]) else []
                return [f for f in unsaid if f not in told] if rng.chance(self._chance(told)) else []
            if not told:
                break
            told.pop()
        return []

    def _chance(self, told: Sequence[str]) -> int:
        """How often, per mille, it is left open how it ends where so much is told, so that no end is likely
        among those that are left open: those that the policy refuses are as likely as each other, and so are
        those that it allows, by how many go back."""
        ends = list(dict.fromkeys(self._fitting(told).values()))
        against = [end for end in ends if end.outcome == "refused" or end.approval]
        share = CERTAIN * self.refused // 1000 if len(against) < len(ends) else CERTAIN
        allowed = CERTAIN - share if against else CERTAIN
        pieces = 1 if "count" in told else self.pieces
        numbers = [1 if end.outcome == "refused" else pieces for end in ends]
        refusals = sum([n for end, n in zip(ends, numbers, strict=True) if end in against])
        likely = [
            share // refusals if end in against else allowed // (sum(numbers) - refusals) for end in ends
        ]
        most = max(likely)
        each = list(zip(likely, numbers, strict=True))
        while most * ENDS > (left := sum([min(p, most) * n for p, n in each])):
            most = left // ENDS
        return min(1000, 1000 * most // max(1, likely[ends.index(self.ends[self.true])]))

    def _fitting(self, told: Sequence[str]) -> dict[Statement, ReturnsGoal]:
        """What may be so where so much is told, with what it comes to."""
        return {
            said: end
            for said, end in self.ends.items()
            if all(value_of(said, f) == value_of(self.true, f) for f in told)
        }

    def _idle(self, told: Sequence[str], facts: Collection[str]) -> list[str]:
        """What changes nothing, however it and all else that is left open were."""
        may_be = self._fitting(told)
        goes = any(end.outcome != "refused" for end in may_be.values())
        left = [f for f in facts if f not in told]
        return [
            fact
            for fact in left
            if not (goes and self.pieces > 1 if fact == "count" else _changes(fact, may_be, facts))
        ]


def _changes(fact: str, may_be: Mapping[Statement, ReturnsGoal], facts: Collection[str]) -> bool:
    """Whether two that differ in one fact alone come to something else."""
    found = dict[tuple[Said, ...], ReturnsGoal]()
    for said, end in may_be.items():
        if found.setdefault(tuple([value_of(said, f) for f in facts if f != fact]), end) != end:
            return True
    return False
