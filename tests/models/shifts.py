"""A shift of a model, as the command line would run it, for tests."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import retailgym as rg
from retailgym.evaluation.ledger import VERSION, Ledger, LedgerEntry, Run, settled
from retailgym.evaluation.plan import Job
from retailgym.evaluation.runner import Shift, setup_of
from retailgym.players.model.client import Endpoint
from retailgym.players.model.settings import ModelSettings, Price
from retailgym.players.model.spending import Spending

from .endpoint import Server

PRICE = Price(tokens_in=1.0, tokens_out=10.0)


def settings(server: Server, **fields: Any) -> ModelSettings:
    quick = {"backoff_s": 0.01, "retries": 2, "timeout_s": 60.0, "price": PRICE}
    return ModelSettings(model="scripted", base_url=f"http://127.0.0.1:{server.port}/v1", **quick | fields)


def specs_of(envs: Sequence[str], levels: Sequence[int] = (0,), seeds: int = 1) -> list[str]:
    return [str(rg.task("test", i, env, level)) for env in envs for level in levels for i in range(seeds)]


def run_of(specs: Sequence[str], how: ModelSettings, repeats: int = 1) -> Run:
    return Run(
        ledger=VERSION,
        retailgym="any",
        store="any",
        versions={},
        players=(setup_of("scripted", how),),
        envs=(),
        levels=(),
        seeds=len(specs),
        repeats=repeats,
        split="test",
    )


def shift(
    directory: Path,
    specs: Sequence[str],
    how: ModelSettings,
    *,
    repeats: int = 1,
    parallel: int = 4,
    purse: Spending | None = None,
    resume: bool = False,
) -> tuple[list[LedgerEntry], Shift]:
    """What came of it: the lines that count, and the shift itself."""
    ledger = Ledger.open(directory, run_of(specs, how, repeats), resume=resume)
    jobs = [Job("scripted", rg.Spec.parse(spec), repeat) for repeat in range(repeats) for spec in specs]
    worked = Shift(jobs, ledger, directory, purse or Spending())

    async def work() -> None:
        async with Endpoint(how, "a key") as endpoint:
            await worked.work(endpoint, parallel=parallel)

    asyncio.run(work())
    ledger.close()
    return settled(ledger.entries), worked
