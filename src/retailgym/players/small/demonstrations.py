"""Experts' episodes in the words of the small player, to learn from."""

import random
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from ...core.env import Turn
from ...core.episode import heard, observe, start, step
from ...envs import get_env
from ...envs.shared.careful import careful
from .text import Transcriber
from .thoughts import Thinker
from .tokenizer import Tokenizer

Numbers = np.ndarray[Any, np.dtype[Any]]
FAULTS = RuntimeError, LookupError, ValueError, TypeError, AttributeError  # one in many thousands of episodes


def shown(spec: str, thinking: float = 1.0) -> Iterator[tuple[str, str, Turn]]:
    """An expert's episode: what it read, what it wrote, and the act; with thoughts before a share of acts."""
    rng = random.Random(spec)
    episode = start(spec)
    reader, thinker = Transcriber(episode.env.id), Thinker(episode.env.id, heard(episode))
    moves = careful(get_env(episode.env.id).expert)(observe(episode), heard(episode))
    try:
        act = next(moves)
        while True:
            read = reader.read(observe(episode))
            thought = thinker.think(act, reader)
            yield read, (thought if rng.random() < thinking else "") + reader.write(act), act
            episode = step(episode, act)
            if episode.done:
                return
            act = moves.send((observe(episode), heard(episode)))
            thinker.see(observe(episode), heard(episode))
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
