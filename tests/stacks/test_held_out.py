"""Nothing is trained on the test split, unless the caller says that nothing is learned: what needs no
framework beyond our own extras.

The others are asked the same in the tests of their stacks.
"""

import asyncio

import pytest

import retailgym as rg
from retailgym.core.env import Turn
from retailgym.evaluation.held_out import HeldOut
from retailgym.training import grow, play_group, rollout, trl
from retailgym.training.endpoint import run_episode
from retailgym.training.openenv import SessionFactory
from retailgym.training.script import ScriptedEndpoint

TEST, TRAIN, VALIDATION = (str(rg.task(split, 0, "cart", 0)) for split in ("test", "train", "validation"))
SEALED = f"cart/0/{2**32}"
REFUSED = (
    r'is of the (test|sealed) split, and whoever learns from it spoils it; train on rg.task\("train", '
    r"i, env, level\), or say evaluate=True"
)


def team(member):
    return rg.players.expert


def leaves(spec, **said):
    return list(grow(rg.start(spec), lambda episode, branch: Turn(), {}, **said))


def trl_row(spec, **said):
    return trl.rows([spec], **said)[0]


def trl_reset(spec, **said):
    return trl.environments(["cart"])["cart"]().reset(spec=spec, **said)


def openenv_session(spec, **said):
    return SessionFactory(**said).create(spec)


def openenv_task(spec, **said):
    """By a seed in place of a spec."""
    return SessionFactory(**said).create({"env": "cart", "level": 0}, seed=rg.Spec.parse(spec).seed)


def endpoint(spec, **said):
    play = rollout(rg.start(spec), rg.players.expert)
    with ScriptedEndpoint([play]) as scripted:
        return asyncio.run(run_episode(scripted.base_url, "script", spec, **said))


DOORS = {
    "play_group": lambda spec, **said: play_group(spec, team, 1, **said), "grow": leaves, "trl.rows": trl_row,
    "trl.reset": trl_reset,
    "openenv": openenv_session, "openenv by seed": openenv_task, "run_episode": endpoint,
}  # fmt: skip


@pytest.mark.parametrize("door", DOORS)
def test_test_and_sealed_specs_are_refused_and_others_are_not(door):
    for spec in (TEST, SEALED):
        with pytest.raises(HeldOut, match=REFUSED):
            DOORS[door](spec)
    for spec in (TRAIN, VALIDATION):
        assert DOORS[door](spec)


@pytest.mark.parametrize("door", DOORS)
def test_who_learns_nothing_may_play_them(door):
    assert DOORS[door](TEST, evaluate=True)


def test_rows_for_an_evaluation_of_trl_open_the_door_themselves():
    """The trainer resets the same classes for `train_dataset` and `eval_dataset`: the row says which it
    is."""
    (row,) = trl.rows([TEST], evaluate=True)
    env = trl.environments(["cart"])["cart"]()
    assert "The customer says:" in env.reset(
        **{name: value for name, value in row.items() if name not in ("environment", "prompt")}
    )
    assert "evaluate" not in trl.rows([TRAIN])[0]


def test_a_row_with_the_spec_of_another_job_is_told():
    with pytest.raises(
        ValueError, match="desk/0/1 is no task of 'cart'; the dataset's column environment must say 'desk'"
    ):
        trl_reset("desk/0/1")


def test_a_session_that_is_refused_is_closed(monkeypatch):
    closed = []
    monkeypatch.setattr("retailgym.serving.local_client.LocalEnv.close", lambda self: closed.append(self))
    with pytest.raises(HeldOut):
        openenv_session(TEST)
    assert len(closed) == 1


def test_a_curriculum_does_not_learn_from_them():
    schedule = trl.Schedule(["cart"])
    with pytest.raises(HeldOut, match=r"test split"):
        schedule.learn(rg.Spec.parse(TEST), True, 1.0)
    assert schedule.curricula["cart"].tallies["cart"].tried == 0
    schedule.learn(rg.Spec.parse(TRAIN), True, 1.0)
    assert schedule.curricula["cart"].tallies["cart"].tried == 1
