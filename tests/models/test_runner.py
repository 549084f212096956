"""Many episodes at once: stopped, killed, resumed, and kept within a budget."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

import retailgym as rg
from retailgym.core.spec import key_fingerprint, sealed_seed, split_of
from retailgym.core.values import encode, replace
from retailgym.evaluation.ledger import Ledger, LedgerEntry, UnreadableLedger, read_ledger, settled
from retailgym.evaluation.plan import EvaluationPlan
from retailgym.players.model.failure import InfrastructureFailure
from retailgym.players.model.spending import Spending

from .endpoint import Fault, serving
from .shifts import run_of, settings, shift, specs_of

CART = specs_of(["cart"], (0,), 6)
BOTH = specs_of(["cart", "tracking"], (0,), 6)
PLANNED = ["--envs", "cart,tracking", "--levels", "0", "--seeds", "6", "--repeats", "2"]


def command(port: int, *more: str) -> list[str]:
    return [
        sys.executable,
        "-m",
        "retailgym",
        "eval",
        "--model",
        "scripted",
        "--base-url",
        f"http://127.0.0.1:{port}/v1",
        "--price",
        "1,10",
        *PLANNED,
        *more,
    ]


def timeless(line: LedgerEntry) -> LedgerEntry:
    """A line without what the clock has to do with."""
    return replace(line, seconds=0.0, usage=replace(line.usage, model_seconds=0.0))


def lines_of(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


def wait_for(file: Path, lines: int, process: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + 60
    while lines_of(file) < lines:
        assert time.monotonic() < until and process.poll() is None, "it ended before it could be stopped"
        time.sleep(0.02)


def test_killed_in_mid_run_and_resumed_it_gives_the_report_of_an_undisturbed_run(tmp_path):
    undisturbed, disturbed = tmp_path / "undisturbed", tmp_path / "disturbed"
    with serving(BOTH, answer_s=0.02) as server:
        subprocess.run(
            command(server.port, "--out", str(undisturbed), "--json", str(tmp_path / "a.json")),
            check=True,
            capture_output=True,
        )
        for lines in (4, 12):  # killed twice, at different places
            with subprocess.Popen(
                [*command(server.port, "--out", str(disturbed)), "--resume"], stderr=subprocess.DEVNULL
            ) as process:
                wait_for(disturbed / "ledger.jsonl", lines, process)
                process.send_signal(signal.SIGKILL)
            with (disturbed / "ledger.jsonl").open("ab") as torn:
                torn.write(b'{"line":"episode","player":"scri')
        before, asked = {e.key for e in read_ledger(disturbed)[1]}, len(server.requests)
        ran = subprocess.run(
            [*command(server.port, "--out", str(disturbed), "--json", str(tmp_path / "b.json")), "--resume"],
            capture_output=True,
        )
    assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()
    (run_a, a), (run_b, b) = read_ledger(undisturbed), read_ledger(disturbed)
    assert (
        run_a == run_b
        and [timeless(e) for e in settled(a)] == [timeless(e) for e in settled(b)]
        and len(settled(b)) == 24
    )
    assert [f.read_bytes() for f in sorted((undisturbed / "records").rglob("*.jsonl"))] == [
        f.read_bytes() for f in sorted((disturbed / "records").rglob("*.jsonl"))
    ]
    left = sum(e.turns for e in settled(b) if e.key not in before)
    assert len(before) >= 11 and len(server.requests) - asked == left, "what was done is not played again"


def test_ctrl_c_leaves_a_usable_result(tmp_path):
    with serving(BOTH, answer_s=0.05) as server:
        line = command(
            server.port,
            "--out",
            str(tmp_path / "run"),
            "--json",
            str(tmp_path / "out.json"),
            "--parallel",
            "3",
        )
        with subprocess.Popen(line, stderr=subprocess.PIPE) as process:
            wait_for(tmp_path / "run" / "ledger.jsonl", 5, process)
            process.send_signal(signal.SIGINT)
            assert process.stderr is not None
            said = process.stderr.read().decode()
        assert process.returncode == 130 and "--resume" in said and "Traceback" not in said, said
        found = json.loads((tmp_path / "out.json").read_bytes())
        judged = [e for e in settled(read_ledger(tmp_path / "run")[1]) if e.scored]
        assert found["episodes"] == len(judged) >= 3 and all(e.verdict.reward == 1.0 for e in judged)
        stopped = [e for e in read_ledger(tmp_path / "run")[1] if e.failure]
        assert stopped and all(
            e.failure == InfrastructureFailure(kind="stopped", detail="interrupted") for e in stopped
        )
        assert sum(e.usage.tokens_in for e in read_ledger(tmp_path / "run")[1]) == 1000 * sum(
            e.usage.replies for e in read_ledger(tmp_path / "run")[1]
        )
        assert subprocess.run([*line, "--resume"], capture_output=True).returncode == 0
        assert json.loads((tmp_path / "out.json").read_bytes())["episodes"] == 24


@pytest.mark.parametrize("purse", [Spending(tokens=20_000), Spending(usd=0.03)], ids=["tokens", "money"])
def test_a_budget_is_kept_and_what_was_spent_is_remembered(tmp_path, purse):
    with serving(CART) as server:
        lines, worked = shift(tmp_path, CART, settings(server), parallel=2, purse=purse)
        answered = server.answered
        assert worked.stopped == "the budget is spent" and 0 < sum(e.scored for e in lines) < 6
        assert purse.spent_tokens == 1050 * answered and purse.spent_usd == pytest.approx(0.0015 * answered)
        assert purse.spent_tokens <= 20_000 + 2 * 1050, "at most the replies under way go beyond it"
        again = Spending(usd=purse.usd, tokens=purse.tokens)
        shift(tmp_path, CART, settings(server), parallel=2, purse=again, resume=True)
        assert again.spent_tokens >= purse.spent_tokens and server.answered - answered <= 8
        lines, worked = shift(tmp_path, CART, settings(server), resume=True)
    assert [e.verdict.reward for e in lines] == [1.0] * 6 and worked.stopped == ""


def test_an_endpoint_that_is_down_ends_the_run_before_all_have_failed(tmp_path):
    specs = specs_of(["tracking"], (0,), 14)
    with serving(specs, {spec: Fault("drop") for spec in specs}) as server:
        lines, worked = shift(tmp_path, specs, settings(server, retries=0), parallel=1)
    assert "no use (dropped)" in worked.stopped and len(lines) == 10 and not any(e.scored for e in lines)


def test_a_run_of_which_nothing_could_be_judged_says_why_and_writes_a_result_without_episodes(tmp_path):
    with serving(CART, {spec: Fault("500") for spec in CART}) as server:
        base = [
            sys.executable,
            "-m",
            "retailgym",
            "eval",
            "--model",
            "m",
            "--base-url",
            f"http://127.0.0.1:{server.port}/v1",
            "--retries",
            "0",
        ]
        line = [
            *base,
            "--envs",
            "cart",
            "--levels",
            "0",
            "--seeds",
            "6",
            "--out",
            str(tmp_path / "run"),
            "--json",
            str(tmp_path / "out.json"),
        ]
        ran = subprocess.run(line, capture_output=True, text=True)
    assert (
        ran.returncode == 1
        and "6 of them for want of infrastructure (server 6; status 500:" in ran.stderr
        and "out of memory" in ran.stderr
    )
    found = json.loads((tmp_path / "out.json").read_bytes())
    assert found["episodes"] == 0 and found["by_env"] == {} and "Traceback" not in ran.stderr


def test_a_rate_limit_holds_for_all_episodes(tmp_path):
    with serving(CART, {CART[0]: Fault("429", turn=0, times=1)}) as server:
        lines, _ = shift(tmp_path, CART, settings(server), parallel=6)
    assert all(e.verdict.reward == 1.0 for e in lines) and sum(e.usage.retries for e in lines) == 1


# the ledger


def test_a_run_is_not_begun_where_another_is(tmp_path):
    with serving(CART) as server:
        shift(tmp_path, CART[:1], settings(server))
        with pytest.raises(ValueError, match="holds a run already; add --resume"):
            shift(tmp_path, CART[:1], settings(server))
        with pytest.raises(ValueError, match=r"another run: its players was .*0\.5"):
            shift(tmp_path, CART[:1], settings(server, temperature=0.5), resume=True)
        with pytest.raises(ValueError, match="another run: its seeds was 1 and is now 2"):
            shift(tmp_path, CART[:2], settings(server), resume=True)


def test_the_later_line_counts_and_all_of_them_are_paid_for(tmp_path):
    with serving(CART, {CART[0]: Fault("500", turn=2)}) as server:
        shift(tmp_path, CART[:1], settings(server))
    with serving(CART) as server:
        (line,), _ = shift(tmp_path, CART[:1], settings(server), resume=True)
    _, lines = read_ledger(tmp_path)
    assert (
        [e.usage.replies for e in lines] == [2, line.turns]
        and settled(lines) == [line]
        and line.verdict.reward == 1.0
    )


@pytest.mark.parametrize(
    "spoil",
    [
        lambda b: b"[]\n" + b,
        lambda b: b.replace(b'"ledger":1', b'"ledger":9'),
        lambda b: b.split(b"\n", 1)[1],
        lambda b: b"\n" + b,
    ],
)
def test_what_is_no_ledger_is_refused(tmp_path, spoil):
    with serving(CART) as server:
        shift(tmp_path, CART[:1], settings(server))
    file = tmp_path / "ledger.jsonl"
    file.write_bytes(spoil(file.read_bytes()))
    with pytest.raises(UnreadableLedger, match=r"ledger\.jsonl"):
        read_ledger(tmp_path)


def test_a_ledger_can_be_torn_anywhere_and_resumed(tmp_path):
    with serving(CART[:2]) as server:
        shift(tmp_path / "whole", CART[:2], settings(server), parallel=1)
        run = run_of(CART[:2], settings(server))
    whole = (tmp_path / "whole" / "ledger.jsonl").read_bytes()
    for end in range(0, len(whole), 97):
        (tmp_path / "torn").mkdir(exist_ok=True)
        (tmp_path / "torn" / "ledger.jsonl").write_bytes(whole[:end])
        ledger = Ledger.open(tmp_path / "torn", run, resume=True)
        ledger.add(LedgerEntry(player="scripted", spec=CART[0]))
        ledger.close()
        assert len(read_ledger(tmp_path / "torn")[1]) == max(0, whole[:end].count(b"\n") - 1) + 1


# sealed sets


def sealed(key: bytes) -> EvaluationPlan:
    return EvaluationPlan(
        players=("expert",),
        envs=("cart",),
        levels=(0,),
        seeds=3,
        split="sealed",
        key_fingerprint=key_fingerprint(key),
    )


def test_sealed_seeds_follow_from_the_key_and_the_plan_names_its_fingerprint_alone():
    key, other = b"a secret of sixteen bytes", b"another of sixteen bytes"
    specs = sealed(key).specs(key)
    assert [s.seed for s in specs] == [sealed_seed(key, n) for n in range(3)] and all(
        split_of(s.seed) == "sealed" for s in specs
    )
    assert not {s.seed for s in specs} & {s.seed for s in sealed(other).specs(other)}
    assert (
        key not in encode(msgspec.to_builtins(sealed(key)))
        and sealed(key).key_fingerprint != sealed(other).key_fingerprint
    )


def test_a_sealed_run_by_command_carries_the_fingerprint_and_never_the_key(tmp_path):
    key = b"a secret of sixteen bytes"
    (tmp_path / "test.key").write_bytes(key + b"\n")
    base = [
        sys.executable,
        "-m",
        "retailgym",
        "eval",
        "--player",
        "expert",
        "--envs",
        "cart",
        "--levels",
        "0",
        "--seeds",
        "2",
        "--split",
        "sealed",
    ]
    ran = subprocess.run(
        [*base, "--key-file", str(tmp_path / "test.key"), "--out", str(tmp_path / "run")], capture_output=True
    )
    assert ran.returncode == 0, ran.stderr
    run, lines = read_ledger(tmp_path / "run")
    assert run.key_fingerprint == key_fingerprint(key) and {rg.Spec.parse(e.spec).seed for e in lines} == {
        sealed_seed(key, n) for n in range(2)
    }
    assert not [f for f in (tmp_path / "run").rglob("*") if f.is_file() and key in f.read_bytes()]
    for wrong, says in (({}, "needs its secret key"), ({"RETAILGYM_KEY": "short"}, "at least 16 bytes")):
        ran = subprocess.run(base, capture_output=True, env=os.environ | wrong)
        assert ran.returncode == 2 and says in ran.stderr.decode() and len(ran.stderr.splitlines()) == 1
