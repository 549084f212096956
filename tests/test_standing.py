"""From three links on the membership tier that counts for an order is the one that was held when it was
placed: only what was ordered before it tells which."""

import re

import pytest

import retailgym as rg
from retailgym.core import money
from retailgym.core.episode import digest
from retailgym.players.skipping import scripts
from retailgym.tools.orders import account_of, order_list
from retailgym.tools.policy import handbook_in, listed, opened

from . import paths

ENVS = ("policy", "returns")


def started(env: str, seed: int, level: int = 24) -> rg.Episode:
    return paths.started(env, level, 60_000 + seed)


def general(world) -> str:
    """The document to which the reading guide points for tiers."""
    book = handbook_in(world)
    guide = listed(book, "which documents hold and how do they rank", 1).documents[0].document
    pointed = re.search(r"which membership tier counts.*stands in (HB-\d+)", opened(book, guide, "").text)
    return opened(book, pointed[1], "").text


def by_hand(world, day: int) -> str:
    """The tier of a day by the words of that document and by the lists of orders alone."""
    text = general(world)
    days = int(re.search(r"ordered in the (\d+) days before", text)[1])
    found, cursor = 0, ""
    while True:
        shown = order_list(world, order_list.read({"cursor": cursor}))[1]
        for o in shown.orders:
            if day - days <= o.placed_day <= day - 1:
                found += sum(x.quantity * x.unit_cents for x in o.lines)
        cursor = shown.next_cursor
        if not cursor:
            break
    held = "none"
    for tier, amount in re.findall(r"(silver|gold|platinum) from (\S+\.\d\d(?: [A-Z]{3})?)", text):
        held = tier if found >= money.read(amount) else held
    return held


@pytest.mark.parametrize("env", ENVS)
def test_a_reader_of_lists_and_documents_comes_to_the_tier_that_counts(env):
    for seed in range(6):
        world = started(env, seed).world
        for order in world.orders[:30:3]:
            assert by_hand(world, order.placed) == world.tier_on(order.placed), (seed, order.placed)
        assert account_of(world).tier == by_hand(world, world.today)


def test_as_many_orders_were_placed_with_each_tier():
    held = [t for seed in range(10) for w in [started("policy", seed).world] for t in w.tiers.values()]
    for tier in ("none", "silver", "gold", "platinum"):
        assert 0.15 * len(held) <= held.count(tier) <= 0.4 * len(held)


@pytest.mark.parametrize("env", ENVS)
def test_who_searches_for_tiers_is_shown_what_counts(env):
    book = handbook_in(started(env, 1).world)
    for words in ("membership tier", "gold tier", "which tier counts for an order"):
        assert "held on the day" in listed(book, words, 1).documents[0].snippet


@pytest.mark.parametrize("env", ENVS)
def test_with_fewer_links_or_without_a_handbook_the_account_counts(env):
    for spec in (
        rg.Spec(env, 20, 1),
        rg.Spec(env, 24, 1, axes={"links": 2}),
        rg.Spec(env, 24, 1, axes={"documents": 0}),
        rg.Spec("desk", 24, 1),
    ):
        world = rg.start(spec).world
        assert world.standing is None
        assert {world.tier_on(o.placed) for o in world.orders} <= {world.customer.tier}


@pytest.mark.parametrize("env", ENVS)
def test_who_goes_by_todays_tier_loses_what_hangs_on_it(env):
    """All else as the expert does it."""
    player = scripts()[env]["takes_todays_tier"]
    starts = [started(env, seed) for seed in range(30)]
    assert sum(not rg.play(start, player)[1].success for start in starts) >= 9


@pytest.mark.parametrize("env", ENVS)
def test_such_a_world_can_be_written_down(env):
    episode = started(env, 2)
    assert digest(rg.step(episode, {"text": "Hello?"})) != digest(episode)
