"""Answers come in the order of the questions, however these arrive: many at once, in pieces, or half of one
behind another."""

import json
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from retailgym.serving.light_client import LightEnv

from .servers import Running
from .test_clients import calls, twin
from .test_safety import ws

SPEC = "cart/3/42"


def step(call: tuple[str, dict[str, Any]]) -> str:
    return json.dumps(
        {"type": "step", "data": {"type": "call_tool", "tool_name": call[0], "arguments": call[1]}}
    )


RESET, STATE = json.dumps({"type": "reset", "data": {"spec": SPEC}}), json.dumps({"type": "state"})


class Raw:
    """A connection on which the test decides what is sent together."""

    def __init__(self, server: Running) -> None:
        self.socket = socket.create_connection(("127.0.0.1", server.settings.port), timeout=30)
        self.protocol = ClientProtocol(parse_uri(ws(server)))
        self.protocol.send_request(self.protocol.connect())
        self.flush()
        while self.protocol.state is State.CONNECTING:
            self.protocol.receive_data(self.socket.recv(1 << 16))
        self.protocol.events_received()
        self._answers = self._read()

    def flush(self, keep_back: int = 0) -> bytes:
        """Send what has gathered, but for the last bytes, which are given back."""
        data = b"".join(self.protocol.data_to_send())
        cut = len(data) - keep_back
        self.socket.sendall(data[:cut])
        return data[cut:]

    def together(self, messages: list[str]) -> list[Any]:
        for message in messages:
            self.protocol.send_text(message.encode())
        self.flush()
        return self.hear(len(messages))

    def hear(self, count: int) -> list[Any]:
        return [next(self._answers) for _ in range(count)]

    def rest(self) -> Iterator[Any]:
        """All that comes before the server hangs up."""
        return self._answers

    def _read(self) -> Iterator[Any]:
        while data := self.socket.recv(1 << 16):
            self.protocol.receive_data(data)
            for event in self.protocol.events_received():
                if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                    yield json.loads(event.data)


@pytest.fixture
def raw(server: Running) -> Iterator[Raw]:
    line = Raw(server)
    yield line
    line.socket.close()


def seen(answers: list[Any]) -> list[Any]:
    """Steps as the twin gives them, states as their count."""
    found = []
    for answer in answers:
        data = answer["data"]
        if answer["type"] == "state":
            found.append(data["step_count"])
        elif answer["type"] == "error":
            found.append(data["code"])
        else:
            metadata = {k: v for k, v in data["metadata"].items() if k not in ("session", "record")}
            found.append(
                (
                    {k: v for k, v in data["observation"].items() if k != "metadata"},
                    data["reward"],
                    data["done"],
                    metadata,
                )
            )
    return found


def test_a_whole_episode_sent_at_once_is_answered_in_order(raw: Raw) -> None:
    path = calls(SPEC)
    assert seen(raw.together([RESET, *map(step, path), STATE])) == [*twin(SPEC), len(path)]


def test_what_is_plain_and_what_is_not_keep_their_order(raw: Raw) -> None:
    """A state after every step says how many steps the server had taken by then."""
    path = calls(SPEC)
    raw.together([RESET])
    heard = seen(raw.together([message for call in path for message in (step(call), STATE)]))
    assert heard[::2] == twin(SPEC)[1:] and heard[1::2] == list(range(1, len(path) + 1))


def test_an_end_a_step_too_many_and_a_new_beginning_in_one_piece(raw: Raw) -> None:
    """The end waits for its record; what is behind it waits too."""
    raw.together([RESET])
    end, late, opened, first = raw.together(
        [step(("nonsense", {})), step(("cart_view", {})), RESET, step(calls(SPEC)[0])]
    )
    assert (end["data"]["done"], end["data"]["reward"]) == (True, -1.0)
    assert "is over" in late["data"]["message"]
    assert seen([opened, first]) == twin(SPEC)[:2]


def test_a_call_behind_a_question_that_takes_time_waits_for_it(raw: Raw) -> None:
    """The token is looked up in the database; meanwhile nothing is answered out of turn, and the session is
    as it was."""
    raw.together([RESET])
    lost = json.dumps({"type": "reset", "data": {"resume": "A" * 32}})
    first, second, third = raw.together([lost, step(calls(SPEC)[0]), STATE])
    assert "no session has this token" in first["data"]["message"]
    assert seen([second, third]) == [twin(SPEC)[1], 1]


