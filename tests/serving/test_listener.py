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
    slow_to_hear(shop)
    return shop.listener


def slow_to_hear(shop: Sessions) -> None:
    """As far as its turns know, what is said to a customer takes long."""
    for _ in range(200):
        shop.turns.took("look", 1e-6)
    shop.turns.took(("cart", "ask_user"), 0.01)


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


async def most_under_way(shop: Sessions, question: str, count: int) -> tuple[int, int]:
    """Of so many that ask at once: how many were with the listener, and how often the loop came round."""
    assert shop.listener is not None
    slow_to_hear(shop)
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
        most = max(most, len(shop.listener._under_way))
        await asyncio.sleep(0)
    del shop.turns._round  # the counted one
    return most, rounds


async def refused(shop: Sessions) -> tuple[int, bytes]:
    """How many are heard of one who says too much, and what they are told."""
    assert shop.listener is not None
    player, said = Connection(shop, "one"), list[bytes]()
    await player.reset({"spec": SPECS[0]})
    data = {"tool_name": "ask_user", "arguments": {"message": "colour? " * TURN_LENGTH}}
    frame = json.dumps({"type": "step", "data": data}).encode()
    assert answered_here(player, frame, Rpc(shop, Seats(shop)), said.append)
    under_way = len(shop.listener._under_way) + len(shop.turns._spoken)
    while not said:
        await asyncio.sleep(0)
    return under_way, said[0]


def test_whoever_is_alone_is_heard_here_and_long_speeches_beside_the_loop_as_far_as_there_is_room() -> None:
    """To wake another process takes longer than to hear a question. No loop is busy while others wait, and
    what is too long to be a turn goes nowhere."""
    count, speech = AHEAD + 8, f"{QUESTION} " * 50

    async def tried() -> tuple[list[tuple[int, int]], tuple[int, bytes]]:
        shop = Sessions(ServerSettings(records=":memory:", listener=True))
        await with_listener(shop)
        asked = (QUESTION, 1), (speech, 1), (speech, count)
        found = [await most_under_way(shop, question, n) for question, n in asked], await refused(shop)
        await shop.close()
        return found

    ((alone, _), (at_length, _), (most, rounds)), (under_way, answer) = asyncio.run(tried())
    assert (alone, at_length, most) == (0, 1, AHEAD) and rounds < 3 * count
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


def test_a_message_arrives_with_all_that_hearing_it_depends_on() -> None:
    begun = start("returns/12/4")
    said = spoken(begun, "ask_user", {"message": QUESTION})
    assert said is not None and said.bought and arrived(sent(said)) == said


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
