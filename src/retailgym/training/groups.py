"""Group sampling: G continuations from one start, and forks at any turn.

An episode is a value, so a fork is a second name for it: a group costs one world, and every member meets the
same customer."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ..core.env import Player, Turn
from ..core.episode import Episode, digest, heard, judge, observe, start, step
from ..core.reward import Verdict
from ..core.spec import Spec
from ..core.values import Value
from .splits import admit

if TYPE_CHECKING:
    from ..catalog.catalogue import Catalog

Team = Callable[[int], Player]  # the player of each member, by its number
Sampler = Callable[[Episode, int], Turn]  # what the n-th continuation of an episode does next


class Rollout(Value):
    """A finished continuation: all that it takes to play it again elsewhere, and what it earned."""

    spec: Spec
    turns: tuple[Turn, ...]  # from the start of the episode
    verdict: Verdict
    digest: str = ""  # of the finished episode, where it was asked for

    @property
    def reward(self) -> float:
        return self.verdict.reward


class RolloutGroup(Value):
    """All continuations of one start."""

    spec: Spec
    rollouts: tuple[Rollout, ...]

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        return tuple(r.verdict for r in self.rollouts)

    def rewards(self) -> tuple[float, ...]:
        return tuple(r.reward for r in self.rollouts)


def rollout(
    episode: Episode, player: Player, *, so_far: Sequence[Turn] = (), digests: bool = False
) -> Rollout:
    """Play on from any state; `so_far` are the turns that led to it."""
    turns = list(so_far)
    moves = player(observe(episode), heard(episode))
    turn = next(moves, None)
    while not episode.done:
        turns.append(turn or Turn())  # a player that stops is silent from then on
        episode = step(episode, turns[-1])
        if turn is not None and not episode.done:
            try:
                turn = moves.send((observe(episode), heard(episode)))
            except StopIteration:
                turn = None
    return _finished(episode, turns, digests)


def _finished(episode: Episode, turns: Sequence[Turn], digests: bool) -> Rollout:
    return Rollout(
        spec=episode.spec,
        turns=tuple(turns),
        verdict=judge(episode),
        digest=digest(episode) if digests else "",
    )


def play_group(
    spec: Spec | str, team: Team, size: int, *, catalog: "Catalog | None" = None, evaluate: bool = False
) -> RolloutGroup:
    """One start, `size` continuations of it."""
    opened = start(admit(spec, evaluate), catalog=catalog)
    return RolloutGroup(
        spec=opened.spec, rollouts=tuple(rollout(opened, team(member)) for member in range(size))
    )


def grow(
    episode: Episode,
    sample: Sampler,
    widths: Mapping[int, int],
    *,
    digests: bool = False,
    evaluate: bool = False,
) -> Iterator[Rollout]:
    """A tree of rollouts: before turn t every open episode is forked `widths[t]` ways, and not at all where t
    is not named."""
    admit(episode.spec, evaluate)
    open_ends: list[tuple[Episode, tuple[Turn, ...]]] = [(episode, ())]
    while open_ends:
        state, turns = open_ends.pop()
        if state.done:
            yield _finished(state, turns, digests)
            continue
        chosen = [sample(state, branch) for branch in range(widths.get(state.turns, 1))]
        open_ends += [(step(state, turn), (*turns, turn)) for turn in reversed(chosen)]


def advantages(rewards: Sequence[float]) -> tuple[float, ...]:
    """How much better each was than its group, in standard deviations; all zero where there was nothing to
    tell them apart."""
    mean = math.fsum(rewards) / len(rewards)
    spread = math.sqrt(math.fsum((r - mean) ** 2 for r in rewards) / len(rewards))
    return tuple((r - mean) / spread if spread else 0.0 for r in rewards)
