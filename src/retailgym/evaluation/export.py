"""Transcripts for fine-tuning: chat messages with tool calls, as a model at the counter is spoken to, with
reward and spec.

Arguments and tools are JSON text: columnar files give every row the union of all fields, which would fill
calls with arguments that they never had. `unpacked` gives the messages with arguments as objects, for chat
templates that want them so."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from ..core.env import Acts, Message, Moves, Observation, Turn
from ..core.episode import Episode, judge, observe, start, step
from ..core.errors import RetailGymError
from ..core.record import TurnLine
from ..core.rendering import Results
from ..core.reward import Verdict
from ..core.spec import Spec, split_of
from ..core.values import Value, digest, encode, replace
from ..envs import get_env
from ..players import expert, play
from ..players.model.formats import ToolCalls
from ..players.model.wire import Chat, Function, ToolCall, offered
from .held_out import refuse_held_out
from .record_files import Taped, worded

if TYPE_CHECKING:
    from ..catalog.catalogue import Catalog

_read_turn = msgspec.json.Decoder(Turn).decode


class Transcript(Value):
    """One episode as a conversation. The first two messages, rules and opening, are the same for every try at
    a spec in the same words."""

    messages: tuple[Chat, ...]
    tools: str  # JSON text
    spec: str  # with version and store
    env: str
    level: int
    split: str
    player: str
    reward: float
    success: bool
    turns: int


class Pair(Value):
    """Two tries at one spec, of which the first went better."""

    prompt: tuple[Chat, ...]
    chosen: tuple[Chat, ...]
    rejected: tuple[Chat, ...]
    tools: str
    spec: str
    chosen_reward: float
    rejected_reward: float
    chosen_player: str
    rejected_player: str


class MalformedTurn(RetailGymError, ValueError):
    """A turn that was malformed: nothing to learn from, and nothing that a chat could show."""


class _Conversation:
    """What was said so far, in the manner of a model that makes tool calls."""

    def __init__(self, episode: Episode, results: Results, words: Sequence[str] = ()) -> None:
        self._manner, self._called = ToolCalls(results), 0
        seen = observe(episode)
        self.messages = self._manner.opening(
            episode, replace(seen, messages=tuple(worded(seen.messages, words)))
        )

    def identified(self, turn: Turn) -> Turn:
        """The turn with our own ids, so that results find their calls."""
        calls = tuple(replace(call, id=f"call{self._called + n:05d}") for n, call in enumerate(turn.calls))
        self._called += len(calls)
        return replace(turn, calls=calls) if calls else turn

    def add(self, turn: Turn, answer: Sequence[Message]) -> None:
        calls = tuple(
            ToolCall(id=c.id or "", function=Function(name=c.name, arguments=_arguments(c.arguments)))
            for c in turn.calls
        )
        self.messages += [
            Chat(role="assistant", content=turn.text, tool_calls=calls),
            *self._manner.answered(answer),
        ]


def _arguments(arguments: Any) -> str:
    return arguments if isinstance(arguments, str) else encode(arguments).decode()


def expert_transcript(
    spec: Spec, *, catalog: "Catalog | None" = None, results: Results = "text"
) -> Transcript:
    """The expert at this spec."""
    refuse_held_out(spec)
    opened = start(spec, catalog=catalog)
    talk, last = _Conversation(opened, results), list[Turn]()

    def moves(seen: Observation, heard: Acts) -> Moves:
        inner = expert(seen, heard)
        turn = next(inner, None)
        while turn is not None:
            last[:] = [talk.identified(turn)]
            came_back = yield last[0]
            talk.add(last[0], came_back[0].messages)
            try:
                turn = inner.send(came_back)
            except StopIteration:
                turn = None

    episode, verdict = play(opened, moves)
    talk.add(last[0], observe(episode).messages)
    return _transcript(talk, episode, verdict, "expert")


def taped_transcript(
    taped: Taped, *, catalog: "Catalog | None" = None, results: Results = "text"
) -> Transcript:
    """A record as a conversation, by playing it again."""
    refuse_held_out(taped.spec)
    lines = [line for line in taped.lines if isinstance(line, TurnLine)]
    read = [line.words for line in lines]  # before each turn; nobody has read what came after the last
    episode = start(taped.spec, catalog=catalog)
    talk = _Conversation(episode, results, read[0] if read else ())
    for line, words in zip(lines, [*read[1:], ()]):
        turn = talk.identified(_turn(line))
        episode = step(episode, turn)
        talk.add(turn, list(worded(observe(episode).messages, words)))
    if not episode.done or judge(episode) != taped.verdict:
        raise ValueError(
            f"{taped.file}: {taped.spec} does not come out as recorded; `retailgym replay` shows where"
        )
    return _transcript(talk, episode, taped.verdict, taped.player)


def _turn(line: TurnLine) -> Turn:
    try:
        return _read_turn(line.input())
    except (msgspec.DecodeError, UnicodeError):
        raise MalformedTurn("a turn of it is malformed") from None


def _transcript(talk: _Conversation, episode: Episode, verdict: Verdict, player: str) -> Transcript:
    spec = replace(episode.spec, version=episode.env.version, store=episode.world.catalog.content_hash)
    return Transcript(
        messages=_without_end(talk.messages),
        tools=_tools(spec.env),
        spec=str(spec),
        env=spec.env,
        level=spec.level,
        split=split_of(spec.seed),
        player=player,
        reward=verdict.reward,
        success=verdict.success,
        turns=episode.turns,
    )


def _without_end(messages: list[Chat]) -> tuple[Chat, ...]:
    """Up to the last thing that the agent did: nobody learns from what came after."""
    last = max(n for n, m in enumerate(messages) if m.role == "assistant")
    return tuple(messages[: last + 1])


@lru_cache(maxsize=64)
def _tools(env: str) -> str:
    return encode(offered(get_env(env).schemas())).decode()


def distinct(transcripts: Iterable[Transcript], left_out: Counter[str]) -> Iterator[Transcript]:
    """Each conversation once, whoever had it; those that come again are counted."""
    seen: set[str] = set()
    for transcript in transcripts:
        key = digest((transcript.spec, transcript.messages))
        if key in seen:
            left_out["duplicates"] += 1
            continue
        seen.add(key)
        yield transcript


def pairs(transcripts: Iterable[Transcript], gap: float) -> Iterator[Pair]:
    """For every spec with tries that differ by as much as the gap: the best one with each that is so much
    worse. Where the customer's words were reworded, tries are set beside those that began with the same
    words."""
    alike: dict[tuple[str, str], list[Transcript]] = {}
    for t in transcripts:
        alike.setdefault((t.spec, t.messages[1].content), []).append(t)
    for (spec, _), tries in alike.items():
        best = max(tries, key=lambda t: t.reward)
        for other in tries:
            if best.reward - other.reward >= gap:
                yield Pair(
                    prompt=best.messages[:2],
                    chosen=best.messages[2:],
                    rejected=other.messages[2:],
                    tools=best.tools,
                    spec=spec,
                    chosen_reward=best.reward,
                    rejected_reward=other.reward,
                    chosen_player=best.player,
                    rejected_player=other.player,
                )


def unpacked(messages: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Messages of an exported row with arguments as objects and without empty fields, for
    `apply_chat_template`."""
    plain = []
    for message in messages:
        kept = {name: value for name, value in message.items() if value not in (None, [], ())}
        kept.setdefault("content", "")
        if calls := kept.get("tool_calls"):
            kept["tool_calls"] = [
                {
                    **call,
                    "function": {
                        **call["function"],
                        "arguments": msgspec.json.decode(call["function"]["arguments"]),
                    },
                }
                for call in calls
            ]
        plain.append(kept)
    return plain
