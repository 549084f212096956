"""Standard MCP clients connect, list tools, play and finish, over HTTP and over stdio."""

import asyncio
import os
import sys
from pathlib import Path

import pytest
from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client

from retailgym.serving.records import Query, open_records

from .servers import Running
from .test_clients import calls

SPEC = "cart/2/11"


async def finished(client: "Client") -> None:
    names = {tool.name for tool in await client.list_tools()}
    assert {"start_episode", "cart_confirm"} <= names
    opened = await client.call_tool("start_episode", {"spec": SPEC})
    assert opened.structured_content["env"] == "cart" and "The customer says" in opened.content[0].text
    for name, arguments in calls(SPEC):
        result = await client.call_tool(name, arguments, raise_on_error=False)
    assert (result.structured_content["done"], result.structured_content["reward"]) == (True, 1.0)
    over = await client.call_tool("cart_view", {}, raise_on_error=False)
    assert over.is_error and "is over" in over.content[0].text


def test_a_fastmcp_client_plays_over_http(server: Running) -> None:
    async def play() -> None:
        async with Client(f"{server.url}/play/mcp") as client:
            await finished(client)

    asyncio.run(play())


def test_the_mcp_package_s_own_session_plays_and_two_sessions_are_apart(server: Running) -> None:
    async def play() -> None:
        async with (
            streamable_http_client(f"{server.url}/play/mcp") as one,
            streamable_http_client(f"{server.url}/play/mcp") as two,
            ClientSession(one[0], one[1]) as first,
            ClientSession(two[0], two[1]) as second,
        ):
            await first.initialize()
            await second.initialize()
            await first.call_tool("start_episode", {"spec": SPEC})
            assert (await second.call_tool("cart_view", {})).isError
            for name, arguments in calls(SPEC):
                result = await first.call_tool(name, arguments)
            assert result.structuredContent is not None and result.structuredContent["reward"] == 1.0

    asyncio.run(play())


@pytest.mark.parametrize("arguments", [{"spec": "nowhere/1/2"}, {"level": "high"}])
def test_a_wrong_start_is_an_error_that_helps(server: Running, arguments: dict[str, str]) -> None:
    async def start() -> None:
        async with Client(f"{server.url}/play/mcp") as client:
            result = await client.call_tool("start_episode", arguments, raise_on_error=False)
            assert result.is_error and result.content[0].text

    asyncio.run(start())


def test_the_command_line_speaks_mcp_on_stdio(tmp_path: Path) -> None:
    records = str(tmp_path / "records.sqlite")
    transport = StdioTransport(
        sys.executable, ["-m", "retailgym", "mcp", "--records", records], env=dict(os.environ)
    )

    async def play() -> None:
        async with Client(transport) as client:
            await finished(client)

    asyncio.run(play())
    assert [kept.reward for kept in open_records(records).find(Query())] == [1.0]
