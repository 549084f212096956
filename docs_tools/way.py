"""How many files an episode goes through: `python -m docs_tools.way` counts those whose functions run.

They are what a reader has to open to follow `start` from the spec to the opening, or one turn over HTTP.
"""

import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import retailgym as rg

PACKAGE = Path(rg.__file__).parent


@contextmanager
def watched() -> Iterator[dict[str, None]]:
    """The package's files in which a function is called meanwhile, in the order of the first call."""
    seen: dict[str, None] = {}

    def watch(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_name != "<module>":
            path = Path(frame.f_code.co_filename)
            if path.is_relative_to(PACKAGE):
                seen[str(path.relative_to(PACKAGE))] = None

    sys.setprofile(watch)
    try:
        yield seen
    finally:
        sys.setprofile(None)


def files_of(run: Callable[[], object]) -> list[str]:
    with watched() as seen:
        run()
    return list(seen)


async def files_of_turn() -> list[str]:
    """Of a search over HTTP in a cart episode; the one before it loads what is loaded once."""
    import httpx

    from retailgym.serving.app import build
    from retailgym.serving.settings import ServerSettings

    turn = {"calls": [{"name": "catalog_search", "arguments": {"query": "mug"}}]}
    shop = httpx.ASGITransport(app=build(ServerSettings(records=":memory:")))
    async with httpx.AsyncClient(transport=shop, base_url="http://127.0.0.1") as client:
        id = (await client.post("/episodes", json={"spec": "cart/6/42"})).json()["id"]
        await client.post(f"/episodes/{id}/turns", json=turn)
        with watched() as seen:
            answer = await client.post(f"/episodes/{id}/turns", json=turn)
    assert answer.status_code == 200, answer.text
    return list(seen)


def main() -> None:
    for env in rg.envs():
        for seed in range(1000, 1100):
            rg.start(f"{env}/6/{seed}")  # whatever is worked out once for all episodes, or for a shelf
        files = files_of(lambda env=env: rg.start(f"{env}/6/42"))
        print(f"start of {env}: {len(files)} files: {' '.join(files)}")
    files = asyncio.run(files_of_turn())
    print(f"one turn over HTTP: {len(files)} files: {' '.join(files)}")


if __name__ == "__main__":
    main()
