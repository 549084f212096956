"""Group sampling needs no framework: it is here with the trainers that use it."""

import pytest

import retailgym as rg
from retailgym.core.env import Turn
from retailgym.core.episode import digest
from retailgym.training import advantages, groups, grow, play_group, rollout

SPEC = "cart/6/1742"


def expert(member):
    return rg.players.expert


def test_a_group_is_one_start_and_its_members_meet_the_same_customer():
    group = play_group(SPEC, expert, 4)
    assert len(group.rollouts) == 4 and group.rewards() == (1.0,) * 4
    assert len({rollout.turns for rollout in map(_hashable, group.rollouts)}) == 1


def _hashable(played):
    return rg.core.values.replace(played, turns=tuple(map(str, played.turns)))


def test_members_that_say_the_same_hear_the_same_whatever_others_do():
    opened = rg.start(SPEC)
    alone = rg.step(opened, {"text": "Which colour?"})
    rg.step(opened, {"text": "Anything else?"})
    assert digest(rg.step(opened, {"text": "Which colour?"})) == digest(alone)


def test_another_member_costs_no_second_world(monkeypatch):
    """One start for sixteen members; and what they play on with is that one's world, not a copy."""
    opened = []
    monkeypatch.setattr(
        groups, "start", lambda spec, **more: opened.append(rg.start(spec, **more)) or opened[-1]
    )
    assert len(play_group(SPEC, expert, 16).rollouts) == 16 and len(opened) == 1
    stepped = [rg.step(opened[0], {"text": f"Which colour? {n}"}) for n in range(16)]
    assert all(member.task is opened[0].task and member.world is opened[0].world for member in stepped)


@pytest.mark.parametrize("turn", [0, 1, 3])
def test_a_fork_at_any_turn_ends_as_if_played_from_the_start(turn):
    opened = rg.start(SPEC)
    whole = rollout(opened, rg.players.expert, digests=True)
    state = opened
    for one in whole.turns[:turn]:
        state = rg.step(state, one)

    def rest(seen, heard):
        for one in whole.turns[turn:]:  # noqa: UP028  # a tuple takes no answers
            yield one

    forked = rollout(state, rest, so_far=whole.turns[:turn], digests=True)
    assert forked == whole


def test_a_tree_forks_where_it_is_told_and_shares_what_came_before():
    told = rollout(rg.start(SPEC), rg.players.expert).turns

    def sample(episode, branch):
        return (
            told[episode.turns]
            if branch == 0 and episode.turns < len(told)
            else Turn(f"Hello, number {branch}?")
        )

    leaves = list(grow(rg.start(SPEC), sample, {0: 2, 2: 3}, digests=True))
    assert len(leaves) == 6 and len({leaf.digest for leaf in leaves}) == 6
    assert leaves[0].reward == 1.0 and min(leaf.reward for leaf in leaves[1:]) < 1.0
    assert {leaf.turns[:2] == leaves[0].turns[:2] for leaf in leaves[:3]} == {True}


def test_a_player_that_stops_is_silent_from_then_on():
    played = rollout(rg.start("cart/0/1"), lambda seen, heard: iter(()))
    assert played.reward == 0.0 and set(played.turns) == {Turn()}


def test_advantages_are_measured_within_the_group():
    assert advantages([1.0, 0.0]) == (1.0, -1.0)
    assert advantages([0.5, 0.5, 0.5]) == (0.0, 0.0, 0.0)


def test_a_rollout_plays_again_from_its_spec_and_turns():
    played = rollout(rg.start("returns/3/8"), rg.players.expert, digests=True)
    episode = rg.start(played.spec)
    for turn in played.turns:
        episode = rg.step(episode, turn)
    assert digest(episode) == played.digest and rg.judge(episode) == played.verdict
