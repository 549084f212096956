"""One agent at the counter: an episode, what went in, and what every door (OpenEnv, HTTP, MCP, in process)
answers alike."""

import secrets
from collections.abc import Container, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from ..core.env import Failure, Message, Mistake, Refusal, Result, Said, Skipped
from ..core.episode import Episode, Event, Over, judge, observe, step
from ..core.errors import RetailGymError
from ..core.record import Tape, TurnLine, VerdictLine
from ..core.reward import Verdict
from ..core.values import Value, encode, replace
from . import clock

if TYPE_CHECKING:
    from .ledger import Place

TOKEN_BYTES = 24  # 192 bits
TURN_LENGTH = (
    1 << 14
)  # characters; what a customer is told is read with care, which takes longer the more there is
Json = dict[str, Any]
_decode = msgspec.json.Decoder().decode
_plain = msgspec.json.Encoder().encode


class TooLong(RetailGymError, ValueError):
    """Nobody says so much at once."""


class Frame(Value):
    """What comes back over the wire, and from the in-process twin."""

    observation: Json
    reward: float | None
    done: bool
    metadata: Json


class CallFault(Value):
    """Why a call was malformed."""

    kind: Literal["tool_not_found", "invalid_args"]
    message: str


class RunningTape(Tape):
    """A tape that writes and hashes only what is new. Its digests are those of `retailgym.digest`, at a fifth
    of the cost."""

    def __init__(self, episode: Episode, *, player: str = "") -> None:
        super().__init__(episode, player=player)
        self.messages = observe(episode).messages  # of the last turn, with results as they were written
        self._hash = blake2b(
            b"[" + encode(self.header.spec) + b"," + encode(episode.budgets) + b",[", digest_size=8
        )
        self._hashed = 0
        self._fresh: list[Event] = []  # what happened in the last turn and is not hashed yet
        self._world, self._world_written = episode.world, encode(episode.world)

    def put(self, text: str) -> None:
        """Step with the raw input, as text. The digest is due before the next one, so an answer need not wait
        for it."""
        self.settle()
        ep = self.episode = step(self.episode, text)
        self._fresh = [_written_once(event) for event in ep.log[self._hashed :]]
        answers = self._fresh[ep.read - self._hashed :]  # in the first turn the opening is not hashed yet
        self.messages = tuple([event.message for event in answers if event.message is not None])
        self.turns.append(TurnLine(digest="", text=text))

    def settle(self) -> None:
        """Write the digest of the last turn, if that has not been done."""
        if self.turns and not self.turns[-1].digest:
            self.turns[-1] = TurnLine(digest=self._digest(), text=self.turns[-1].text)

    def record(self, verdict: Verdict) -> bytes:
        """The whole record, with the verdict that was found already."""
        self.settle()
        return b"".join(
            [encode(line) + b"\n" for line in (self.header, *self.turns, VerdictLine(verdict=verdict))]
        )

    def _digest(self) -> str:
        ep = self.episode
        for event in self._fresh:
            self._hash.update(b"," + encode(event) if self._hashed else encode(event))
            self._hashed += 1
        self._fresh = []
        if ep.world is not self._world:
            self._world, self._world_written = ep.world, encode(ep.world)
        whole = self._hash.copy()
        whole.update(b"]," + encode((ep.used, ep.ended))[1:-1] + b"," + self._world_written + b"]")
        return whole.hexdigest()


def _written_once(event: Event) -> Event:
    """The event with its result as JSON: the digest and the answer both need it."""
    message = event.message
    if not isinstance(message, Result) or isinstance(message.content, str):
        return event
    return replace(event, message=replace(message, content=msgspec.Raw(encode(message.content))))


