"""One episode for a stack that brings its own endpoint. Needs `retailgym[models]`.

python examples/run_episode.py http://127.0.0.1:8000/v1 my-model cart/3/42 python examples/run_episode.py
# without an endpoint: a scripted one that plays as the expert does"""

import asyncio
import sys

import retailgym as rg
from retailgym.training import rollout
from retailgym.training.endpoint import NoVerdict, run_episode
from retailgym.training.script import ScriptedEndpoint


async def played(base_url: str, model: str, spec: str) -> None:
    try:
        ran = await run_episode(base_url, model, spec)
    except NoVerdict as failed:
        sys.exit(f"no reward: {failed}")
    print(ran.spec, ran.reward, ran.verdict.parts)


def main() -> None:
    if len(sys.argv) == 4:
        asyncio.run(played(*sys.argv[1:]))
        return
    with ScriptedEndpoint([rollout(rg.start("cart/3/42"), rg.players.expert)]) as endpoint:
        asyncio.run(played(endpoint.base_url, "script", "cart/3/42"))


if __name__ == "__main__":
    main()
