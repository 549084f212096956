"""A small model that learned here, on the CPU: one file of weights per job. docs/learning.md says how."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ...core.env import Acts, Moves, Observation

if TYPE_CHECKING:
    from .decoder import Decoder

WEIGHTS = {file.stem: file for file in sorted(Path(__file__).parent.glob("*.npz"))}  # by job


def small_player(seen: Observation, heard: Acts) -> Moves:
    """Plays by the likeliest token. It hears nothing but the customer's words."""
    from .decoder import TextSoFar
    from .text import Transcriber

    if seen.env not in WEIGHTS:
        raise ValueError(f"player 'small' has not learned {seen.env!r}; it plays {', '.join(WEIGHTS)}")
    model = _opened(seen.env)
    reader, reading, tokenizer = Transcriber(seen.env), TextSoFar(model), model.tokenizer
    shown = [tokenizer.job(seen.env)]
    while True:
        shown += [*tokenizer.encode(reader.read(seen)), tokenizer.act]
        act = reading.act(shown)
        if act is None:
            return
        seen, _ = yield reader.act(tokenizer.decode(act), tokenizer.spelling)
        shown = [tokenizer.end]


@cache
def _opened(env: str) -> "Decoder":
    from .decoder import Decoder

    return Decoder(WEIGHTS[env])
