"""Playing a plan, and the report on it."""

import json

import pytest

import retailgym as rg
from retailgym.evaluation import EvaluationPlan, Played, report, run, score
from retailgym.evaluation.run import record_file

PLAN = EvaluationPlan(players=("expert", "silent", "first_result"), envs=("cart",), levels=(0, 6), seeds=3)


def played(spec="cart/0/1", **fields):
    row = {"success": True, "reward": 1.0, "harm": 0.0, "turns": 5, "exchanges": 1, "calls": 4, **fields}
    return Played(player="expert", spec=rg.Spec.parse(spec), **row)


def test_several_processes_give_the_same_episodes_in_the_same_order():
    assert list(run(PLAN, workers=2)) == list(run(PLAN)) and len(list(run(PLAN))) == 18


def test_an_episode_is_scored_as_its_verdict_says():
    for row in run(PLAN):
        episode, verdict = rg.play(rg.start(row.spec), rg.players.get(row.player))
        assert (row.reward, row.success, row.harm) == (verdict.reward, verdict.success, verdict.harm)
        assert (row.turns, row.calls, row.exchanges) == (
            episode.turns,
            episode.used.calls,
            episode.used.exchanges,
        )


def test_records_of_every_player_replay_to_the_byte(tmp_path):
    rows = list(run(PLAN, records=tmp_path))
    assert len(list(tmp_path.rglob("*.jsonl"))) == len(rows)
    for row in rows:
        lines = rg.core.record.read(record_file(tmp_path, row.player, row.spec).read_bytes())
        episode = rg.core.record.replay(lines)
        assert (
            episode.turns == row.turns
            and rg.judge(episode).reward == row.reward
            and lines[0].player == row.player
        )


def test_recording_changes_no_score(tmp_path):
    assert list(run(PLAN, records=tmp_path)) == list(run(PLAN))


def test_the_report_has_the_shape_that_others_rely_on():
    found = json.loads(report(PLAN, run(PLAN)).written())
    assert found["player"] == "expert" and found["episodes"] == 6 and list(found["by_env"]) == ["cart"]
    cart = found["by_env"]["cart"]
    assert (
        cart["reward"] == 1.0
        and cart["success"] == 1.0
        and cart["ci95"][1] == 1.0
        and cart["pass_k"] == {"1": 1.0}
    )
    assert cart["episodes"] == 6 and cart["success_ci95"][0] == pytest.approx(6 / (6 + 2.570582**2), abs=1e-5)
    assert cart["ci95"][0] == pytest.approx(1 - 2 * (1 - cart["success_ci95"][0])), (
        "a spec that was not played may earn -1"
    )
    assert {d: row["episodes"] for d, row in cart["by_level"].items()} == {"0": 3, "6": 3}
    assert found["players"]["expert"]["by_env"] == found["by_env"]
    assert (
        found["players"]["silent"]["by_env"]["cart"]["reward"] == 0.0
        and found["players"]["silent"]["episodes"] == 6
    )
    assert found["versions"] == {"cart": rg.start("cart/0/0").env.version} and found["split"] == "test"


def test_scores_count_each_spec_once():
    """Spec 1 was played three times with two successes, spec 2 once with none: (2/3 + 0) / 2."""
    rows = [
        played(),
        played(),
        played(success=False, reward=0.1),
        played("cart/0/2", success=False, reward=0.0, turns=9, harm=0.2),
    ]
    scores = score(rows)
    assert (
        scores.episodes == 4
        and scores.success == pytest.approx(1 / 3)
        and scores.reward == pytest.approx((2.1 / 3) / 2)
    )
    assert (
        scores.pass_k == {"1": pytest.approx(1 / 3)}
        and scores.turns == 7.0
        and scores.harm == pytest.approx(0.1)
    )
