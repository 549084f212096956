"""An OpenAI-compatible endpoint that plays as the expert does: `retailgym eval --model` without a model.

python -m tests.models.scripted
retailgym eval --model my-model --base-url http://127.0.0.1:8001/v1
"""

import argparse
import asyncio

import retailgym as rg
from retailgym.evaluation import choose_envs, choose_levels

from .endpoint import Server
from .shifts import specs_of


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--port", type=int, default=8001)
    parser.add_argument("--envs", default="all")
    parser.add_argument("--levels", default="0,6,12")
    parser.add_argument("--seeds", type=int, default=20, help="as many as `retailgym eval` is asked for")
    asked = parser.parse_args()
    specs = specs_of(choose_envs(asked.envs), choose_levels(asked.levels), asked.seeds)
    server = Server(specs)
    server.port = asked.port
    print(
        f"http://127.0.0.1:{asked.port}/v1 knows {len(specs)} episodes of RetailGym {rg.__version__}",
        flush=True,
    )
    asyncio.run(server.serve())


if __name__ == "__main__":
    main()
