"""Text as numbers, and back."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from ...core.env import Turn

PAD, END, ACT, UNKNOWN = "<pad>", "<end>", "<act>", "<unknown>"
_WORD = re.compile(r"\w+=|[a-z]\d{1,3}\b|[^\W\d]+|\d+\.\d\b(?!\.)|\.\d\d\b|\d{1,5}|\n|[^\w\s]")


class Tokenizer:
    """Whole words, numbers and marks, as frequent in transcripts as they come; other words letter by letter.
    Spaces and capitals are not kept; `spelling` gives back those of values that the shop knows."""

    def __init__(self, pieces: list[str], spelling: dict[str, str]) -> None:
        self.pieces, self.spelling = pieces, spelling
        self.number = {piece: n for n, piece in enumerate(pieces)}
        self.end, self.act = self.number[END], self.number[ACT]

    @classmethod
    def train(
        cls, texts: Iterable[str], turns: Iterable[Turn], jobs: Iterable[str], least: int = 3
    ) -> "Tokenizer":
        counts = Counter(piece for text in texts for piece in _WORD.findall(text.lower()))
        letters = sorted(
            {letter for piece in counts for letter in piece} | set("abcdefghijklmnopqrstuvwxyz0123456789")
        )
        names = [
            f"{kind}{n}"
            for kind, most in zip("oltvpdf", (40, 40, 40, 60, 160, 120, 20), strict=True)
            for n in range(most)
        ]
        words = sorted(piece for piece, count in counts.items() if count >= least)
        spelling = {}
        for value in (v for turn in turns for call in turn.calls for v in _texts(call.arguments)):
            spelling[spaced(_WORD.findall(value.lower()))] = value
        first = [PAD, END, ACT, UNKNOWN, *(f"<{job}>" for job in jobs), *(f"#{letter}" for letter in letters)]
        return cls([*first, *dict.fromkeys([*names, *words])], spelling)

    def job(self, env: str) -> int:
        """The token that stands for a job's instructions and schemas."""
        return self.number[f"<{env}>"]

    def encode(self, text: str) -> list[int]:
        tokens: list[int] = []
        for piece in _WORD.findall(text.lower()):
            number = self.number.get(piece)
            if number is not None:
                tokens.append(number)
            else:
                tokens += [self.number.get(f"#{letter}", 3) for letter in piece]
        return tokens

    def decode(self, numbers: Iterable[int]) -> str:
        words: list[str] = []
        spelled = False
        for n in numbers:
            piece = self.pieces[n]
            if spelled and piece[0] == "#" and len(piece) == 2:
                words[-1] += piece[1]
            else:
                words.append(piece[1] if piece[0] == "#" and len(piece) == 2 else piece)
            spelled = piece[0] == "#" and len(piece) == 2
        return spaced(words)

    def save(self) -> dict[str, Any]:
        return {"pieces": self.pieces, "spelling": self.spelling}


def _texts(value: Any) -> Iterable[str]:
    match value:
        case str():
            yield value
        case dict():
            yield from (text for part in value.values() for text in _texts(part))
        case list() | tuple():
            yield from (text for part in value for text in _texts(part))


def spaced(words: list[str]) -> str:
    """Words and marks as a line of text."""
    text = " ".join(words)
    text = re.sub(r" ([,.?!:;)%]|\.\d\d\b)", r"\1", text)
    text = re.sub(r"(?<=\w) (['’/-]) (?=\w)", r"\1", text)
    return re.sub(r"(\() ", r"\1", re.sub(r"(^|= )- (?=\d)", r"\1-", text))
