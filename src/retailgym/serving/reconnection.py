"""How a client keeps its episode through lost connections and dead servers, without any I/O: each client
drives these with its own socket.

A conversation yields messages to send and is given what came back, or None when the connection was lost and
made anew."""

from collections.abc import Generator

from ..core.errors import RetailGymError
from .session import Frame, Json, written_turn

Talk = Generator[Json, Json | None, Json]
LOST_SESSION = "no session has this token"


class ServerRefused(RetailGymError, RuntimeError):
    """The server answered with an error; `code` is OpenEnv's."""

    def __init__(self, message: str, code: str = "") -> None:
        super().__init__(message)
        self.code = code


class Track:
    """What a client must remember to play on elsewhere: the spec and the turns so far."""

    def __init__(self) -> None:
        self.asked: Json = {}
        self.opened: Json = {}  # the metadata of the reset
        self.origin = ""  # the token that the episode began with
        self.earlier = 0  # turns that were played before this client took the session over
        self.turns: list[str] = []
        self.given_up = ""  # a turn that was sent and whose answer nobody waited for: taken, or not
        self.resumed = self.replayed = 0  # how often, for those who wonder

    def reset(self, asked: Json) -> Talk:
        """A lost reset is simply sent again: nothing was played yet."""
        reply = None
        while reply is None:
            reply = yield {"type": "reset", "data": asked}
        data = _checked(reply)
        self.asked, self.opened, self.turns = asked, dict(data.get("metadata") or {}), []
        self.given_up = ""
        self.origin = str(self.opened.get("session", ""))
        self.earlier = int(self.opened.get("turns", 0)) if "resume" in asked else 0
        return reply

    @property
    def played(self) -> int:
        return self.earlier + len(self.turns)

    def step(self, action: Json) -> Talk:
        """The answer to this step, whatever happens on the way: it is taken once."""
        if self.given_up:
            yield from self._settled()
        if action.get("type", "call_tool") != "call_tool":
            return (yield from self._asked({"type": "step", "data": action}))
        before = self.played
        self.given_up = written_turn(action.get("tool_name", ""), action.get("arguments", {}))
        try:
            reply = yield {"type": "step", "data": action}
            while reply is None:
                state = yield from self._picked_up()
                if _checked(state)["metadata"]["turns"] > before:
                    reply = state
                else:
                    reply = yield {"type": "step", "data": action}
            _checked(reply)
        except ServerRefused:
            self.given_up = ""
            raise
        self.turns.append(self.given_up)
        self.given_up = ""
        return reply

    def state(self) -> Talk:
        if self.given_up:
            yield from self._settled()
        return (yield from self._asked({"type": "state"}))

    def _asked(self, question: Json) -> Talk:
        """What changes nothing can be asked again."""
        reply = yield question
        while reply is None:
            if self.opened:
                yield from self._picked_up()
            reply = yield question
        _checked(reply)
        return reply

    def _settled(self) -> Generator[Json, Json | None, None]:
        """Whether the turn that was given up was taken: the session knows."""
        state = yield from self._picked_up()
        if _checked(state)["metadata"]["turns"] > self.played:
            self.turns.append(self.given_up)
        self.given_up = ""

    def _picked_up(self) -> Talk:
        """The session again: by its token where the server has it as it was left, else by its spec and
        turns."""
        if not self.opened:
            raise ServerRefused("the connection was lost before an episode had begun")
        while True:
            reply = yield {"type": "reset", "data": {"resume": self.opened.get("session")}}
            if reply is None:
                continue
            lost = LOST_SESSION in (reply.get("data") or {}).get("message", "")
            if not lost and _checked(reply)["metadata"]["turns"] >= self.played:
                self.resumed += 1
                return reply
            if self.earlier:
                raise ServerRefused(
                    f"the server has lost the session, and its first {self.earlier} turns are known only to "
                    "whoever played them"
                )
            reply = yield {"type": "reset", "data": self._again()}
            if reply is not None:
                data = _checked(reply)
                self.replayed += 1
                if not self.turns:
                    self.opened = dict(data["metadata"])
                elif token := data["metadata"].get("session"):
                    self.opened["session"] = token
                return reply

    def _again(self) -> Json:
        kept: Json = {
            name: self.asked[name] for name in ("episode_id", "player", "curriculum") if name in self.asked
        }
        return {**kept, "spec": self.opened["spec"], "turns": self.turns, "session": self.origin}


def _checked(reply: Json) -> Json:
    """The data of an answer."""
    data: Json = reply.get("data") or {}
    if reply.get("type") == "error":
        raise ServerRefused(
            f"Server error: {data.get('message', 'unknown error')} (code: {data.get('code', 'UNKNOWN')})",
            str(data.get("code", "")),
        )
    return data


def framed(reply: Json) -> Frame:
    data = reply["data"]
    metadata = data.get("metadata") or data["observation"].get("metadata") or {}
    return Frame(observation=data["observation"], reward=data["reward"], done=data["done"], metadata=metadata)
