"""One hostile client per door, from another address than the honest one."""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable

from .target import TOKEN, Target

HERE = ("127.0.0.2", 0)
Attack = Callable[[Target], Awaitable[None]]


async def connected(target: Target) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", target.port, local_addr=HERE)


def head(method: str, path: str, length: int, token: str = TOKEN) -> bytes:
    lines = [
        f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Bearer {token}",
        "Content-Type: application/json", f"Content-Length: {length}", "", "",
    ]  # fmt: skip
    return "\r\n".join(lines).encode()


async def ask_again_and_again(target: Target, path: str, body: bytes, token: str = TOKEN) -> None:
    """On one connection, as fast as it is answered."""
    while True:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await connected(target)
            while True:
                writer.write(head("POST", path, len(body), token) + body)
                answer = await reader.readuntil(b"\r\n\r\n")
                size = [line for line in answer.lower().split(b"\r\n") if line.startswith(b"content-length")]
                await reader.readexactly(int(size[0].split(b":")[1]) if size else 0)
                if b"connection: close" in answer.lower():
                    break
            writer.close()
        await asyncio.sleep(0)


async def slots(target: Target) -> None:
    create = {"jsonrpc": "2.0", "id": 1, "method": "openenv/session/create", "params": {}}
    await ask_again_and_again(target, "/mcp", json.dumps(create).encode())


async def frames(target: Target) -> None:
    """Five hundred messages that never come whole."""
    await asyncio.gather(*(unfinished_frame(target) for _ in range(500)))


async def unfinished_frame(target: Target) -> None:
    with contextlib.suppress(OSError, asyncio.IncompleteReadError):
        reader, writer = await connected(target)
        lines = [
            "GET /ws HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Bearer {TOKEN}", "Upgrade: websocket",
            "Connection: Upgrade", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version: 13",
        ]  # fmt: skip
        writer.write("\r\n".join([*lines, "", ""]).encode())
        await reader.readuntil(b"\r\n\r\n")
        writer.write(bytes((0x81, 0xFF)) + (1 << 20).to_bytes(8, "big") + bytes(4) + b" " * ((1 << 20) - 1))
        await writer.drain()
        await asyncio.sleep(3600)


async def bodies(target: Target) -> None:
    """Two thousand bodies that never come whole."""
    await asyncio.gather(*(unfinished_body(target) for _ in range(2000)))


async def unfinished_body(target: Target) -> None:
    with contextlib.suppress(OSError):
        _, writer = await connected(target)
        writer.write(head("POST", "/episodes", 1 << 20) + b" " * ((1 << 20) - 1))
        await writer.drain()
        await asyncio.sleep(3600)


async def guesses(target: Target) -> None:
    await asyncio.gather(*(ask_again_and_again(target, "/episodes", b"{}", f"guess-{n}") for n in range(64)))


async def ranges(target: Target) -> None:
    body = json.dumps({"split": "test", "start": 0, "stop": 225_000}).encode()
    await asyncio.gather(*(ask_again_and_again(target, "/retailgym_env/task_range", body) for _ in range(4)))


async def brackets(target: Target) -> None:
    await asyncio.gather(
        *(ask_again_and_again(target, "/episodes", b"[" * ((1 << 20) - 1)) for _ in range(2))
    )


async def nonsense(target: Target) -> None:
    """Bodies that come whole, as large as they may be, and are nothing that anybody asked for."""
    body = b'{"spec": "' + b"x" * ((1 << 20) - 20) + b'"}'
    await asyncio.gather(*(ask_again_and_again(target, "/episodes", body) for _ in range(4)))


ATTACKS: dict[str, Attack] = {
    "slots": slots, "frames": frames, "bodies": bodies, "guesses": guesses, "ranges": ranges,
    "brackets": brackets, "nonsense": nonsense,
}  # fmt: skip
