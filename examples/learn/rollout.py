"""Play many episodes at once: the model writes for some while the workers step the others."""

import time
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from model import Writer
from shop import Numbers, Shop

Task = tuple[str, int, int]  # environment, level, seed


@dataclass
class Played:
    """What came of an episode, and its text."""

    env: str
    level: int
    turns: int = 0
    reward: float = 0.0
    success: bool = False
    ended: str = "context"  # closed, budget, invalid; or out of context
    unseen: float = 0.0  # share of ids that were made up
    length: int = 0
    ids: Numbers | None = None
    written: Numbers | None = None
    chances: Numbers | None = None  # log-probabilities of what was written


class Rollout:
    """Rows of a writer that are given to episodes, and again to others when those are over."""

    def __init__(self, shop: Shop, writer: Writer) -> None:
        self.shop, self.writer = shop, writer
        self.seconds = {"rollout": 0.0, "waiting": 0.0, "reading": 0.0, "writing": 0.0}

    def play(self, tasks: list[Task], group: int) -> list[Played]:
        """Every task `group` times; all that belong to a task stand together in the answer."""
        self.seconds, began = dict.fromkeys(self.seconds, 0.0), time.perf_counter()
        played = [Played(env, level) for env, level, _ in tasks for _ in range(group)]
        free, waiting = list(range(len(self.writer.at))), list(enumerate(tasks))[::-1]
        self.of: dict[int, Played] = {}  # by row
        self.worker: dict[int, int] = {}
        moves: dict[int, list[Any]] = defaultdict(list)
        while True:
            while waiting and len(free) >= group:
                n, (env, level, seed) = waiting.pop()
                rows, worker = [free.pop() for _ in range(group)], n % len(self.shop.pipes)
                self.of.update(zip(rows, played[n * group : (n + 1) * group], strict=True))
                self.worker.update(dict.fromkeys(rows, worker))
                moves[worker].append((f"{env}/{level}/{seed}", rows))
            for worker, some in moves.items():
                self.shop.ask(worker, ("play", some))
            moves = defaultdict(list)
            if not self.of:
                break
            free += self._receive()
            for row, start, act in self._timed("writing", self.writer.write):
                one = self.of[row]
                one.turns, one.length = one.turns + 1, start + len(act)
                moves[self.worker[row]].append((row, act))
        self.seconds["rollout"] = time.perf_counter() - began
        return played

    def _timed(self, name: str, do: Any, *given: Any) -> Any:
        began = time.perf_counter()
        answer = do(*given)
        self.seconds[name] += time.perf_counter() - began
        return answer

    def _receive(self) -> list[int]:
        """Read what the episodes show next; the rows of those that are over. Nobody waits for the shop as
        long as there is something to write."""
        shown: dict[int, tuple[int, Numbers]] = {}
        over: list[int] = []
        room = self.writer.context - self.writer.longest - 2
        timeout = 0 if self.writer.begun else None
        for _, answer in self._timed("waiting", self.shop.answers, timeout):
            for rows, next_shown in answer:
                for row in rows:
                    one = self.of[row]
                    if isinstance(next_shown, tuple):
                        one.reward, one.success, one.ended, one.unseen = next_shown
                        over.append(row)
                    elif one.length + len(next_shown) < room:
                        shown[row] = one.length, next_shown
                    else:
                        over.append(row)
        if over:
            rows = torch.tensor(over, device=self.writer.at.device)
            texts = [x[rows].cpu().numpy() for x in self.writer.state[:3]]
            for n, one in enumerate(map(self.of.pop, over)):
                one.ids, one.chances, one.written = (np.copy(x[n, : one.length]) for x in texts)
        self._timed("reading", self.writer.read, shown)
        return over
