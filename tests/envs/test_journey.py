"""Journey: legs in one world, matters that come up in between, facts carried over, and what was changed read
once."""

import pytest

import retailgym as rg
from retailgym.core.difficulty import LEVELS
from retailgym.core.env import Said
from retailgym.core.episode import heard
from retailgym.core.values import replace
from retailgym.envs import get_env

from ..paths import expert_turns, started, walk


@pytest.mark.parametrize("level", LEVELS)
def test_the_number_of_legs_is_two_plus_a_quarter_of_the_level(level):
    for seed in range(2):
        requests = started("journey", level, seed).task.brief.requests
        assert len(requests) == min(5, 2 + level // 4)
        assert len({m.job for m in requests}) == len(requests)  # a leg's closing tool is called once


def test_the_customer_brings_up_the_next_matter_when_one_is_settled():
    episode = started("journey", 4, 3, p_switch=0)
    for before, after in zip(*(list(walk(episode, expert_turns(episode)))[i:] for i in (0, 1)), strict=False):
        if after.talk.raised > before.talk.raised:
            assert len(after.world.answers) == len(before.world.answers) + 1
            assert isinstance(after.log[-1].message, Said)
    assert after.talk.raised == 3


def test_nobody_adds_to_a_matter_that_is_settled():
    met = 0
    for seed in range(12):
        episode = started("journey", 4, seed)
        settled = list(walk(episode, expert_turns(episode)))[-2]
        assert len(settled.world.answers) == settled.talk.raised == len(settled.task.brief.requests)
        things = settled.task.brief.requests[-1].things
        met += any(d.role == "fact" and d.disclosure == "omitted" for t in things for d in t.details)
        asked = rg.step(settled, {"text": "Done. Is there anything else I can do for you?"})
        acts = [type(a).__name__ for a in asked.log[-1].acts]
        assert acts == ["NothingMore"], (str(episode.spec), acts)
    assert met > 3, met


def test_with_switches_a_matter_comes_up_in_the_middle_of_another():
    interrupted = 0
    for seed in range(12):
        episode = started("journey", 8, seed, p_switch=1)
        states = list(walk(episode, expert_turns(episode)))
        interrupted += any(s.talk.raised > len(s.world.answers) + 1 for s in states)
    assert interrupted >= 9


def test_what_was_said_of_an_earlier_thing_is_referred_to():
    played = (rg.play(started("journey", 11, seed), rg.players.get("expert"))[0] for seed in range(40))
    said = (e.message.text for episode in played for e in episode.log if isinstance(e.message, Said))
    assert any(" same " in text and " as the " in text for text in said)


def test_a_leg_that_fails_costs_its_share_and_the_success():
    episode = started("journey", 0, 5)
    turns = expert_turns(episode)
    closings = {get_env(job).closing for job in _jobs(episode)}
    first = next(n for n, t in enumerate(turns) if t.calls and t.calls[0].name in closings)
    without = [t for n, t in enumerate(turns) if n != first]
    *_, end = walk(episode, [*without, *[{} for _ in range(30)]])
    verdict = rg.judge(end)
    assert not verdict.success and verdict.parts["task"] <= 0.6


def _jobs(episode):
    return [m.job for m in episode.task.brief.requests]


@pytest.mark.parametrize("seed", range(30))
def test_any_product_in_any_closing_tool_is_judged(seed):
    """A product of another leg's shelf may use the same word for something else."""
    episode = started("journey", 12, seed)
    episode = rg.step(episode, {"calls": [{"name": "user_get_visit_history"}]})
    visits = [v.product_id for v in rg.observe(episode).messages[-1].content.visits]
    for id in visits[:3]:
        calls = [
            {"name": "recommend", "arguments": {"product_ids": [id]}},
            {"name": "suggest_substitute", "arguments": {"product_id": id}},
        ]
        end = rg.step(episode, {"calls": [*calls, {"name": "finish", "arguments": {}}]})
        assert end.done and rg.judge(end).reward <= 0.6


def test_the_expert_hears_only_acts_of_what_was_said():
    episode = started("journey", 6, 1)
    assert len(heard(episode)) == 1 and heard(episode)[0].job == _jobs(episode)[0]


def test_a_leg_excuses_nothing_that_belongs_to_another():
    """With a cart among the legs, what is sent back without being asked for is still harm; and the other way
    round."""
    found = 0
    for seed in range(40):
        start = started("journey", 12, seed)
        if not {"cart", "returns"} <= set(_jobs(start)):
            continue
        end, verdict = rg.play(start, rg.players.get("expert"))
        assert verdict.reward == 1.0, verdict
        if not end.world.returns:
            continue
        (sent,), cart = end.world.returns, end.world.cart
        more = replace(sent, line_id="another")
        assert rg.judge(replace(end, world=replace(end.world, returns=(sent, more)))).harm == 0.2
        line = replace(cart[0], variant_id=start.world.product(cart[0].product_id).variants[0].id)
        others = {x.variant_id for x in cart}
        if line.variant_id not in others:
            assert rg.judge(replace(end, world=replace(end.world, cart=(*cart, line)))).harm == 0.2
        found += 1
    assert found


def test_what_is_remembered_singles_out_a_line_also_where_the_first_things_to_say_do_not():
    """All lines that can go back are strimmers in two orders that look alike."""
    _, verdict = rg.play(rg.start("journey/0/40033"), rg.players.get("expert"))
    assert verdict.success and verdict.reward == 1.0


def test_a_customer_who_has_bought_nothing_has_an_empty_list_of_orders():
    start = next(e for e in (started("journey", 4, seed) for seed in range(20)) if not e.world.orders)
    seen = rg.observe(rg.step(start, {"calls": [{"name": "order_list", "arguments": {}}]}))
    assert seen.messages[-1].content.orders == []
