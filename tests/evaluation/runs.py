"""Runs to analyse, played by an expert who is careless: it leaves out a step now and then, and more often at
high levels."""

from pathlib import Path

import retailgym as rg
from retailgym.core.record import Tape
from retailgym.core.streams import Streams
from retailgym.core.values import replace
from retailgym.evaluation.ledger import Ledger, LedgerEntry, Run, Setup, Usage
from retailgym.evaluation.plan import EvaluationPlan, Job
from retailgym.evaluation.run import entry_of, header, keep, record_file

from ..paths import expert_turns

MODEL = "careless/expert-1b"
KEY = b"0123456789abcdef"


def careless_run(
    directory: Path, *, per_mille: int = 10, name: str = MODEL, **plan
) -> tuple[Run, list[LedgerEntry]]:
    """A run of the careless expert as if it were a model, with ledger and records."""
    wanted = {
        "envs": ("cart", "policy"),
        "levels": (0, 6, 12),
        "seeds": 4,
        "repeats": 2,
        "split": "validation",
    } | plan
    planned = EvaluationPlan(players=(name,), models=frozenset({name}), **wanted)
    setup = Setup(
        player=name,
        model=name,
        base_url="http://127.0.0.1:9/v1",
        mode="tools",
        temperature=0.7,
        usd_per_million=(0.1, 0.4),
    )
    run = header(planned, [setup])
    ledger = Ledger.open(directory, run, resume=False)
    for job in planned.jobs(KEY):
        ledger.add(careless(job, per_mille, directory / "records"))
    ledger.close()
    return run, ledger.entries


def careless(job: Job, per_mille: int, records: Path) -> LedgerEntry:
    """The expert's turns without some of them; the same are left out whenever the job is the same."""
    tape, rng = (
        Tape(rg.start(job.spec), player=job.player),
        (Streams("careless") / str(job.spec) / job.repeat)(),
    )
    turns = [t for t in expert_turns(tape.episode) if not rng.chance(per_mille + 6 * job.spec.level)]
    while not tape.episode.done:
        tape.step(turns.pop(0) if turns else rg.Turn())
    entry = entry_of(job, tape.episode, seconds=1.5, record=keep(tape, record_file(records, *job), records))
    n = tape.episode.turns
    return replace(entry, usage=Usage(replies=n, tokens_in=900 * n, tokens_out=60 * n, cost_usd=0.0001 * n))
