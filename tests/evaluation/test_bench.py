"""The bench measures what it says. How fast the machine is, is nobody's business here."""

import gc
import json
import tracemalloc

import pytest

import retailgym as rg
from retailgym.bench.episodes import SEARCHES, BenchSize, _queries, bench


@pytest.fixture
def frozen():
    """The bench collects garbage before each measurement; what other tests have left need not be looked
    through each time."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("frozen")
def test_every_environment_is_measured_and_every_figure_is_a_number():
    told = []
    found = json.loads(bench(rg.envs(), BenchSize(episodes=2, rounds=2, level=0), told.append).written())
    assert list(found["envs"]) == list(rg.envs()) and set(rg.envs()) <= set(told)
    for measured in found["envs"].values():
        assert measured["episodes_per_s"]["best"] >= measured["episodes_per_s"]["median"] > 0
        assert 0 < measured["start_us"]["best"] <= measured["start_us"]["median"]
        assert 0 < measured["session_kib_opened"] < measured["session_kib_played"]
    assert (
        found["searches_per_s"]["best"] > 0
        and found["peak_rss_mib"] > 1
        and found["import_cpu_ms"]["best"] > 0
    )
    assert not tracemalloc.is_tracing()


def test_queries_are_distinct_and_differ_from_round_to_round():
    catalog = rg.catalog.load()
    first, second = _queries(catalog, 1), _queries(catalog, 2)
    assert len(first) == SEARCHES == len(dict(first)) and first != second
    words, filters = first[0]
    assert 2 <= len(words.split()) <= 4 and catalog.search(words, filters, limit=5).docs
