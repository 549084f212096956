"""Nobody waits behind everybody: steps are answered between starts, which take longer."""

import asyncio

from retailgym.serving.protocol import Connection
from retailgym.serving.sessions import Sessions
from retailgym.serving.settings import ServerSettings

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
