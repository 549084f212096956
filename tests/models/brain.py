"""A scripted brain behind the wire: it knows a spec by the customer's first words and steps a twin of it, as
the expert does."""

import json
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import retailgym as rg
from retailgym.core.env import Said

from ..paths import expert_turns


@cache
def twin(spec: str) -> tuple[str, tuple[rg.Turn, ...]]:
    """The customer's first words, and what the expert does from there on."""
    episode = rg.start(spec)
    said = [m.text for m in rg.observe(episode).messages if isinstance(m, Said)]
    return said[0], tuple(expert_turns(episode))


Hears = Callable[[str], str]


class Brain:
    """Answers a conversation with the expert's next turn, as tool calls or as JSON in the text."""

    hears: Hears = str

    def __init__(self, specs: Sequence[str]) -> None:
        self.by_opening = {twin(spec)[0]: spec for spec in specs}
        assert len(self.by_opening) == len(specs), "two specs open with the same words"

    def spec(self, request: dict[str, Any]) -> str:
        first = next(m["content"] for m in request["messages"] if m["role"] == "user")
        return self.by_opening[self.hears(first.removeprefix("Customer: "))]

    def place(self, request: dict[str, Any]) -> int:
        """How many turns have been taken; one that was malformed is to be taken again."""
        return sum(m["role"] == "assistant" for m in request["messages"]) - sum(
            m["content"].startswith("Malformed: ") for m in request["messages"]
        )

    def message(self, request: dict[str, Any]) -> dict[str, Any]:
        turn = twin(self.spec(request))[1][self.place(request)]
        return with_tools(turn) if "tools" in request else in_text(turn)


def with_tools(turn: rg.Turn) -> dict[str, Any]:
    calls = [
        {
            "id": f"made-up-{n}",
            "type": "function",
            "function": {"name": c.name, "arguments": json.dumps(c.arguments)},
        }
        for n, c in enumerate(turn.calls)
    ]
    message: dict[str, Any] = {
        "role": "assistant",
        "content": turn.text or None,
        "reasoning_content": "I think of the customer.",
    }
    return message | ({"tool_calls": calls} if calls else {})


def in_text(turn: rg.Turn) -> dict[str, Any]:
    written = "\n".join(json.dumps({"name": c.name, "arguments": c.arguments}) for c in turn.calls)
    return {
        "role": "assistant",
        "content": f"<think>I think of the customer.</think>\n{written or turn.text}",
    }
