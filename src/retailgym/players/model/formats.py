"""Two manners of speaking with a model: with its own tool calls, or in JSON within the text."""

from collections.abc import Sequence

import msgspec

from ...core.env import Call, Message, Observation, Said, Turn
from ...core.episode import Episode
from ...core.rendering import Rendering, Results
from . import prompt
from .settings import Mode
from .text_calls import turn_in
from .wire import Chat, Function, Reply, ToolCall, offered

LEFT_OUT = "[left out to make room]"


class ToolCalls:
    """The model's own tool calls. Ids are ours: the same play gives the same bytes, whatever ids the endpoint
    makes up."""

    def __init__(self, results: Results = "text") -> None:
        self._called, self.rendering = 0, Rendering(results)

    def opening(self, episode: Episode, seen: Observation) -> list[Chat]:
        return [
            Chat(role="system", content=prompt.rules(episode.env, seen, episode.spec)),
            *self.answered(seen.messages),
        ]

    def tools(self, seen: Observation) -> list[dict[str, object]] | None:
        return offered(seen.tools)

    def turn(self, reply: Reply) -> Turn | str:
        if reply.malformed:
            return reply.text
        calls = tuple(
            Call(w.name, w.arguments if w.arguments is not None else "", self._id(n))
            for n, w in enumerate(reply.calls)
        )
        return Turn(reply.text, calls)

    def _id(self, n: int) -> str:
        # nine letters and digits, which is what the strictest of endpoints wants
        return f"call{self._called + n:05d}"

    def said(self, reply: Reply) -> Chat:
        """The reply as part of the conversation."""
        calls = tuple(
            ToolCall(id=self._id(n), function=Function(name=w.name, arguments=_readable(w.arguments)))
            for n, w in enumerate(reply.calls)
        )
        self._called += len(calls)
        return Chat(role="assistant", content=reply.text, tool_calls=calls)

    def answered(self, messages: Sequence[Message]) -> list[Chat]:
        """Results first, each beside its call; then what the customer says."""
        results = [
            Chat(role="tool", content=self.rendering.message(m), tool_call_id=m.id)
            for m in messages
            if not isinstance(m, Said) and m.id
        ]
        spoken = [self.rendering.message(m) for m in messages if isinstance(m, Said) or not m.id]
        return [*results, *([Chat(role="user", content="\n".join(spoken))] if spoken else [])]


class InText:
    """JSON within the text, for a model or an endpoint without tool calls."""

    def __init__(self, results: Results = "text") -> None:
        self.rendering = Rendering(results)

    def opening(self, episode: Episode, seen: Observation) -> list[Chat]:
        return [
            Chat(role="system", content=prompt.rules_with_tools(episode.env, seen, episode.spec)),
            *self.answered(seen.messages),
        ]

    def tools(self, seen: Observation) -> list[dict[str, object]] | None:
        return None

    def turn(self, reply: Reply) -> Turn | str:
        return turn_in(reply.text)

    def said(self, reply: Reply) -> Chat:
        return Chat(role="assistant", content=reply.text)

    def answered(self, messages: Sequence[Message]) -> list[Chat]:
        return [Chat(role="user", content="\n\n".join(self.rendering.by_name(messages)))]


Manner = ToolCalls | InText


def manner(mode: Mode, results: Results = "text") -> Manner:
    return ToolCalls(results) if mode == "tools" else InText(results)


def _readable(arguments: object) -> str:
    """Endpoints choke on a history with malformed arguments; what cannot be read is sent back wrapped up."""
    if not isinstance(arguments, str):
        return msgspec.json.encode(arguments if isinstance(arguments, dict) else {}).decode()
    try:
        if isinstance(msgspec.json.decode(arguments or "{}"), dict):
            return arguments or "{}"
    except (msgspec.DecodeError, RecursionError):
        pass
    return msgspec.json.encode({"unreadable": arguments}).decode()