class Session:
    """An episode that somebody plays. It knows its token, counts steps, and gives the last answer again when
    asked."""

    __slots__ = (
        "_busy",
        "_lines",
        "_record_id",
        "_verdict",
        "attempt",
        "begun",
        "curriculum",
        "episode_id",
        "origin",
        "owner",
        "place",
        "spec",
        "steps",
        "tape",
        "token",
        "tool",
    )

    def __init__(self, begun: Episode, *, player: str = "", episode_id: str | None = None) -> None:
        self.tape = RunningTape(begun, player=player)
        self.spec = str(self.tape.header.spec)
        self.token = secrets.token_urlsafe(TOKEN_BYTES)
        self.attempt = self.origin = token_hash(self.token)  # the origin is the attempt whose turns these are
        self.episode_id = episode_id if episode_id is not None else self.attempt
        self.steps = 0
        self.begun = clock.wall()
        self.curriculum = ""  # the one that chose this episode
        self.owner: object = None  # the connection that may play on
        self.place: Place | None = None  # while no connection has it
        self._verdict: Verdict | None = None
        self._lines, self._record_id = b"", ""
        self._busy = False
        self.tool = ""  # the one that was called last, by `act`

    @property
    def episode(self) -> Episode:
        return self.tape.episode

    @property
    def done(self) -> bool:
        return self.tape.episode.done

    @property
    def verdict(self) -> Verdict:
        """The verdict on the finished episode."""
        if self._verdict is None:
            self._verdict = judge(self.tape.episode)
        return self._verdict

    @property
    def lines(self) -> bytes:
        """The record of the finished episode."""
        if not self._lines:
            self._lines = self.tape.record(self.verdict)
        return self._lines

    @property
    def record_id(self) -> str:
        """Bound to the session and to all that was played in it: another attempt can never hide behind this
        record."""
        if not self._record_id:
            self._record_id = blake2b(self.lines, key=self.origin.encode(), digest_size=16).hexdigest()
        return self._record_id

    @property
    def token_hash(self) -> str:
        """Names the session in a database that should not be able to take it over."""
        return token_hash(self.token)

    @property
    def last(self) -> Frame:
        """The last answer."""
        return answer_to(self).frame() if self.tape.turns else opening(self)

    @property
    def reopened(self) -> Frame:
        """The answer to a reset: the last answer, with the token that finds this session again."""
        return answer_to(self, self.token).frame() if self.tape.turns else opening(self)

    @property
    def last_on_the_wire(self) -> bytes:
        """The same, as the text of OpenEnv's frame; only after a turn."""
        return answer_to(self).on_the_wire()

    def act(self, name: str, arguments: object) -> None:
        """One tool call."""
        self.turn(written_turn(name, arguments), name)

    def turn(self, text: str, tool: str = "") -> None:
        """One turn, as JSON text. Where the catalogue cannot be reached, nothing was done."""
        if self._busy:  # the step before this one raised: our bug, so there is no reward
            raise Over(
                f"episode {self.tape.header.spec} is void after an error inside the shop; start a new one"
            )
        if self.done:
            raise Over(f"episode {self.tape.header.spec} is over; start a new one")
        if len(text) > TURN_LENGTH:
            why = (
                f"a turn may have at most {TURN_LENGTH} characters as JSON, not {len(text)}; it was not taken"
            )
            raise TooLong(why)
        self._busy = True
        try:
            self.tape.put(text)
        except ConnectionError:
            self._busy = False
            raise
        self.steps += 1
        self.tool = tool
        self._busy = False

    def listed(self) -> None:
        """Listing the tools is a step frame too, but no turn."""
        self.steps += 1

    def replayed(self, turns: Sequence[str]) -> None:
        """The turns of a session that was lost, again."""
        for text in turns:
            self.turn(text, _tool_in(text))


def written_turn(name: str, arguments: object) -> str:
    """One call as a turn in JSON text, whatever a lax parser let in: what is no JSON text is left for the
    shop to refuse."""
    turn = {"calls": [{"name": name, "arguments": arguments}]}
    try:
        return encode(turn).decode()
    except UnicodeEncodeError:  # half a surrogate pair
        import json

        return json.dumps(turn)


class _OneCall(msgspec.Struct):
    name: str = ""


class _OneTurn(msgspec.Struct):
    calls: list[_OneCall] = []


def _tool_in(text: str) -> str:
    try:
        calls = msgspec.json.decode(text, type=_OneTurn).calls
    except (msgspec.DecodeError, RecursionError):
        return ""
    return calls[0].name if calls else ""


