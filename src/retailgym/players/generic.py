"""Players that need no script: they can be put at any counter."""

from typing import Any

from ..core.env import Acts, Call, Moves, Observation, Player, Result, Turn
from ..core.streams import Rng, Streams
from ..core.values import encode, hashed

QUESTIONS = (
    "Is there anything else I should know?", "What else matters to you?", "Could you tell me more?",
    "Any other requirements?",
    "Anything in particular?", "What exactly are you looking for?",
)  # fmt: skip


def silent(seen: Observation, heard: Acts) -> Moves:
    """Says nothing and does nothing."""
    while True:
        yield Turn()


def open_questions(seen: Observation, heard: Acts) -> Moves:
    """Asks open questions and hopes."""
    while True:
        for question in QUESTIONS:
            yield Turn(question)


def random(seen: Observation, heard: Acts) -> Moves:
    """Any tool, with arguments made of what was seen."""
    rng = (Streams("random player") / hashed(encode(seen)))()
    known: list[str] = []
    words = encode(seen.messages).decode().split()
    while True:
        known += [
            id
            for m in seen.messages
            if isinstance(m, Result) and hasattr(m.content, "ids")
            for id in m.content.ids()
        ]
        tool = rng.pick(seen.tools)
        fields: dict[str, Any] = dict(tool.parameters.get("properties", {}))
        seen, _ = yield Turn(
            "", (Call(tool.name, {name: _value(rng, field, known, words) for name, field in fields.items()}),)
        )


def _value(rng: Rng, field: dict[str, Any], known: list[str], words: list[str]) -> object:
    match field.get("type"):
        case "integer":
            return rng.between(1, 5)
        case "array":
            items = field.get("items", {})
            return [_value(rng, items, known, words)] if items.get("type") == "string" else []
        case "boolean":
            return rng.chance(500)
        case _:
            if "enum" in field:
                return rng.pick(field["enum"])
            return rng.pick(known) if known and rng.chance(700) else rng.pick(words)


PLAYERS: dict[str, Player] = {"silent": silent, "open_questions": open_questions, "random": random}
