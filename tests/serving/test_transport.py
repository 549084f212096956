"""Why transport.py exists. A test here that fails says which part of it can go."""

import asyncio
import inspect
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.asyncio.client import connect

from retailgym.serving import transport
from retailgym.serving.ledger import AdmissionLedger
from retailgym.serving.metrics import Metrics
from retailgym.serving.settings import Limits


async def nothing(scope: object, receive: object, send: object) -> None:
    """An application that is never asked."""


async def cut_off_by(http: type, first: bytes, seconds: float) -> bool:
    """Whether a connection that sends no whole request is ended within the time."""
    config = uvicorn.Config(
        nothing, port=0, http=http, lifespan="off", log_level="critical", timeout_keep_alive=0.2
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(first)
    try:
        ended = await asyncio.wait_for(reader.read(1), seconds) == b""
    except TimeoutError:
        ended = False
    writer.close()
    server.should_exit = True
    await serving
    return ended


def test_uvicorn_itself_waits_for_ever_for_a_request_that_does_not_come_whole() -> None:
    """When this fails, `Http` needs its timer no longer."""
    half = b"GET /health HTTP/1.1\r\nHost: x\r\n"
    assert not asyncio.run(cut_off_by(HttpToolsProtocol, half, 1.0))
    assert asyncio.run(cut_off_by(transport.Http, half, 10.0))


def test_uvicorn_itself_counts_no_bytes_and_no_connections_of_a_client() -> None:
    """When this fails, look whether `Http` and `WebSocket` need their counts any longer."""
    options = set(inspect.signature(uvicorn.Config).parameters)
    assert not {
        option for option in options if "per_client" in option or "per_ip" in option or "memory" in option
    }


def test_what_is_overridden_is_still_there() -> None:
    """uvicorn is bounded above in pyproject.toml for these names."""
    for ours, theirs, names in (
        (
            transport.Http,
            HttpToolsProtocol,
            (
                "on_message_begin",
                "on_headers_complete",
                "data_received",
                "shutdown",
                "handle_websocket_upgrade",
            ),
        ),
        (
            transport.WebSocket,
            WebSocketsSansIOProtocol,
            ("connection_lost", "data_received", "handle_connect", "receive", "send_receive_event_to_app"),
        ),
    ):
        for name in names:
            assert name in vars(ours) and name in vars(theirs)


async def told(scope: object, receive: Any, send: Any) -> None:
    """An application that says how large the body was."""
    size, more = 0, True
    while more:
        message = await receive()
        size, more = size + len(message.get("body", b"")), message.get("more_body", False)
    length = (b"content-length", str(len(str(size))).encode())
    await send({"type": "http.response.start", "status": 200, "headers": [length]})
    await send({"type": "http.response.body", "body": str(size).encode()})


async def heard(http: type, sent: bytes, stops: bool = False) -> bytes:
    """What comes back for these bytes, read in one piece as by a busy server; one that stops, if it is so."""
    config = uvicorn.Config(told, lifespan="off", log_level="critical")
    config.load()
    state = uvicorn.server.ServerState()

    def connection() -> Any:
        return http(config=config, server_state=state, app_state={})

    server = await asyncio.get_running_loop().create_server(connection, "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    while not state.connections:
        await asyncio.sleep(0.01)
    (made,) = state.connections
    if stops:
        made.shutdown()
    try:
        if not made.transport.is_closing():
            made.data_received(sent)
        return await asyncio.wait_for(reader.read(4096), 10)
    except ConnectionResetError:
        return b""
    finally:
        writer.close()
        server.close()


def test_uvicorn_itself_drops_a_request_that_is_on_its_way_when_it_stops() -> None:
    """When this fails, `Http` needs its own `shutdown` no longer."""
    request = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
    assert asyncio.run(heard(HttpToolsProtocol, request, stops=True)) == b""
    answer = asyncio.run(heard(transport.Http, request, stops=True))
    assert b"200 OK" in answer and b"connection: close" in answer


def test_headers_have_an_end_and_a_body_that_comes_with_them_does_not_count() -> None:
    """Each in one piece, as a busy server reads it."""
    size = 3 * transport.HEAD_BYTES
    head = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n" % size
    answer = asyncio.run(heard(transport.Http, head + b"\r\n" + b" " * size))
    assert b"200 OK" in answer and answer.endswith(str(size).encode())
    assert asyncio.run(heard(transport.Http, head + b"X: " + b"x" * size + b"\r\n\r\n" + b" " * size)) == b""


async def echo(scope: object, receive: Any, send: Any) -> None:
    """An application that accepts, and hears all that comes."""
    await receive()
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


def test_bytes_of_messages_that_have_not_come_whole_count_until_they_have() -> None:
    """Also those that come in one piece with the end of the message before, and parts that came by
    themselves."""

    def frame(first: int, size: int) -> bytes:
        return bytes((first, 0xFE)) + size.to_bytes(2, "big") + bytes(4) + b" " * size

    async def counted() -> list[int]:
        config = uvicorn.Config(echo, lifespan="off", log_level="critical", ws=transport.WebSocket)
        config.load()
        state, books = uvicorn.server.ServerState(), AdmissionLedger(Limits(), Metrics())

        def connection() -> Any:
            return transport.Http(config=config, server_state=state, app_state={"ledger": books})

        server = await asyncio.get_running_loop().create_server(connection, "127.0.0.1", 0)
        host, port = server.sockets[0].getsockname()
        async with connect(f"ws://{host}:{port}/", proxy=None):
            (made,) = state.connections
            found = [books.client(host).bytes]
            whole, begun, part = frame(0x81, 1000), frame(0x81, 1000)[:600], frame(0x01, 500)
            for data in (whole + begun, frame(0x81, 1000)[600:], part, frame(0x80, 200), begun):
                made.data_received(data)
                found.append(books.client(host).bytes)
                await asyncio.sleep(0)
            made.transport.abort()
        found += [books.client(host).bytes, books.client(host).connections]
        server.close()
        return found

    assert asyncio.run(counted()) == [0, 592, 0, 500, 0, 592, 0, 0]
