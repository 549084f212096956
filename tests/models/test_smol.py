"""A real small model, end to end and offline: SmolLM2-135M on the CPU. However poorly it plays, every account
must be right."""

import json
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import retailgym as rg
from retailgym.evaluation.accounts import conducted
from retailgym.evaluation.analysis import analyse
from retailgym.evaluation.ledger import LedgerEntry, read_ledger, settled
from retailgym.players.model.failure import PlayerFailure

from ..serving.servers import free_port

ROOT = Path(__file__).parents[2]
PYTHON = ROOT / ".venvs" / "model" / "bin" / "python"
pytestmark = pytest.mark.model


@contextmanager
def smol(log: Path) -> Iterator[str]:
    assert PYTHON.exists(), "`make test-model` makes the environment that the model runs in"
    port = free_port()
    with (
        log.open("wb") as file,
        subprocess.Popen(
            [PYTHON, Path(__file__).parent / "smol.py", str(port)], stdout=file, stderr=file
        ) as process,
    ):
        try:
            wait_for(f"http://127.0.0.1:{port}/health", process)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.kill()


def wait_for(url: str, process: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + 300
    while True:
        try:
            with urllib.request.urlopen(url, timeout=10):
                return
        except (urllib.error.URLError, ConnectionError):
            assert time.monotonic() < until and process.poll() is None, "the model did not come up"
            time.sleep(0.5)


def counted_by_the_server(url: str) -> dict[str, int]:
    text = urllib.request.urlopen(f"{url}/metrics", timeout=10).read().decode()
    return {
        name: int(float(value))
        for name, value in re.findall(r"^llamacpp:(\w+) ([\d.e+]+)$", text, re.MULTILINE)
    }


def check(line: LedgerEntry, run: Path) -> None:
    """The line against the record and against what the model wrote."""
    episode = rg.core.record.replay(rg.core.record.read((run / line.record).read_bytes()))
    assert line.verdict == rg.judge(episode) and line.ended == episode.ended and line.turns == episode.turns
    assert (line.calls, line.exchanges) == (episode.used.calls, episode.used.exchanges)
    how = conducted(episode)
    assert (line.tool_errors, line.ids_given, line.ids_unseen) == (
        how.tool_errors,
        how.ids_given,
        how.ids_unseen,
    )
    replies = [
        json.loads(text)
        for text in (run / line.record.replace("records/", "replies/"))
        .with_suffix(".ndjson")
        .read_text()
        .splitlines()[1:]
    ]
    assert line.usage.replies == len(replies) and line.usage.uncounted == 0
    assert line.usage.tokens_in == sum(
        r["count"]["tokens_in"] for r in replies
    ) and line.usage.tokens_out == sum(r["count"]["tokens_out"] for r in replies)
    assert line.usage.cut == sum(r["finish"] == "length" for r in replies)
    assert line.usage.cost_usd == pytest.approx(
        (line.usage.tokens_in * 0.1 + line.usage.tokens_out * 0.4) / 1e6
    )
    match line.failure:
        case None:
            assert line.ended in ("closed", "budget") and len(replies) == line.turns
        case PlayerFailure(kind="invalid"):
            assert line.ended == "invalid" and line.verdict.reward == -1.0 and len(replies) == line.turns
        case PlayerFailure(kind="overflow"):
            assert len(replies) < line.turns and not line.verdict.success
        case other:
            raise AssertionError(f"{line.spec}: {other}")


def test_a_small_model_plays_ten_episodes_and_every_account_is_right(tmp_path):
    run = tmp_path / "run"
    with smol(tmp_path / "smol.log") as url:
        command = [
            sys.executable,
            "-m",
            "retailgym",
            "eval",
            "--model",
            "smollm2",
            "--base-url",
            f"{url}/v1",
            "--mode",
            "json",
            "--price",
            "0.1,0.4",
        ]
        which = [
            "--envs",
            "tracking,cart",
            "--levels",
            "0",
            "--seeds",
            "5",
            "--invalid",
            "strike",
            "--max-tokens",
            "64",
            "--timeout",
            "600",
        ]
        ran = subprocess.run(
            [*command, *which, "--parallel", "1", "--out", str(run), "--json", str(tmp_path / "out.json")],
            stderr=subprocess.PIPE,
        )
        server = counted_by_the_server(url)
    assert ran.returncode == 0, ran.stderr.decode()
    print(ran.stderr.decode())
    header, lines = read_ledger(run)
    assert len(settled(lines)) == len(lines) == 10 and all(line.scored for line in lines)
    for line in lines:
        check(line, run)
    used = [line.usage for line in lines]
    assert sum(u.tokens_out for u in used) == server["tokens_predicted_total"]
    assert sum(u.tokens_in - u.tokens_cached for u in used) == server["prompt_tokens_total"]
    found = json.loads((tmp_path / "out.json").read_bytes())
    assert (
        found["episodes"] == 10
        and found["by_env"]["cart"]["episodes"] == found["by_env"]["tracking"]["episodes"] == 5
    )
    study = analyse(header, lines).studies["smollm2"]
    assert study.scores.reward == pytest.approx(sum(line.verdict.reward for line in lines) / 10)
    assert (
        sum(study.player_failures.values()) == sum(line.failure is not None for line in lines)
        and not study.infrastructure_failures
    )
