"""The bench of several sizes measures what it says. How fast the machine is, is nobody's business here."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

import retailgym as rg
from retailgym.bench.scale import Ask, Scale, _searches, scale
from retailgym.bench.scale_plot import plot
from retailgym.catalog.search.kernel import built

ASK = Ask(envs=("cart", "desk"), level=3, episodes=2, rounds=1, searches=40, workers=2)


@pytest.fixture(scope="module")
def measured() -> Scale:
    return scale((640, 2_000), ASK)


def test_every_size_is_measured_in_a_process_of_its_own_and_every_figure_is_a_number(measured: Scale) -> None:
    assert [s.products for s in measured.sizes] == [640, 2_000]
    for size in measured.sizes:
        assert set(size.envs) == {"cart", "desk"} and all(
            p.start.best > p.observe.best > 0 for p in size.envs.values()
        )
        assert (
            min(
                size.plain_per_s.best,
                size.category_per_s.best,
                size.filtered_per_s.best,
                size.open_ms.best,
                size.file_mib,
                size.postings,
            )
            > 0
        )
        assert size.kernel == ("compiled" if built() else "numpy") and (size.bound_per_s.best > 0) is built()
        assert (size.worker_pss_mib > 5) is Path("/proc/self/smaps_rollup").exists()
    assert measured.sizes[0].growth(measured.sizes[0], "cart") == 1.0
    assert b'"worker_pss_mib"' in measured.written()


def test_the_plot_is_well_formed_and_names_every_line(measured: Scale) -> None:
    root = ElementTree.fromstring(plot(measured))
    texts = {t.text for t in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"plain", "in a category", "five filters", "cart", "desk", "0.64k", "2k"} <= texts
    assert len(list(root.iter("{http://www.w3.org/2000/svg}polyline"))) == 2 + 3 + built()


def test_searches_are_distinct_and_true_of_some_product() -> None:
    catalog = rg.catalog.load(2_000)
    searches = _searches(catalog, ASK, 1)
    assert len({words for words, _, _ in searches}) == ASK.searches and searches != _searches(catalog, ASK, 2)
    assert all(
        catalog.search(words, five, limit=5).docs or "in_stock" in {f.name for f in five}
        for words, _, five in searches
    )
    assert all(
        3 <= len(words.split()) <= 6 and catalog.search(words, here, limit=5).docs
        for words, here, _ in searches
    )