def opening(session: Session) -> Frame:
    """What a reset gives: who came in and what they said. No key is `tools` or `tool_name`, which stock
    clients read as something else."""
    ep = session.episode
    seen = observe(ep)
    said = "\n".join(m.text for m in seen.messages if isinstance(m, Said))
    about = ep.env.instructions
    metadata: Json = {
        "spec": session.spec,
        "session": session.token,
        "turns": 0,
        "exchanges_left": seen.exchanges_left,
        "calls_left": seen.calls_left,
    }
    prompt = f"{about}\n\nThe customer says: {said}"
    observation = {"env": seen.env, "about": about, "customer": said, "prompt": prompt, "metadata": metadata}
    return Frame(observation=observation, reward=None, done=False, metadata=metadata)


class StepAnswer(Value):
    """What a step gives: the result, the reward (0.0 until the end), and at the end the parts of the
    reward."""

    tool: str
    result: Any  # as the shop gave it
    error: Json | None
    reward: float
    done: bool
    metadata: Json

    def frame(self) -> Frame:
        """As it is after the wire, lists for tuples."""
        result = self.result if isinstance(self.result, str) else _decode(encode(self.result))
        observation = {
            "tool_name": self.tool,
            "result": result,
            "error": self.error,
            "metadata": self.metadata,
        }
        return Frame(observation=observation, reward=self.reward, done=self.done, metadata=self.metadata)

    def on_the_wire(self) -> bytes:
        """Byte for byte what OpenEnv writes for the frame; tests compare the two."""
        metadata = msgspec.Raw(_plain(self.metadata))
        seen = _ShownReply(metadata, self.tool, self.result, self.error)
        return encode(_Reply("observation", _Data(seen, self.reward, self.done, metadata)))


class _ShownReply(msgspec.Struct):
    metadata: msgspec.Raw
    tool_name: str
    result: Any
    error: Json | None


class _Data(msgspec.Struct):
    observation: _ShownReply
    reward: float
    done: bool
    metadata: msgspec.Raw


class _Reply(msgspec.Struct):
    type: str
    data: _Data


def answer_to(session: Session, token: str = "") -> StepAnswer:
    """To the last turn."""
    ep = session.episode
    seen = observe(ep)
    result, fault = told(session.tape.messages, ep.env.tools)
    metadata: Json = {"turns": ep.turns, "exchanges_left": seen.exchanges_left, "calls_left": seen.calls_left}
    if token:
        metadata["session"] = token
    reward = 0.0
    if ep.done:
        verdict = session.verdict
        reward = verdict.reward
        metadata |= {
            "success": verdict.success,
            "ended": ep.ended,
            "record": session.record_id,
            "rubric_scores": scores(verdict),
        }
    error = None if fault is None else {"error_type": fault.kind, "message": fault.message}
    return StepAnswer(
        tool=session.tool, result=result, error=error, reward=reward, done=ep.done, metadata=metadata
    )


def scores(verdict: Verdict) -> dict[str, float]:
    """The numbers behind the reward, by name: its parts, the harm, and the gates."""
    gates = {f"gate.{c.name}": float(c.passed) for c in verdict.checks}
    return {**{n: float(v) for n, v in verdict.parts.items()}, "harm": verdict.harm, **gates}


def told(messages: tuple[Message, ...], tools: Container[str]) -> tuple[Any, CallFault | None]:
    """The messages of one turn as one result; a second message of the turn is the customer, who goes on."""
    results: list[Any] = []
    fault: CallFault | None = None
    for message in messages:
        match message:
            case Said(text=text):
                results.append(text)
            case Result(content=content):
                results.append(content)
            case Failure(text=text):
                results.append({"failed": text})
            case Refusal(text=text):
                results.append({"refused": text})
            case Skipped(tool=tool):
                results.append({"not_run": tool})
            case Mistake(text=text, tool=tool):
                unknown = bool(tool) and tool not in tools
                fault = CallFault(kind="tool_not_found" if unknown else "invalid_args", message=text)
    match results:
        case []:
            return None, fault
        case [only]:
            return only, fault
        case [first, str() as said]:
            return {"result": first, "customer": said}, fault
        case _:
            return {"results": results}, fault


def token_hash(token: str) -> str:
    return blake2b(token.encode(), digest_size=16).hexdigest()
