"""Play many episodes at once: the model writes for one half of them while the workers step the other."""

import time
from dataclasses import dataclass

import numpy as np
import torch
from model import Writer
from shop import Numbers, Shop
from text import Tokenizer

Task = tuple[str, int, int]  # environment, level, seed


@dataclass
class Played:
    """What came of an episode. Its text stands in the row of its writer."""

    env: str
    level: int
    length: int = 0
    turns: int = 0
    reward: float = 0.0
    success: bool = False
    ended: str = "context"  # closed, budget, invalid; or out of context
    unseen: float = 0.0  # share of ids that were made up


@dataclass
class Clock:
    """Where the time of rollouts goes, in seconds."""

    whole: float = 0.0
    waiting: float = 0.0  # for the environments, with nothing else to do


class Half:
    """As many episodes as a writer has rows: groups of equal size, each from one start."""

    def __init__(self, shop: Shop, writer: Writer, tokenizer: Tokenizer, number: int) -> None:
        self.shop, self.writer, self.tokenizer = shop, writer, tokenizer
        self.rows = len(writer.at)
        self.first = number * self.rows  # workers know an episode by its row over all halves
        self.worker: dict[int, int] = {}
        self.asked: list[int] = []

    def open(self, tasks: list[Task], group: int) -> None:
        self.writer.clear()
        self.played = [Played(env, level) for env, level, _ in tasks for _ in range(group)]
        self.shown: dict[int, Numbers] = {}
        requests: dict[int, list[tuple[str, list[int]]]] = {}
        for n, (env, level, seed) in enumerate(tasks):
            rows = [self.first + n * group + member for member in range(group)]
            worker = n % len(self.shop.pipes)
            self.worker.update(dict.fromkeys(rows, worker))
            requests.setdefault(worker, []).append((f"{env}/{level}/{seed}", rows))
        self._send("open", requests)

    def _send(self, verb: str, requests: dict[int, list[tuple[object, object]]]) -> None:
        self.asked = list(requests)
        for worker, request in requests.items():
            self.shop.pipes[worker].send((verb, request))

    def receive(self) -> None:
        """What the episodes show next. Those that have no room left for it end here."""
        room = self.writer.context - self.writer.longest - 2
        for worker in self.asked:
            for rows, shown in self.shop.take(self.shop.pipes[worker]):
                for row in [row - self.first for row in rows]:
                    played = self.played[row]
                    if isinstance(shown, tuple):
                        played.reward, played.success, played.ended, played.unseen = shown
                    elif played.length + len(shown) < room:
                        self.shown[row] = shown

    def act(self) -> None:
        """Let the model write, and send what it wrote."""
        shown = np.zeros((self.rows, max(map(len, self.shown.values()))), np.int64)
        lengths = np.zeros(self.rows, np.int64)
        for row, tokens in self.shown.items():
            shown[row, : len(tokens)] = tokens
            lengths[row] = len(tokens)
        device = self.writer.text.device
        requests: dict[int, list[tuple[object, object]]] = {}
        for row, start, act in self.writer.write(
            torch.from_numpy(shown).to(device), torch.from_numpy(lengths).to(device)
        ):
            played = self.played[row]
            played.turns, played.length = played.turns + 1, start + len(act)
            requests.setdefault(self.worker[self.first + row], []).append((self.first + row, act))
        self.shown = {}
        self._send("act", requests)


def roll(halves: list[Half], tasks: list[Task], group: int, clock: Clock) -> list[Played]:
    """Play every task `group` times; all that belong to a task stand together in the answer."""
    each = halves[0].rows // group
    played: list[Played] = []
    began = time.perf_counter()
    for first in range(0, len(tasks), each * len(halves)):
        parts = [tasks[first + n * each : first + (n + 1) * each] for n in range(len(halves))]
        playing = [half for half, part in zip(halves, parts, strict=True) if part]
        for half, part in zip(playing, parts, strict=False):
            half.open(part, group)
        opened = list(playing)
        while playing:
            for half in list(playing):
                waited = time.perf_counter()
                half.receive()
                clock.waiting += time.perf_counter() - waited
                if half.shown:
                    half.act()
                else:
                    playing.remove(half)
        played += [p for half in opened for p in half.played]
    clock.whole += time.perf_counter() - began
    return played
