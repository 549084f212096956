"""The runs behind docs/learning.md: a call starts what it can, ends in time, and goes on where it broke off.
The learner itself is played by a few lines here, since nothing but its files matters."""

import json
import os
import sys
import tarfile
import time
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "docs_tools"))
import learning
import learning_runs
from learning_runs import FOUR, Call, Step, steps

LEARNER = """
import json, sys, time
from pathlib import Path
given = dict(zip(sys.argv[1::2], sys.argv[2::2]))
out, start = Path(given["--out"]), given.get("--start")
assert not start or Path(start).read_text() == "weights"
tries = out.parent / f"{out.name}.tries"
tries.write_text(tries.read_text() + "x" if tries.exists() else "x")
if out.name == "cart-0-supervised" and tries.read_text() == "x":
    sys.exit("the GPU was busy")
if out.name == "tracking-0-level0":
    time.sleep(600)
(out / ("policy.pt" if start else "supervised.pt")).write_text("weights")
job, success = given["--jobs"].split(",")[0], 0.6 if start else 0.3
found = dict(kind="evaluated", job=job, when="after" if start else "before", success=success, reward=success)
found |= dict(episodes=8, interval=[success - 0.05, success + 0.05], by_level=[1, 0, 0, 0])
(out / "log.jsonl").write_text(json.dumps(found) + "\\n")
"""


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "train.py").write_text(LEARNER)
    monkeypatch.setattr(learning_runs, "TRAIN", tmp_path / "train.py")
    monkeypatch.setattr(learning_runs, "RUNS", tmp_path / "results")
    (tmp_path / "results").mkdir()
    return tmp_path


def call(runs: Path, number: int, seconds: float) -> list[str]:
    mine = [step for step in steps() if step.call == number]
    missing = Call(number, seconds, runs / "out", True, 4, dict(os.environ)).run(mine)
    return [step.name for step in missing]


def events(runs: Path, kind: str) -> list[str]:
    lines = [json.loads(line) for line in (runs / "results" / "calls.jsonl").read_text().splitlines()]
    return [line["step"] for line in lines if line["kind"] == kind]


def test_a_call_ends_in_time_and_leaves_logs_and_policies(runs: Path) -> None:
    began = time.perf_counter()
    assert call(runs, 1, seconds=15) == ["tracking-0-level0"]  # which hangs
    assert time.perf_counter() - began < 19
    assert events(runs, "failed") == ["cart-0-supervised"]  # and was tried again
    assert events(runs, "stopped") == ["tracking-0-level0"]
    assert {file.name for file in (runs / "out").iterdir()} == {"logs-1.tar.gz", *(f"{j}.pt" for j in FOUR)}
    with tarfile.open(runs / "out" / "logs-1.tar.gz") as tar:
        assert {"calls.jsonl", "cart-0-window.jsonl", "discovery-0-grounding.jsonl"} < set(tar.getnames())
    logs = learning.read([str(runs / "out" / "logs-1.tar.gz")])
    row = "| cart | 30.0 % [5.2, 67.0] | 60.0 % [24.2, 89.7] | **+30.0** | +30.0 | 1 of 1 |"
    assert row in learning.main_table(logs)


def test_a_call_goes_on_where_it_broke_off_and_makes_a_lost_checkpoint_again(runs: Path) -> None:
    assert call(runs, 2, seconds=30) == []
    first = len(events(runs, "done"))
    lost, late = Step(2, "cart", 1), Step(2, "cart", 1, "window")
    lost.result.unlink()
    late.result.unlink()
    assert call(runs, 2, seconds=30) == []
    assert events(runs, "done")[first:] == [lost.name, late.name]


@pytest.mark.parametrize("number", (1, 2, 3))
def test_a_call_needs_nothing_of_another(number: int) -> None:
    mine = [step for step in steps() if step.call == number]
    made = {step.result for step in mine}
    assert all(step.start in made for step in mine if step.start)
    assert len({step.name for step in mine}) == len(mine)


def test_reinforcement_is_given_what_is_left_of_the_call_and_no_more() -> None:
    options = Step(1, "cart", 0, "window").command(570, 200)
    assert float(options[options.index("--reinforced") + 1]) == 200 - 10 - 35
    early, late = (Step(1, "cart").command(570, left) for left in (560, 200))
    seconds = [float(options[options.index("--supervised") + 1]) for options in (early, late)]
    assert seconds == pytest.approx([560 - 0.38 * 570, 0.5 * (200 - 35)])


def test_kept_logs_name_no_path_of_a_machine() -> None:
    assert learning.without_paths('{"out": "/a/b/x-0", "start": "/a/b/x-0/y.pt"}') == (
        '{"out": "runs/x-0", "start": "runs/x-0/y.pt"}'
    )
    logs = list(learning.KEPT.glob("*.jsonl"))
    assert logs and not [log.name for log in logs if '"/' in log.read_text()]
