"""Numbers that depend on something else: another line, or a price."""

import pytest

import retailgym as rg
from retailgym.core.env import Player
from retailgym.core.values import replace
from retailgym.envs import get_env
from retailgym.envs.shared.links import worked_out

from .test_skipping_players import lower

ENVS = ("cart", "discovery")
NUMBERS = ("quantity", "shortlist")


def linked(env: str, seed: int) -> rg.Episode:
    axes = {"links": 3, "p_fault": 0, "p_revise": 0, "lures": 0, "noise": 0}
    return rg.start(rg.Spec(env, 15, seed, axes=axes))


def links(episode: rg.Episode) -> list[str]:
    return [d.link for r in episode.task.brief.requests for t in r.things for d in t.details if d.link]


@pytest.mark.parametrize(
    ("value", "price", "others", "number"),
    [
        (3, 0, (), 3),
        ("line 0 +0", 0, (4,), 4),
        ("line 1 -2", 0, (1, 5), 3),
        ("line 0 +1", 0, (2, 9), 3),
        ("2 above 8000 else 4", 8001, (), 2),
        ("2 above 8000 else 4", 8000, (), 4),
    ],
)
def test_a_number_is_worked_out(value, price, others, number):
    assert worked_out(value, price, others) == number


@pytest.mark.parametrize("env", ENVS)
def test_the_expert_works_out_what_depends_on_something_else(env):
    kinds = set()
    for seed in range(12):
        start = linked(env, seed)
        kinds |= {"price" if "above" in link else "line" for link in links(start)}
        assert rg.play(start, rg.players.get("expert"))[1].reward == 1.0, seed
    assert kinds == ({"price", "line"} if env == "cart" else {"price"})


@pytest.mark.parametrize("env", ENVS)
def test_the_words_give_the_relation_and_not_what_it_comes_to(env):
    for seed in range(12):
        start = linked(env, seed)
        told = [t for e in start.log for act in e.acts for t in act.told if t.topic in NUMBERS]
        brief = start.task.brief.requests[0]
        for t in told:
            detail = next(d for d in brief.things[t.thing].details if d.topic == t.topic)
            assert t.value == (detail.link or detail.value)


def guessing(env: str) -> Player:
    """The expert, who hears the last number of what was said for the number."""

    def plain(act):
        told = [
            replace(t, value=_last(t.value)) if t.topic in NUMBERS else t for t in getattr(act, "told", ())
        ]
        return replace(act, told=tuple(told)) if told else act

    def player(seen, heard):
        moves = get_env(env).expert(seen, tuple(map(plain, heard)))
        turn = next(moves)
        while True:
            seen, heard = yield turn
            try:
                turn = moves.send((seen, tuple(map(plain, heard))))
            except StopIteration:
                return

    return player


def _last(value: str | int) -> int:
    return int(str(value).split()[-1].lstrip("+-")) or 1


@pytest.mark.parametrize("env", ENVS)
def test_who_does_not_work_it_out_loses(env):
    starts = [s for s in (linked(env, seed) for seed in range(30)) if links(s)]
    won = sum(rg.play(start, guessing(env))[1].success for start in starts)
    limit = 0.65 if env == "discovery" else 0.3
    assert len(starts) >= 15 and lower(won, len(starts)) <= limit, (
        won,
        len(starts),
    )


def test_below_level_13_nothing_is_linked():
    assert not any(links(rg.start(rg.Spec(env, 12, 3))) for env in ENVS)
