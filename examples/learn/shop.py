"""The environments, stepped by worker processes: experts that show how, episodes that the learner plays."""

import multiprocessing
import random
import sys
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait
from typing import Any

import numpy as np

import retailgym as rg
from retailgym.core.env import Turn
from retailgym.core.episode import heard
from retailgym.core.reward import EFFICIENCY, GROUNDING
from retailgym.players.small.text import Reader
from retailgym.players.small.thoughts import Thinker
from retailgym.players.small.tokenizer import Tokenizer

Numbers = np.ndarray[Any, np.dtype[Any]]
FAULTS = RuntimeError, LookupError, ValueError, TypeError, AttributeError  # one in many thousands of episodes
WEIGHTS = {"efficiency": EFFICIENCY / 100, "grounding": GROUNDING / 100}


def shown(spec: str, thinking: float = 1.0) -> Iterator[tuple[str, str, Turn]]:
    """An expert's episode: what it read, what it wrote, and the act; with thoughts before a share of acts."""
    rng = random.Random(spec)
    episode = rg.start(spec)
    reader, thinker = Reader(episode.env.id), Thinker(episode.env.id, heard(episode))
    moves = rg.players.get("expert")(rg.observe(episode), heard(episode))
    try:
        act = next(moves)
        while True:
            read = reader.read(rg.observe(episode))
            thought = thinker.think(act, reader)
            yield read, (thought if rng.random() < thinking else "") + reader.write(act), act
            episode = rg.step(episode, act)
            if episode.done:
                return
            act = moves.send((rg.observe(episode), heard(episode)))
            thinker.see(rg.observe(episode), heard(episode))
    except FAULTS as error:
        print(f"the expert broke off in {spec}: {error!r}", file=sys.stderr)


def demonstration(spec: str, tokenizer: Tokenizer, thinking: float = 1.0) -> tuple[Numbers, Numbers]:
    """The same as tokens, and which of them the learner is to write."""
    tokens, written = [tokenizer.job(spec.partition("/")[0])], [False]
    for read, wrote, _ in shown(spec, thinking):
        seen, act = tokenizer.encode(read), tokenizer.encode(wrote)
        tokens += [*seen, tokenizer.act, *act, tokenizer.end]
        written += [False] * (len(seen) + 1) + [True] * (len(act) + 1)
    return np.array(tokens, np.int32), np.array(written, bool)


class Counter:
    """One worker's episodes, by row. An episode is a value, so a fork of it is a second name for it."""

    def __init__(self, tokenizer: Tokenizer, without: str) -> None:
        self.tokenizer, self.without = tokenizer, without
        self.episodes: dict[int, tuple[rg.Episode, Reader]] = {}

    def move(self, whose: Any, what: list[int]) -> tuple[list[int], Any]:
        """Open a group of episodes, or act in one. One that fails is void."""
        try:
            return self.open(whose, what) if isinstance(whose, str) else self.act(whose, what)
        except FAULTS as error:
            print(f"void: {whose}: {error!r}", file=sys.stderr)
            return what if isinstance(whose, str) else [whose], (0.0, False, "void", 0.0)

    def open(self, spec: str, rows: list[int]) -> tuple[list[int], Numbers]:
        """One start for a whole group."""
        episode, t = rg.start(spec), self.tokenizer
        reader = Reader(episode.env.id)
        seen = t.encode(reader.read(rg.observe(episode)))
        self.episodes.update({row: (episode, reader.fork()) for row in rows})
        return rows, np.array([t.job(episode.env.id), *seen, t.act], np.int32)

    def act(self, row: int, act: list[int]) -> tuple[list[int], Any]:
        """What the learner reads next, or what came of it all."""
        (episode, reader), t = self.episodes[row], self.tokenizer
        ended = act[-1:] == [t.end]
        episode = rg.step(episode, reader.act(t.decode(act[:-1] if ended else act), t.spelling))
        self.episodes[row] = episode, reader
        if not episode.done:
            seen = t.encode(reader.read(rg.observe(episode)))
            return [row], np.array([*([] if ended else [t.end]), *seen, t.act], np.int32)
        verdict = rg.judge(episode)
        parts, reward = verdict.parts, verdict.reward
        if self.without:  # as if that part of the reward were always earned in full
            reward = min(1.0, reward + parts["task"] * (1 - parts[self.without]) * WEIGHTS[self.without])
        return [row], (reward, verdict.success, episode.ended, 1 - parts["grounding"])


def _serve(pipe: Connection, without: str) -> None:
    """A worker: answers one request after the other until it is told to stop."""
    while (request := pipe.recv()) is not None:
        began = time.process_time()
        match request:
            case ("texts", specs):
                answer: Any = [part for spec in specs for part in shown(spec)]
            case ("tokenizer", tokenizer):
                counter, answer = Counter(tokenizer, without), None
            case ("show", specs, thinking):
                answer = [demonstration(spec, counter.tokenizer, thinking) for spec in specs]
            case ("play", moves):
                answer = [counter.move(*move) for move in moves]
        pipe.send((answer, time.process_time() - began))


class Shop:
    """All workers. Requests go out and answers come in, so that the learner need not wait in between."""

    def __init__(self, workers: int, without: str) -> None:
        rg.start("tracking/0/0")  # opens the catalogue once, for all workers alike
        context = multiprocessing.get_context("fork")
        self.pipes: list[Connection] = []
        for _ in range(workers):
            here, there = context.Pipe()
            context.Process(target=_serve, args=(there, without), daemon=True).start()
            self.pipes.append(here)
        self.open_requests = 0
        self.busy_seconds = 0.0  # of the workers' processors

    def ask(self, worker: int, request: Any) -> None:
        self.pipes[worker].send(request)
        self.open_requests += 1

    def answers(self, timeout: float | None) -> list[Any]:
        """What has come in. Waits for a first answer as long as is said, None for ever."""
        found = []
        for pipe in wait(self.pipes, timeout):
            assert isinstance(pipe, Connection)
            answer, seconds = pipe.recv()
            self.busy_seconds += seconds
            self.open_requests -= 1
            found.append((self.pipes.index(pipe), answer))
        return found

    def train_tokenizer(self, specs: list[str], jobs: tuple[str, ...]) -> Tokenizer:
        for worker in range(len(self.pipes)):
            self.ask(worker, ("texts", specs[worker :: len(self.pipes)]))
        found = []
        while self.open_requests:
            found += [part for _, answer in self.answers(None) for part in answer]
        texts = [text for read, wrote, _ in found for text in (read, wrote)]
        return Tokenizer.train(texts, [act for *_, act in found], jobs)

    def give_tokenizer(self, tokenizer: Tokenizer) -> None:
        for worker in range(len(self.pipes)):
            self.ask(worker, ("tokenizer", tokenizer))
        while self.open_requests:
            self.answers(None)

    def demonstrations(self, specs: Iterator[tuple[str, float]]) -> Iterator[Any]:
        """Experts' episodes without end as they come; None where the learner would have to wait."""
        for worker in list(range(len(self.pipes))) * 3:
            self._show(worker, specs)
        while True:
            found = self.answers(0)
            for worker, episodes in found:
                self._show(worker, specs)
                yield from episodes
            if not found:
                yield None

    def _show(self, worker: int, specs: Iterator[tuple[str, float]]) -> None:
        some = [next(specs) for _ in range(32)]
        self.ask(worker, ("show", [spec for spec, _ in some], some[0][1]))

    def settle(self) -> None:
        """Let go of what was asked for and is not wanted any more."""
        while self.open_requests:
            self.answers(None)
