"""Two processes cannot write one run: the second is told so, and the first goes on."""

import multiprocessing
from pathlib import Path
from typing import Any

import pytest

from retailgym.evaluation.ledger import VERSION, Ledger, Run

SPAWN = multiprocessing.get_context("spawn")


RUN = Run(
    ledger=VERSION, retailgym="0", store="s", versions={}, players=(), envs=("cart",), levels=(0,),
    seeds=1, repeats=1, split="train",
)  # fmt: skip


def hold(directory: str, opened: Any, over: Any) -> None:
    ledger = Ledger.open(Path(directory), RUN, resume=True)
    opened.set()
    over.wait(60)
    ledger.close()


def test_two_that_resume_one_run_exclude_each_other(tmp_path: Path) -> None:
    opened, over = SPAWN.Event(), SPAWN.Event()
    other = SPAWN.Process(target=hold, args=(str(tmp_path), opened, over), daemon=True)
    other.start()
    assert opened.wait(60)
    with pytest.raises(ValueError, match="another process is writing the run"):
        Ledger.open(tmp_path, RUN, resume=True)
    over.set()
    other.join(60)
    Ledger.open(tmp_path, RUN, resume=True).close()
