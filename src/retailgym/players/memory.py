"""Nearest neighbour: remembers what the expert did for other openings, and does the same for the one that
reads most alike."""

from collections import Counter, defaultdict
from collections.abc import Iterable

from ..catalog.search.tokens import terms
from ..core.env import Acts, Call, Moves, Observation, Said, Turn
from ..core.episode import Episode
from .play import play


class Memory:
    """A player made of finished episodes. It remembers every call that was made, so that what it names has
    been shown to it."""

    def __init__(self) -> None:
        self._deeds: list[tuple[Call, ...]] = []
        self._holding: dict[str, list[int]] = defaultdict(list)

    def remember(self, episode: Episode) -> None:
        """Keep the opening of an episode and what was done in it."""
        calls = [e.call for e in episode.log if e.call is not None]
        for term in set(terms(_opening(e.message for e in episode.log[:1]))):
            self._holding[term].append(len(self._deeds))
        self._deeds.append(tuple(calls))

    def nearest(self, opening: str) -> tuple[Call, ...]:
        """The deeds for the opening that shares the rarest words; ties go to the earlier one."""
        scores: Counter[int] = Counter()
        for term in set(terms(opening)):
            holding = self._holding.get(term, [])
            for n in holding:
                scores[n] += 1_000_000 // len(holding)
        return self._deeds[min(scores, key=lambda n: (-scores[n], n))] if scores else ()

    def __call__(self, seen: Observation, heard: Acts) -> Moves:
        for call in self.nearest(_opening(seen.messages)):
            yield Turn("", (call,))


def _opening(messages: Iterable[object]) -> str:
    return " ".join(m.text for m in messages if isinstance(m, Said))


def memorised(episodes: Iterable[Episode]) -> Memory:
    """A memory of what the expert did in these episodes."""
    from . import expert

    memory = Memory()
    for episode in episodes:
        memory.remember(play(episode, expert)[0])
    return memory
