"""Sessions share how an episode begins, and nothing of what is played in it."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import retailgym as rg
from retailgym.customer import hearing, mentions
from retailgym.serving.records import Query
from retailgym.serving.session import Session
from retailgym.serving.sessions import BEGINNINGS, Sessions
from retailgym.serving.settings import ServerSettings
from retailgym.tools.catalog import _shared_hit, _shared_row

from .test_clients import calls

SPEC = "cart/1/7"


@contextmanager
def shop() -> Iterator[Sessions]:
    """Of this process, without a door."""
    with asyncio.Runner() as runner:

        async def made() -> Sessions:
            return Sessions(ServerSettings(records=":memory:"))

        found = runner.run(made())
        yield found
        runner.run(found.close())


def test_who_begins_the_same_spec_shares_its_beginning_and_plays_alone() -> None:
    with shop() as here:
        first, second = (here._opened({"spec": SPEC}, None) for _ in range(2))
    assert first.episode is second.episode
    assert first.token != second.token
    for call in calls(SPEC):
        first.act(*call)
    assert first.done and first.verdict.reward == 1.0
    assert not second.done and second.steps == 0 and not second.tape.turns
    for call in calls(SPEC):
        second.act(*call)
    assert second.tape.turns == first.tape.turns
    assert second.record_id != first.record_id


def test_beginnings_are_not_remembered_without_end() -> None:
    with shop() as here:
        for seed in range(BEGINNINGS + 20):
            here._opened({"spec": f"cart/0/{seed}"}, None)
        assert here._begun.cache_info().currsize == BEGINNINGS


def test_what_warms_a_server_leaves_no_trace() -> None:
    with shop() as here:
        assert here.warming
        list(here.warm())
        assert not here.warming
        assert not here.sessions and here.records.find(Query()) == [] and here.records.attempts() == []
        assert b"retailgym_steps_total 0.0" in here.metrics.written()


def test_a_warm_server_has_read_how_every_product_looks() -> None:
    with shop() as here:
        list(here.warm())
        before = [cache.cache_info().misses for cache in (_shared_hit, _shared_row)]
        for seed in range(8):
            session = here._opened({"spec": f"cart/1/{seed}"}, None)
            for call in calls(session.spec):
                session.act(*call)
        assert [cache.cache_info().misses for cache in (_shared_hit, _shared_row)] == before


def test_what_was_heard_is_remembered_for_few_and_short_messages() -> None:
    session = Session(rg.start(SPEC))
    things = session.episode.task.brief.requests[0].things
    texts = [f"What scent should it have, and what is question {n}?" for n in range(3 * hearing.MESSAGES)]
    fresh = [hearing.hear(text, things) for text in texts]
    table = mentions.table_of(things, [None] * len(things), 0, 0, (0,))
    assert 0 < len(table.heard) <= hearing.MESSAGES
    assert hearing.hear(texts[-1], things) is table.heard[texts[-1]] == fresh[-1]
    hearing.hear("x " * hearing.LENGTH, things)
    assert all(len(text) <= hearing.LENGTH for text in table.heard)
