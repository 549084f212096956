"""What is said to customers may be heard in a process beside the server: the answers are the same, and come
whatever becomes of that process."""

import asyncio
import json
import os
import signal
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

import pytest

from retailgym.core.episode import spoken, start, step
from retailgym.core.values import encode
from retailgym.customer import category_of, conversation, known, understood
from retailgym.serving.calls_here import answered_here
from retailgym.serving.listener import AHEAD, Inbox, Listener, arrived, sent, sized
from retailgym.serving.protocol import Connection, Rpc
from retailgym.serving.seats import Seats
from retailgym.serving.session import TURN_LENGTH
from retailgym.serving.sessions import Sessions
from retailgym.serving.settings import ServerSettings

from .test_clients import calls

MANY = 2 * AHEAD
SPECS = [f"cart/6/{seed}" for seed in range(MANY)]
SWEEP_S = 0.2
QUESTION = "Which colour should it have, and how many would you like?"


async def with_listener(shop: Sessions) -> Listener:
    await shop.tend()
    assert shop.listener is not None
    async with asyncio.timeout(60):
        while not shop.listener.ready:
            await asyncio.sleep(0.01)
    for _ in range(200):  # so that what is said to a customer is long
        shop.turns.took("look", 1e-6)
    shop.turns.took(("cart", "ask_user"), 0.01)
    return shop.listener


def asks(shop: Sessions, players: list[Connection], said: dict[int, bytes], question: str = QUESTION) -> None:
    """The same question from all, at once."""
    data = {"tool_name": "ask_user", "arguments": {"message": question}}
    frame, talk = json.dumps({"type": "step", "data": data}).encode(), Rpc(shop, Seats(shop))
    for n, player in enumerate(players):
        assert answered_here(player, frame, talk, partial(said.__setitem__, n))


async def answers(
    listener: bool, meanwhile: Callable[[Sessions], None] = lambda shop: None, tended: bool = False
) -> list[bytes]:
    shop = Sessions(ServerSettings(records=":memory:", listener=listener))
    try:
        if listener:
            await with_listener(shop)
        players, said = [Connection(shop, str(n)) for n in range(MANY)], dict[int, bytes]()
        for player, spec in zip(players, SPECS, strict=True):
            await player.reset({"spec": spec})
        asks(shop, players, said)
        await asyncio.sleep(0)  # the first are on their way to the listener
        meanwhile(shop)
        async with asyncio.timeout(60):
            while len(said) < MANY:
                await asyncio.sleep(0.001 if not tended else SWEEP_S)
                if tended:
                    await shop.tend()
        return [said[n] for n in range(MANY)]
    finally:
        await shop.close()


@pytest.fixture(scope="module")
def heard_here() -> list[bytes]:
    return asyncio.run(answers(listener=False))


def test_what_is_heard_elsewhere_is_answered_alike(heard_here: list[bytes]) -> None:
    heard = 0

    def count(shop: Sessions) -> None:
        nonlocal heard
        assert shop.listener is not None
        heard = len(shop.listener._under_way)

    assert asyncio.run(answers(True, count)) == heard_here
    assert heard == AHEAD


def test_when_the_listener_dies_everybody_is_answered(heard_here: list[bytes]) -> None:
    def kill(shop: Sessions) -> None:
        assert shop.listener is not None and shop.listener._process is not None
        os.kill(shop.listener._process.pid, signal.SIGKILL)

    assert asyncio.run(answers(True, kill)) == heard_here


def test_a_listener_that_stands_still_keeps_nobody_waiting(heard_here: list[bytes]) -> None:
    def stop(shop: Sessions) -> None:
        assert shop.listener is not None and shop.listener._process is not None
        os.kill(shop.listener._process.pid, signal.SIGSTOP)

    assert asyncio.run(answers(True, stop, tended=True)) == heard_here


def test_one_that_has_gone_is_started_again() -> None:
    async def lives() -> tuple[int, int]:
        shop = Sessions(ServerSettings(records=":memory:", listener=True))
        listener = await with_listener(shop)
        assert listener._process is not None
        first = listener._process.pid
        os.kill(first, signal.SIGKILL)
        while listener.ready:
            await asyncio.sleep(0.01)
        await with_listener(shop)
        assert listener._process is not None
        second = listener._process.pid
        await shop.close()
        with pytest.raises(ProcessLookupError):  # nobody stays behind
            os.kill(second, 0)
        return first, second

    first, second = asyncio.run(lives())
    assert first != second


