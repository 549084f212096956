"""Services fail in the upper half: what that looks like, what it costs, and who loses by it."""

import re

import pytest

import retailgym as rg
from retailgym.core.env import Failure, Result
from retailgym.core.episode import Episode
from retailgym.core.faults import clock, fault_of
from retailgym.core.streams import Streams
from retailgym.envs import get_env
from retailgym.envs.shared.careful import LOOKS, hasty

from .paths import expert_turns, run, started
from .test_skipping_players import lower

every_env = pytest.mark.parametrize("env", rg.envs())


def tried(env: str, seed: int, p_fault: float = 0.3) -> Episode:
    return started(env, 18, seed, p_fault=p_fault)


@every_env
def test_the_expert_gets_through_whatever_fails(env):
    failed = 0
    for seed in range(6):
        episode, verdict = rg.play(tried(env, seed), rg.players.get("expert"))
        failed += sum(bool(e.fault) for e in episode.log)
        assert verdict.reward == 1.0, (seed, verdict)
        par = episode.task.par
        assert episode.used.exchanges <= par.exchanges and episode.used.calls <= par.calls
    assert failed > 0


@every_env
def test_what_fails_is_not_counted_and_never_three_times_in_a_row(env):
    start = tried(env, 3, 0.5)
    episode = run(start, expert_turns(start))
    calls = [e for e in episode.log if e.call is not None]
    assert episode.used.calls == len([e for e in calls if not e.fault])
    for tool in {e.call.name for e in calls}:
        marks = "".join("x" if e.fault else "." for e in calls if e.call.name == tool)
        assert "xxx" not in marks, (tool, marks)


def test_a_closing_tool_never_fails_after_having_run():
    for tool in {t.name: t for env in rg.envs() for t in get_env(env).tools.values()}.values():
        kinds = {fault_of(Streams("kinds"), tool, n, 500) for n in range(300)} - {""}
        if tool.kind == "closes" or tool.inspects:
            assert kinds == {"lost", "busy"}, tool.name
        elif tool.kind != "speaks":
            assert kinds == {"lost", "busy", "stale" if tool.kind == "reads" else "done"}, tool.name


def test_what_timed_out_and_was_done_reads_as_what_timed_out_and_was_not():
    texts = {"lost": set(), "done": set()}
    for seed in range(40):
        episode, _ = rg.play(tried("cart", seed), rg.players.get("expert"))
        for e in episode.log:
            if e.call is not None and e.call.name == "cart_add" and e.fault in texts:
                assert isinstance(e.message, Failure) and not e.shown
                texts[e.fault].add(re.sub(r"\d\d:\d\d", "", e.message.text))
    assert texts["lost"] == texts["done"] and len(texts["lost"]) == 1


def test_an_old_page_shows_the_cart_before_the_last_write_and_an_older_time():
    found = 0
    for seed in range(60):
        for e, cart in zip(*_carts(seed), strict=True):
            page = e.message.content
            if e.fault == "stale":
                found += 1
                assert page.as_of < e.now and [x.variant_id for x in page.lines] == cart.before
            elif e.fault == "":
                assert page.as_of == e.now and [x.variant_id for x in page.lines] == cart.after
    assert found >= 5


def _carts(seed):
    """Looks at the cart after each of two writes, and what was in it before and after the last of them."""
    episode = rg.start(rg.Spec("cart", 18, seed, axes={"p_fault": 0.5, "call_slack": 10}))
    looks, carts = [], []
    for turn in expert_turns(episode):
        if not turn.calls or turn.calls[0].name == "cart_confirm":
            continue
        before = [x.variant_id for x in episode.world.cart]
        episode = rg.step(episode, turn)
        if turn.calls[0].name == "cart_add" and before != [x.variant_id for x in episode.world.cart]:
            for _ in range(3):
                calls = sum(e.call is not None for e in episode.log)
                episode = rg.step(episode, {"calls": [{"name": "cart_view", "arguments": {}}]})
                if isinstance(episode.log[-1].message, Result):
                    looks.append(_Look(episode.log[-1], clock(calls)))
                    carts.append(_Cart(before, [x.variant_id for x in episode.world.cart]))
    return looks, carts


class _Look:
    def __init__(self, event, now):
        self.message, self.fault, self.now = event.message, event.fault, now


class _Cart:
    def __init__(self, before, after):
        self.before, self.after = before, after


def doubled(env: str, level: int, seeds: range, player) -> tuple[int, int]:
    """Of the episodes in which a write stood though it timed out and could be done twice: how many there
    were, and how many were won. Nobody changes their mind: that would set right what was done twice."""
    won = met = 0
    for seed in seeds:
        start = started(env, level, seed, p_fault=0.5, documents=50, p_revise=0)
        episode, verdict = rg.play(start, player)
        if any(e.fault == "done" and e.call.name in LOOKS for e in episode.log):
            met, won = met + 1, won + verdict.success
    return met, won


@pytest.mark.parametrize("times", [1, pytest.param(4, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    ("env", "level", "seeds"),
    [("cart", 13, 10), ("cart", 18, 10), ("cart", 24, 10), ("returns", 13, 80), ("returns", 24, 40)],
)
def test_who_repeats_what_timed_out_loses_and_who_looks_first_does_not(env, level, seeds, times):
    seeds *= times
    met, won = doubled(env, level, range(seeds), hasty(get_env(env).expert))
    assert met >= 4 and lower(won, met) <= 0.1, (met, won)  # so few scatter
    met, won = doubled(env, level, range(seeds), rg.players.get("expert"))
    assert met >= 4 and won == met, (met, won)


@every_env
def test_without_faults_no_page_has_a_time(env):
    start = tried(env, 1, 0)
    episode = run(start, expert_turns(start))
    assert all(b"as_of" not in rg.core.values.encode(e.message) for e in episode.log if e.message)
