"""The environments, stepped by worker processes: experts that show how, episodes that the learner plays."""

import multiprocessing
import random
import sys
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait
from typing import Any

import numpy as np
from text import Reader, Tokenizer
from thoughts import Thinker

import retailgym as rg
from retailgym.core.env import Turn
from retailgym.core.episode import heard

Numbers = np.ndarray[Any, np.dtype[Any]]
Episodes = dict[int, tuple[rg.Episode, Reader]]  # by row


def shown(spec: str, thinking: float = 1.0) -> Iterator[tuple[str, str, Turn]]:
    """An expert's episode: what it read, what it wrote, and the act; with thoughts before a share of acts."""
    rng = random.Random(spec)
    episode = rg.start(spec)
    reader, thinker = Reader(episode.env.id), Thinker(heard(episode))
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
    except RuntimeError as error:
        print(f"the expert broke off in {spec}: {error}", file=sys.stderr)


def demonstration(spec: str, tokenizer: Tokenizer, thinking: float = 1.0) -> tuple[Numbers, Numbers]:
    """The same as tokens, and which of them the learner is to write."""
    tokens, written = [tokenizer.job(spec.partition("/")[0])], [False]
    for read, wrote, _ in shown(spec, thinking):
        seen, act = tokenizer.encode(read), tokenizer.encode(wrote)
        tokens += [*seen, tokenizer.act, *act, tokenizer.end]
        written += [False] * (len(seen) + 1) + [True] * (len(act) + 1)
    return np.array(tokens, np.int32), np.array(written, bool)


def _serve(pipe: Connection) -> None:
    """A worker: answers one request after the other until it is told to stop."""
    tokenizer: Tokenizer | None = None
    episodes: Episodes = {}
    while (request := pipe.recv()) is not None:
        began = time.process_time()
        match request:
            case ("texts", specs):
                answer: Any = [part for spec in specs for part in shown(spec)]
            case ("tokenizer", saved):
                tokenizer, answer = Tokenizer.load(saved), None
            case ("show", specs, thinking):
                assert tokenizer
                answer = [demonstration(spec, tokenizer, thinking) for spec in specs]
            case ("open", groups):
                assert tokenizer
                answer = [_opened(spec, rows, tokenizer, episodes) for spec, rows in groups]
            case ("act", acts):
                assert tokenizer
                answer = [_stepped(row, act, tokenizer, episodes) for row, act in acts]
        pipe.send((answer, time.process_time() - began))


def _opened(
    spec: str, rows: list[int], tokenizer: Tokenizer, episodes: Episodes
) -> tuple[list[int], Numbers]:
    """One start for a whole group: an episode is a value, so a fork is a second name for it."""
    episode = rg.start(spec)
    reader = Reader(episode.env.id)
    seen = tokenizer.encode(reader.read(rg.observe(episode)))
    for row in rows:
        episodes[row] = episode, reader.fork()
    return rows, np.array([tokenizer.job(episode.env.id), *seen, tokenizer.act], np.int32)


def _stepped(row: int, act: list[int], tokenizer: Tokenizer, episodes: Episodes) -> tuple[list[int], Any]:
    """What the learner reads next, or what came of it all."""
    episode, reader = episodes[row]
    ended = act[-1:] == [tokenizer.end]
    episode = rg.step(episode, reader.act(tokenizer.decode(act[:-1] if ended else act), tokenizer.spelling))
    episodes[row] = episode, reader
    if episode.done:
        verdict = rg.judge(episode)
        return [row], (
            verdict.reward,
            verdict.success,
            episode.ended,
            1 - verdict.parts.get("grounding", 1.0),
        )
    seen = tokenizer.encode(reader.read(rg.observe(episode)))
    return [row], np.array([*([] if ended else [tokenizer.end]), *seen, tokenizer.act], np.int32)


class Shop:
    """All workers. Requests go out and answers come in, so that the learner need not wait in between."""

    def __init__(self, workers: int) -> None:
        rg.start("tracking/0/0")  # opens the catalogue once, for all workers alike
        context = multiprocessing.get_context("fork")
        self.pipes: list[Connection] = []
        for _ in range(workers):
            here, there = context.Pipe()
            context.Process(target=_serve, args=(there,), daemon=True).start()
            self.pipes.append(here)
        self.busy_seconds = 0.0  # of the workers' processors

    def ask(self, requests: list[Any]) -> list[Any]:
        """One request to each worker, and the answers when all are there."""
        for pipe, request in zip(self.pipes, requests, strict=False):
            pipe.send(request)
        return [self.take(pipe) for pipe in self.pipes[: len(requests)]]

    def take(self, pipe: Connection) -> Any:
        answer, seconds = pipe.recv()
        self.busy_seconds += seconds
        return answer

    def share(self, things: list[Any]) -> list[list[Any]]:
        """Every n-th thing for each worker."""
        return [things[n :: len(self.pipes)] for n in range(len(self.pipes))]

    def train_tokenizer(self, specs: list[str], jobs: tuple[str, ...]) -> Tokenizer:
        found = [
            part for answer in self.ask([("texts", part) for part in self.share(specs)]) for part in answer
        ]
        return Tokenizer.train(
            [t for read, wrote, _ in found for t in (read, wrote)], [act for *_, act in found], jobs
        )

    def give_tokenizer(self, tokenizer: Tokenizer) -> None:
        self.ask([("tokenizer", tokenizer.save())] * len(self.pipes))

    def demonstrations(
        self, specs: Iterator[tuple[str, float]], at_once: int = 32, ahead: int = 4
    ) -> Iterator[tuple[Numbers, Numbers] | None]:
        """Experts' episodes without end as they come; None where the learner would have to wait."""
        waiting = dict.fromkeys(self.pipes, 0)
        try:
            while True:
                for pipe, asked in waiting.items():
                    for _ in range(asked, ahead):
                        asked_for = [next(specs) for _ in range(at_once)]
                        pipe.send(("show", [spec for spec, _ in asked_for], asked_for[0][1]))
                    waiting[pipe] = ahead
                ready = wait(self.pipes, timeout=0)
                if not ready:
                    yield None
                for pipe in ready:
                    assert isinstance(pipe, Connection)
                    waiting[pipe] -= 1
                    yield from self.take(pipe)
        finally:
            for pipe, asked in waiting.items():
                for _ in range(asked):
                    self.take(pipe)

    def close(self) -> None:
        for pipe in self.pipes:
            pipe.send(None)
