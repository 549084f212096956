"""Nobody waits behind everybody: short turns are answered before long ones, and both before starts."""

import asyncio
import json
from collections.abc import Hashable

import pytest
from websockets.asyncio.client import connect

from retailgym.serving import clock
from retailgym.serving.calls_here import answered_here
from retailgym.serving.gate import Gate, Message
from retailgym.serving.light_client import ws_url
from retailgym.serving.protocol import Connection, Rpc
from retailgym.serving.seats import Seats
from retailgym.serving.sessions import Sessions
from retailgym.serving.settings import ServerSettings
from retailgym.serving.turns import PATIENCE_S, Turns

from .servers import Running
from .test_clients import calls

SPEC, STARTS = "cart/1/7", 20


def test_steps_come_between_starts() -> None:
    async def played() -> list[str]:
        shop = Sessions(ServerSettings(records=":memory:"))
        order: list[str] = []

        async def begin(player: Connection) -> None:
            await player.reset({"spec": SPEC})
            order.append("start")

        async def go_on(player: Connection) -> None:
            for name, arguments in calls(SPEC)[:4]:
                await player.call(name, arguments)
                order.append("step")
                await asyncio.sleep(0)  # as a client would

        early = Connection(shop, "early")
        await early.reset({"spec": SPEC})
        crowd = [begin(Connection(shop, f"late {n}")) for n in range(STARTS)]
        await asyncio.gather(*crowd, go_on(early))
        await shop.close()
        return order

    order = asyncio.run(played())
    assert order.count("start") == STARTS
    assert order.count("step") == 4 and order[-5:] == ["start"] * 5, order


def test_an_episode_that_takes_long_to_begin_keeps_nobody_waiting() -> None:
    """The loop goes on meanwhile. What is known to take little time is not worth another thread."""

    async def rounds(shop: Sessions, spec: str) -> int:
        begun, count = asyncio.ensure_future(Connection(shop, "one").reset({"spec": spec})), 0
        while not begun.done():
            count += 1
            await asyncio.sleep(0)
        begun.result()
        return count

    async def counted() -> list[int]:
        shop = Sessions(ServerSettings(records=":memory:"))
        shop._starts_s["cart", 1] = 0.0
        found = [await rounds(shop, spec) for spec in ("journey/24/7", "journey/24/8", "cart/1/8")]
        await shop.close()
        return found

    first, second, short = asyncio.run(counted())
    assert min(first, second) > 100 and short < 10


def learned() -> Turns:
    """Which has seen turns that take a tenth of a millisecond, and some that take a whole one."""
    turns = Turns()
    for n in range(200):
        turns.took("look", 0.0001)
        if n % 10 == 0:
            turns.took("ask", 0.001)
    return turns


def test_what_takes_several_times_as_long_as_usual_is_long() -> None:
    turns = learned()
    assert turns.is_short("look") and turns.is_short("never seen") and not turns.is_short("ask")