def test_half_a_message_behind_a_whole_one_is_not_lost(raw: Raw) -> None:
    first, second, third = (step(call).encode() for call in calls(SPEC)[:3])
    raw.together([RESET])
    for cut in (len(second) // 2, 1):
        raw.together([RESET])
        raw.protocol.send_text(first)
        raw.protocol.send_text(second[:cut], fin=False)
        raw.flush()
        heard = raw.hear(1)
        raw.protocol.send_continuation(second[cut:], fin=True)
        raw.protocol.send_text(third)
        rest = raw.flush(keep_back=5)
        heard += raw.hear(1)
        raw.socket.sendall(rest)
        assert seen(heard + raw.hear(1)) == twin(SPEC)[1:4]


@pytest.mark.parametrize("cut", [1, 3, 8, 9, 30])
def test_a_message_in_pieces_is_one_though_a_piece_looks_like_another(raw: Raw, cut: int) -> None:
    """With a mask of zeros what is sent can hold a whole frame; the server has read the head of the message
    before, or a part of it."""
    unmasked = bytes(4)
    hidden = bytes((0x81, 0x80 | len(STATE))) + unmasked + STATE.encode()
    text = b" " * max(0, cut - 8) + hidden + b" " * 120
    sent = bytes((0x82, 0xFE)) + len(text).to_bytes(2, "big") + unmasked + text
    raw.socket.sendall(sent[:cut])
    time.sleep(0.1)  # so that it is read alone
    raw.socket.sendall(sent[cut : max(cut, 8) + len(hidden)])
    time.sleep(0.1)
    raw.socket.sendall(sent[max(cut, 8) + len(hidden) :])
    raw.protocol.send_text(STATE.encode())
    raw.flush()
    assert seen(raw.hear(2)) == ["INVALID_JSON", 0]


def test_half_a_message_behind_one_that_is_not_plain_is_not_lost(raw: Raw) -> None:
    """A call after the end looks plain and is given to OpenEnv in the end, when the next message has
    begun."""
    view = step(("cart_view", {})).encode()
    raw.together([RESET])
    raw.together([step(("nonsense", {}))])
    raw.protocol.send_text(view)
    raw.protocol.send_text(RESET.encode()[:9], fin=False)
    raw.flush()
    assert seen(raw.hear(1)) == ["EXECUTION_ERROR"]
    raw.protocol.send_continuation(RESET.encode()[9:], fin=True)
    raw.flush()
    assert seen(raw.hear(1)) == twin(SPEC)[:1]


def test_bytes_and_text_are_the_same_to_the_server(raw: Raw) -> None:
    raw.together([RESET])
    raw.protocol.send_binary(step(calls(SPEC)[0]).encode())
    raw.flush()
    assert seen(raw.hear(1)) == twin(SPEC)[1:2]


def test_a_goodbye_behind_a_call_ends_in_peace(server: Running, raw: Raw) -> None:
    """The session waits for its client, with the first call and maybe the second, and the server has nothing
    to complain about."""
    logged = len(server.log.read_text())
    (opened,) = raw.together([RESET])
    raw.protocol.send_text(step(calls(SPEC)[0]).encode())
    raw.protocol.send_text(step(calls(SPEC)[1]).encode())
    raw.protocol.send_close(1000)
    raw.flush()
    assert len(list(raw.rest())) <= 2
    with LightEnv(server.url) as again:
        assert again.reset(resume=opened["data"]["metadata"]["session"]).metadata["turns"] in (1, 2)
    assert '"exception"' not in server.log.read_text()[logged:]


@pytest.mark.parametrize("name", ["x" * 10, "x" * 10_000, "漢" * 15_000])
def test_answers_of_any_length_arrive(raw: Raw, name: str) -> None:
    """A mistake repeats the name that it was given; the longest comes back in more than 64 KiB."""
    raw.together([RESET])
    (answer,) = raw.together([step((name, {}))])
    assert name in answer["data"]["observation"]["error"]["message"]
