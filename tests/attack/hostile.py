"""One hostile client per door, from another address than the honest one and in a process of its own: what it
costs to attack is not the server's time, nor that of the client whose waiting is measured."""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

TOKEN = os.environ.get("RETAILGYM_TOKEN", "")  # as the server's
HERE = ("127.0.0.2", 0)
Attack = Callable[[int], Awaitable[None]]
tries = 0  # connections and requests


async def connected(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    global tries
    tries += 1
    return await asyncio.open_connection("127.0.0.1", port, local_addr=HERE)


def head(method: str, path: str, length: int, token: str = TOKEN) -> bytes:
    lines = [
        f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Bearer {token}",
        "Content-Type: application/json", f"Content-Length: {length}", "", "",
    ]  # fmt: skip
    return "\r\n".join(lines).encode()


async def ask_again_and_again(port: int, path: str, body: bytes, token: str = TOKEN) -> None:
    """On one connection, as fast as it is answered."""
    global tries
    while True:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await connected(port)
            while True:
                tries += 1
                writer.write(head("POST", path, len(body), token) + body)
                answer = await reader.readuntil(b"\r\n\r\n")
                size = [line for line in answer.lower().split(b"\r\n") if line.startswith(b"content-length")]
                await reader.readexactly(int(size[0].split(b":")[1]) if size else 0)
                if b"connection: close" in answer.lower():
                    break
            writer.close()
        await asyncio.sleep(0)


async def slots(port: int) -> None:
    create = {"jsonrpc": "2.0", "id": 1, "method": "openenv/session/create", "params": {}}
    await ask_again_and_again(port, "/mcp", json.dumps(create).encode())


async def frames(port: int) -> None:
    """Five hundred messages that never come whole."""
    await asyncio.gather(*(unfinished_frame(port) for _ in range(500)))


async def unfinished_frame(port: int) -> None:
    with contextlib.suppress(OSError, asyncio.IncompleteReadError):
        reader, writer = await connected(port)
        lines = [
            "GET /ws HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Bearer {TOKEN}", "Upgrade: websocket",
            "Connection: Upgrade", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version: 13",
        ]  # fmt: skip
        writer.write("\r\n".join([*lines, "", ""]).encode())
        await reader.readuntil(b"\r\n\r\n")
        writer.write(bytes((0x81, 0xFF)) + (1 << 20).to_bytes(8, "big") + bytes(4) + b" " * ((1 << 20) - 1))
        await writer.drain()
        await asyncio.sleep(3600)


async def bodies(port: int) -> None:
    """Two thousand bodies that never come whole."""
    await asyncio.gather(*(unfinished_body(port) for _ in range(2000)))


async def unfinished_body(port: int) -> None:
    with contextlib.suppress(OSError):
        _, writer = await connected(port)
        writer.write(head("POST", "/episodes", 1 << 20) + b" " * ((1 << 20) - 1))
        await writer.drain()
        await asyncio.sleep(3600)


async def guesses(port: int) -> None:
    await asyncio.gather(*(ask_again_and_again(port, "/episodes", b"{}", f"guess-{n}") for n in range(64)))


async def ranges(port: int) -> None:
    body = json.dumps({"split": "test", "start": 0, "stop": 225_000}).encode()
    await asyncio.gather(*(ask_again_and_again(port, "/retailgym_env/task_range", body) for _ in range(4)))


async def brackets(port: int) -> None:
    await asyncio.gather(*(ask_again_and_again(port, "/episodes", b"[" * ((1 << 20) - 1)) for _ in range(2)))


async def nonsense(port: int) -> None:
    """Bodies that come whole, as large as they may be, and are nothing that anybody asked for."""
    body = b'{"spec": "' + b"x" * ((1 << 20) - 20) + b'"}'
    await asyncio.gather(*(ask_again_and_again(port, "/episodes", body) for _ in range(4)))


ATTACKS: dict[str, Attack] = {
    "slots": slots, "frames": frames, "bodies": bodies, "guesses": guesses, "ranges": ranges,
    "brackets": brackets, "nonsense": nonsense,
}  # fmt: skip


# These come in full, however long they take to make, so they are made only while the processor is free: as
# from another machine, where making them keeps nobody waiting.
OF_A_SIZE = ("frames", "bodies")


class Attacker:
    """The process that attacks when it is told."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    @contextmanager
    def at_work(self) -> Iterator[None]:
        self._say("begin")
        yield
        self._say("rest")

    def _say(self, what: str) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(what + "\n")
        self._process.stdin.flush()
        assert self._process.stdout.readline() == what + "\n"

    def tries(self) -> int:
        said, _ = self._process.communicate(timeout=60)
        return int(said)


@contextmanager
def attacker(name: str, port: int, token: str) -> Iterator[Attacker]:
    command, env = [sys.executable, "-m", __name__, name, str(port)], {**os.environ, "RETAILGYM_TOKEN": token}
    with subprocess.Popen(
        command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env
    ) as process:
        try:
            yield Attacker(process)
        finally:
            process.kill()


async def _attack(attack: Attack, port: int) -> None:
    """From one line of input to the next; in the end it says how often it tried."""
    under_way: asyncio.Future[None] | None = None
    while said := (await asyncio.to_thread(sys.stdin.readline)).strip():
        if said == "begin":
            under_way = asyncio.ensure_future(attack(port))
        elif under_way is not None:
            under_way.cancel()
            await asyncio.gather(under_way, return_exceptions=True)
        print(said, flush=True)
    print(tries)


if __name__ == "__main__":
    if sys.argv[1] in OF_A_SIZE:
        os.nice(19)
    asyncio.run(_attack(ATTACKS[sys.argv[1]], int(sys.argv[2])))
