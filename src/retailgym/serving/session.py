"""One agent at the counter: an episode, what went in, and what every door (OpenEnv, HTTP, MCP, in process) answers alike."""

import secrets
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from ..env import Message, Mistake, Refusal, Result, Said, Skipped
from ..episode import Episode, Over, judge, observe, start, step
from ..record import Tape, TurnLine
from ..spec import Spec
from ..value import Value, encode
from ..verdict import Verdict

if TYPE_CHECKING:
    from ..catalog.catalogue import Catalog

TOKEN_BYTES = 24  # 192 bits
Json = dict[str, Any]
_decode = msgspec.json.Decoder().decode


class Frame(Value):
    """What comes back over the wire, and from the in-process twin."""

    observation: Json
    reward: float | None
    done: bool
    metadata: Json


class Fault(Value):
    """Why a call was malformed."""

    kind: Literal["tool_not_found", "invalid_args"]
    message: str


class RunningTape(Tape):
    """A tape that hashes only what is new: the digests are those of `retailgym.digest`, at a fifth of the cost."""

    def __init__(self, episode: Episode, *, player: str = "") -> None:
        super().__init__(episode, player=player)
        self._hash = blake2b(b"[" + encode(self.header.spec) + b"," + encode(episode.budgets) + b",[", digest_size=8)
        self._hashed = 0

    def put(self, text: str) -> Episode:
        """Step with the raw input, as text."""
        self.episode = step(self.episode, text)
        self.turns.append(TurnLine(digest=self._digest(), text=text))
        return self.episode

    def _digest(self) -> str:
        ep = self.episode
        for event in ep.log[self._hashed :]:
            self._hash.update((b"," if self._hashed else b"") + encode(event))
            self._hashed += 1
        whole = self._hash.copy()
        whole.update(b"]," + encode((ep.used, ep.ended, ep.world))[1:])
        return whole.hexdigest()


class Session:
    """An episode that somebody plays. It knows its token, counts steps, and gives the last answer again when asked."""

    __slots__ = ("_busy", "_verdict", "curriculum", "episode_id", "last", "owner", "record_id", "steps", "tape", "token", "touched")

    def __init__(self, spec: Spec, *, catalog: "Catalog | None" = None, player: str = "", episode_id: str | None = None) -> None:
        self.tape = RunningTape(start(spec, catalog=catalog), player=player)
        self.token = secrets.token_urlsafe(TOKEN_BYTES)
        self.record_id = secrets.token_hex(16)
        self.episode_id = episode_id if episode_id is not None else self.record_id
        self.steps = 0
        self.curriculum = ""  # the one that chose this episode
        self.owner: object = None  # the connection that may play on
        self.touched = 0.0
        self._verdict: Verdict | None = None
        self._busy = False
        self.last = opening(self)

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
    def token_hash(self) -> str:
        """Names the session in a database that should not be able to take it over."""
        return token_hash(self.token)

    def act(self, name: str, arguments: object) -> Frame:
        """One tool call."""
        return self.turn(written_turn(name, arguments), name)

    def turn(self, text: str, tool: str = "") -> Frame:
        """One turn, as JSON text."""
        if self._busy:  # the step before this one raised: our bug, so there is no reward
            raise Over(f"episode {self.tape.header.spec} is void after an error inside the shop; start a new one")
        if self.done:
            raise Over(f"episode {self.tape.header.spec} is over; start a new one")
        self._busy = True
        self.tape.put(text)
        self.steps += 1
        self.last = answered(self, tool)
        self._busy = False
        return self.last

    def listed(self) -> None:
        """Listing the tools is a step frame too, but no turn."""
        self.steps += 1

    def replayed(self, turns: list[str]) -> Frame:
        """The turns of a session that was lost, again."""
        for text in turns:
            self.turn(text, _tool_in(text))
        return self.last


def written_turn(name: str, arguments: object) -> str:
    """One call as a turn in JSON text, whatever a lax parser let in: what is no JSON text is left for the shop to refuse."""
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
    """What a reset gives: who came in and what they said. No key is `tools` or `tool_name`, which stock clients read as something else."""
    ep = session.episode
    seen = observe(ep)
    said = "\n".join(m.text for m in seen.messages if isinstance(m, Said))
    about = " ".join(ep.env.about.split())
    metadata: Json = {
        "spec": str(session.tape.header.spec), "session": session.token, "record": session.record_id, "turns": 0,
        "exchanges_left": seen.exchanges_left, "calls_left": seen.calls_left,
    }  # fmt: skip
    observation = {"env": seen.env, "about": about, "customer": said, "prompt": f"{about}\n\nThe customer says: {said}", "metadata": metadata}
    return Frame(observation=observation, reward=None, done=False, metadata=metadata)


def answered(session: Session, tool: str) -> Frame:
    """What a step gives: the result, the reward (0.0 until the end), and at the end the parts of the reward."""
    ep = session.episode
    seen = observe(ep)
    result, fault = told(seen.messages)
    metadata: Json = {"turns": ep.turns, "exchanges_left": seen.exchanges_left, "calls_left": seen.calls_left}
    reward = 0.0
    if ep.done:
        verdict = session.verdict
        reward = verdict.reward
        metadata |= {"success": verdict.success, "ended": ep.ended, "record": session.record_id, "rubric_scores": scores(verdict)}
    error = None if fault is None else {"error_type": fault.kind, "message": fault.message}
    observation = {"tool_name": tool, "result": result, "error": error, "metadata": metadata}
    return Frame(observation=observation, reward=reward, done=ep.done, metadata=metadata)


def scores(verdict: Verdict) -> dict[str, float]:
    """The numbers behind the reward, by name: its parts, the harm, and the gates."""
    gates = {f"gate.{c.name}": float(c.passed) for c in verdict.checks}
    return {**{n: float(v) for n, v in verdict.parts.items()}, "harm": verdict.harm, **gates}


def told(messages: tuple[Message, ...]) -> tuple[Any, Fault | None]:
    """The messages of one turn as one result; a second message of the turn is the customer, who goes on."""
    results: list[Any] = []
    fault: Fault | None = None
    for message in messages:
        match message:
            case Said(text=text):
                results.append(text)
            case Result(content=content):
                results.append(content if isinstance(content, str) else _decode(encode(content)))  # as it is after the wire, lists for tuples
            case Refusal(text=text):
                results.append({"refused": text})
            case Skipped(tool=tool):
                results.append({"not_run": tool})
            case Mistake(text=text):
                kind: Literal["tool_not_found", "invalid_args"] = "tool_not_found" if text.startswith("no tool") else "invalid_args"
                fault = Fault(kind=kind, message=text)
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