def test_what_follows_the_last_turn_counts_as_part_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The verdict and the record take longer than the call that ends an episode. Here the clock counts
    verdicts."""

    class Noted(Turns):
        taken: list[tuple[Hashable, float]] = []

        def took(self, kind: Hashable, seconds: float) -> None:
            self.taken.append((kind, seconds))
            super().took(kind, seconds)

    async def played() -> list[tuple[Hashable, float]]:
        shop = Sessions(ServerSettings(records=":memory:"))
        shop.turns = turns = Noted()
        player = Connection(shop, "one")
        session = await player.reset({"spec": SPEC})
        monkeypatch.setattr(clock, "worked", lambda: 0.0 if session._verdict is None else 1.0)
        for name, arguments in calls(SPEC):
            await player.call(name, arguments)
        await shop.close()
        return turns.taken

    *before, last = asyncio.run(played())
    assert last == (("cart", "cart_confirm"), 1.0) and {seconds for _, seconds in before} == {0.0}


def test_long_turns_come_a_few_at_a_time_and_starts_when_nobody_has_a_turn() -> None:
    async def served() -> list[list[str]]:
        turns, rounds = learned(), [list[str]()]

        async def ask(n: int) -> None:
            await turns.wait("ask")
            rounds[-1].append("ask")
            turns.took("ask", 0.001)

        async def start() -> None:
            await turns.wait_to_start()
            rounds[-1].append("start")

        crowd = asyncio.gather(*(start() for _ in range(3)), *(ask(n) for n in range(7)))
        while not crowd.done():
            rounds.append([])
            await asyncio.sleep(0)
        await crowd
        return [served for served in rounds if served]

    rounds = asyncio.run(served())
    flat = [one for served in rounds for one in served]
    assert flat == ["ask"] * 7 + ["start"] * 3
    assert max(map(len, rounds)) <= 3 and rounds[-3:] == [["start"]] * 3


@pytest.mark.parametrize("waiting", ["ask", "start"])
def test_who_waits_is_served_though_short_turns_come_without_end(waiting: str) -> None:
    async def rounds() -> float:
        turns, loop = learned(), asyncio.get_running_loop()
        begun = loop.time()
        mine = asyncio.ensure_future(turns.wait_to_start() if waiting == "start" else turns.wait("ask"))
        while not mine.done():
            turns.took("look", 0.0001)
            await asyncio.sleep(0)
            assert loop.time() - begun < 20
        return loop.time() - begun

    waited = asyncio.run(rounds())
    assert waited >= PATIENCE_S if waiting == "start" else waited < PATIENCE_S


@pytest.mark.parametrize("size", [100, 200_000])
def test_a_large_body_is_parsed_when_nobody_has_come_with_a_turn(size: int) -> None:
    async def waited() -> float:
        shop, parsed = Sessions(ServerSettings(records=":memory:")), asyncio.Event()

        async def app(scope: object, receive: object, send: object) -> None:
            parsed.set()

        async def receive() -> Message:
            return {"type": "http.request", "body": b" " * size}

        async def send(message: Message) -> None:
            """Nobody hears it."""

        scope = {"type": "http", "path": "/episodes", "headers": [(b"host", b"localhost")]}
        loop = asyncio.get_running_loop()
        begun = loop.time()
        task = asyncio.ensure_future(Gate(app, app, shop)(scope, receive, send))
        while not parsed.is_set():
            shop.turns.took("look", 0.0001)
            await asyncio.sleep(0)
        passed = loop.time() - begun
        await task
        await shop.close()
        return passed

    passed = asyncio.run(asyncio.wait_for(waited(), 20))
    assert size < 1000 or passed >= PATIENCE_S


def test_while_a_start_waits_the_loop_goes_round_for_turns_alone() -> None:
    """Else it would be as busy with waiting as with playing."""

    class Counted(Turns):
        rounds = 0

        def _round(self, loop: asyncio.AbstractEventLoop) -> None:
            self.rounds += 1
            super()._round(loop)

    async def rounds(pause_s: float) -> tuple[int, int]:
        turns, taken = Counted(), 0
        for _ in range(STARTS):
            start = asyncio.ensure_future(turns.wait_to_start())
            await asyncio.sleep(0)
            while not start.done():
                turns.took("look", 0.0001)
                taken += 1
                await asyncio.sleep(pause_s)
        return turns.rounds, taken

    at_once, taken = asyncio.run(rounds(0.0))
    assert at_once <= 2 * taken
    with_pauses, taken = asyncio.run(rounds(0.01))
    assert with_pauses <= 2 * STARTS and taken <= STARTS


def test_a_turn_that_waits_is_not_taken_when_the_session_has_gone_to_another() -> None:
    """Whoever resumes it takes the turn again, and it must not be taken twice."""

    async def played() -> tuple[int, str]:
        shop = Sessions(ServerSettings(records=":memory:"))
        old, new = Connection(shop, "old"), Connection(shop, "new")
        session = await old.reset({"spec": SPEC})
        path = calls(SPEC)
        await old.call(*path[0])
        shop.turns = learned()
        shop.turns.took((session.episode.env.id, path[1][0]), 0.01)
        late = asyncio.ensure_future(old.call(*path[1]))
        await asyncio.sleep(0)
        await new.reset({"resume": session.token})
        (error,) = await asyncio.gather(late, return_exceptions=True)
        turns = len(session.tape.turns)
        await shop.close()
        return turns, str(error)

    turns, error = asyncio.run(played())
    assert turns == 1 and "another connection" in error


def test_a_turn_put_off_where_it_was_read_is_not_taken_when_the_session_has_gone_to_another() -> None:
    async def played() -> tuple[int, list[bytes]]:
        shop = Sessions(ServerSettings(records=":memory:"))
        old, new, said = Connection(shop, "old"), Connection(shop, "new"), list[bytes]()
        session = await old.reset({"spec": SPEC})
        shop.turns = learned()
        name, arguments = calls(SPEC)[0]
        shop.turns.took((session.episode.env.id, name), 0.01)
        data = {"tool_name": name, "arguments": arguments}
        frame = json.dumps({"type": "step", "data": data}).encode()
        assert answered_here(old, frame, Rpc(shop, Seats(shop)), said.append) and not said
        await new.reset({"resume": session.token})
        while not said:
            await asyncio.sleep(0)
        await shop.close()
        return len(session.tape.turns), said

    turns, (error,) = asyncio.run(played())
    assert turns == 0 and b"another connection" in error


def test_a_turn_that_fails_keeps_nobody_behind_it_waiting() -> None:
    async def served() -> list[str]:
        turns, order = learned(), list[str]()
        told = asyncio.get_running_loop().create_future()
        asyncio.get_running_loop().set_exception_handler(lambda _, context: told.set_result(context))
        turns.put_off("ask", lambda: [][0])
        turns.put_off("ask", lambda: order.append("ask"))
        await told
        while not order:
            await asyncio.sleep(0)
        return order

    assert asyncio.run(asyncio.wait_for(served(), 20)) == ["ask"]


def test_calls_sent_all_at_once_are_answered_one_after_the_other(server: Running) -> None:
    async def answers(together: bool) -> list[object]:
        frames = [
            {"type": "step", "data": {"type": "call_tool", "tool_name": name, "arguments": arguments}}
            for name, arguments in calls(SPEC)
        ]
        found = []
        async with connect(ws_url(server.url), compression=None, proxy=None) as line:
            await line.send(json.dumps({"type": "reset", "data": {"spec": SPEC}}))
            await line.recv()
            for frame in frames:
                await line.send(json.dumps(frame))
                if not together:
                    found.append(json.loads(await line.recv())["data"])
            while together and len(found) < len(frames):
                found.append(json.loads(await line.recv())["data"])
        for data in found:
            data["metadata"].pop("record", None), data["observation"]["metadata"].pop("record", None)
        return found

    one_by_one = asyncio.run(answers(together=False))
    assert asyncio.run(answers(together=True)) == one_by_one
    last = one_by_one[-1]
    assert isinstance(last, dict) and last["done"] and last["reward"] == 1.0