async def most_under_way(question: str, count: int) -> tuple[int, int]:
    """Of so many that ask at once: how many were with the listener, and how often the loop came round."""
    shop = Sessions(ServerSettings(records=":memory:", listener=True))
    listener = await with_listener(shop)
    players, said = [Connection(shop, str(n)) for n in range(count)], dict[int, bytes]()
    for n, player in enumerate(players):
        await player.reset({"spec": SPECS[n % MANY]})
    most = rounds = 0
    taken = shop.turns._round

    def counted(loop: asyncio.AbstractEventLoop) -> None:
        nonlocal rounds
        rounds += 1
        taken(loop)

    shop.turns._round = counted  # type: ignore[method-assign]
    asks(shop, players, said, question)
    while len(said) < count:
        most = max(most, len(listener._under_way))
        await asyncio.sleep(0)
    await shop.close()
    return most, rounds


def test_whoever_is_alone_is_heard_here() -> None:
    """To wake another process takes longer than to hear."""
    assert asyncio.run(most_under_way(QUESTION, 1))[0] == 0


def test_a_long_speech_is_heard_beside_the_loop_even_of_one_who_is_alone() -> None:
    assert asyncio.run(most_under_way(f"{QUESTION} " * 50, 1))[0] == 1


def test_while_long_speeches_wait_for_room_no_loop_is_busy() -> None:
    count = AHEAD + 8
    most, rounds = asyncio.run(most_under_way(f"{QUESTION} " * 50, count))
    assert most == AHEAD and rounds < 3 * count


def test_what_is_too_long_to_be_a_turn_goes_nowhere() -> None:
    async def refused() -> tuple[int, bytes]:
        shop = Sessions(ServerSettings(records=":memory:", listener=True))
        listener = await with_listener(shop)
        player, said = Connection(shop, "one"), list[bytes]()
        await player.reset({"spec": SPECS[0]})
        data = {"tool_name": "ask_user", "arguments": {"message": "colour? " * TURN_LENGTH}}
        frame = json.dumps({"type": "step", "data": data}).encode()
        assert answered_here(player, frame, Rpc(shop, Seats(shop)), said.append)
        under_way = len(listener._under_way) + len(shop.turns._spoken)
        while not said:
            await asyncio.sleep(0)
        await shop.close()
        return under_way, said[0]

    under_way, answer = asyncio.run(refused())
    assert under_way == 0 and b"at most" in answer


@pytest.mark.parametrize("spec", ["cart/6/3", "returns/12/4", "journey/18/5", "tracking/24/6"])
def test_a_step_with_what_was_heard_ahead_is_the_same_step(spec: str) -> None:
    begun = start(spec)
    said = spoken(begun, "ask_user", {"message": QUESTION})
    assert said is not None
    heard = understood(said, lambda thing: category_of(begun.world.catalog, thing))
    turn = {"calls": [{"name": "ask_user", "arguments": {"message": QUESTION}}]}
    with known(said, heard):
        ahead = step(begun, turn)
    assert encode(ahead.log) == encode(step(begun, turn).log) and not conversation._known


def test_only_what_is_said_to_a_customer_can_be_heard_ahead() -> None:
    begun, desk = start("cart/1/7"), start("desk/1/7")
    assert spoken(begun, "cart_view", {}) is None
    assert spoken(begun, "ask_user", {}) is None and spoken(begun, "ask_user", {"message": 7}) is None
    assert spoken(desk, "ask_customer", {"question": QUESTION}) is None  # who hears in a way of their own


def test_messages_come_out_of_a_line_as_they_went_in_however_they_were_cut() -> None:
    messages = [b"", b"one", b"x" * 70_000]
    sent = b"".join(map(sized, messages))

    def pieces(size: int) -> Iterator[bytes]:
        rest = iter(sent)
        while piece := bytes(islice(rest, size)):
            yield piece

    for size in (1, 5, 4096, len(sent)):
        line, found = Inbox(), list[bytes]()
        for piece in pieces(size):
            line.put(piece)
            while (message := line.next()) is not None:
                found.append(message)
        assert found == messages


def test_whole_episodes_end_as_they_would_without_it() -> None:
    async def rewards() -> list[float]:
        shop = Sessions(ServerSettings(records=":memory:", listener=True))
        await with_listener(shop)
        talk = Rpc(shop, Seats(shop))

        async def play(spec: str) -> float:
            player = Connection(shop, spec)
            session = await player.reset({"spec": spec})
            for name, arguments in calls(spec):
                done = asyncio.get_running_loop().create_future()
                frame = json.dumps({"type": "step", "data": {"tool_name": name, "arguments": arguments}})
                assert answered_here(player, frame.encode(), talk, done.set_result)
                await done
            return session.verdict.reward

        found = await asyncio.gather(*map(play, SPECS))
        await shop.close()
        return found

    assert asyncio.run(rewards()) == [1.0] * MANY


def test_things_that_were_spoken_of_before_are_known_again() -> None:
    episode = start(SPECS[0])
    first, second = [spoken(episode, "ask_user", {"message": text}) for text in (QUESTION, "Which brand?")]
    assert first is not None and second is not None
    came = [arrived(sent(said)) for said in (first, second)]
    assert came == [first, second] and came[0].things is came[1].things
