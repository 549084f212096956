"""The environments, stepped by worker processes: experts that show how, episodes that the learner plays."""

import multiprocessing
import sys
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait
from typing import Any

import numpy as np

import retailgym as rg
from retailgym.core.reward import EFFICIENCY, GROUNDING
from retailgym.players.small.demonstrations import FAULTS, demonstration, shown
from retailgym.players.small.text import Transcriber
from retailgym.players.small.tokenizer import Tokenizer

Numbers = np.ndarray[Any, np.dtype[Any]]
WEIGHTS = {"efficiency": EFFICIENCY / 100, "grounding": GROUNDING / 100}


class Counter:
    """One worker's episodes, by row. An episode is a value, so a fork of it is a second name for it."""

    def __init__(self, tokenizer: Tokenizer, without: str) -> None:
        self.tokenizer, self.without = tokenizer, without
        self.episodes: dict[int, tuple[rg.Episode, Transcriber]] = {}

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
        reader = Transcriber(episode.env.id)
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
        return [row], (reward, verdict.success, episode.ended, 1 - parts.get("grounding", 1.0))


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

    def ask_all(self, requests: list[Any]) -> list[Any]:
        """One request to each worker, and the answers when all are there."""
        for worker, request in enumerate(requests):
            self.ask(worker, request)
        found = []
        while self.open_requests:
            found += self.answers(None)
        return [answer for _, answer in found]

    def train_tokenizer(self, specs: list[str], jobs: tuple[str, ...]) -> Tokenizer:
        many = len(self.pipes)
        answers = self.ask_all([("texts", specs[n::many]) for n in range(many)])
        found = [part for answer in answers for part in answer]
        texts = [text for read, wrote, _ in found for text in (read, wrote)]
        return Tokenizer.train(texts, [act for *_, act in found], jobs)

    def demonstrations(self, specs: Iterator[tuple[str, float]]) -> Iterator[Any]:
        """Experts' episodes without end as they come; None where the learner would have to wait."""
        found: list[Any] = [(worker, []) for worker in range(len(self.pipes))] * 3
        while True:
            for worker, episodes in found:
                some = [next(specs) for _ in range(32)]
                self.ask(worker, ("show", [spec for spec, _ in some], some[0][1]))
                yield from episodes
            found = self.answers(0)
            if not found:
                yield None
