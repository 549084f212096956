"""The report in a real Chromium: it asks nobody for anything, logs nothing, can be read by everybody, and
fits on paper."""

import pytest

from retailgym.cli.report import shown
from retailgym.evaluation.analysis import analyse
from retailgym.evaluation.report.page import page as written

from ..evaluation.runs import careless_run
from .looks import LOOKS, violations

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    directory = tmp_path_factory.mktemp("report")
    analysis = analyse(*careless_run(directory, per_mille=40))
    (directory / "report.html").write_text(written(analysis, shown(analysis, directory)), encoding="utf-8")
    return directory / "report.html"


@pytest.fixture
def opened(chromium, file):
    page = chromium.new_context(viewport={"width": 1240, "height": 900}).new_page()
    page.logged, page.asked = [], []
    page.on("console", lambda m: page.logged.append(m.text))
    page.on("pageerror", lambda e: page.logged.append(str(e)))
    page.on("request", lambda r: page.asked.append(r.url))
    page.goto(file.as_uri())
    yield page
    page.context.close()


def test_it_needs_nothing_but_itself(opened, file):
    assert opened.asked == [file.as_uri()] and opened.logged == []


def test_transcripts_open_without_scripts(opened):
    first = opened.locator("details").first
    assert not first.locator(".talk").first.is_visible()
    first.locator("summary").click()
    assert first.locator(".talk .agent").first.is_visible()


@pytest.mark.parametrize("width", [390, 820, 1240])
def test_it_never_scrolls_sideways(opened, width):
    opened.set_viewport_size({"width": width, "height": 900})
    assert opened.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("look", LOOKS)
def test_everybody_can_read_it(chromium, file, look):
    page = chromium.new_context(**LOOKS[look]).new_page()
    page.goto(file.as_uri())
    page.evaluate("document.querySelectorAll('details').forEach((fold) => (fold.open = true))")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    page.context.close()


def test_on_paper_nothing_is_cut_off(opened):
    """At the width of an A4 page between its margins every table fits, and plots stand three to a row."""
    opened.emulate_media(media="print")
    opened.set_viewport_size({"width": 695, "height": 1000})
    wide = opened.evaluate(
        "[...document.querySelectorAll('table, figure, pre')].filter(e => "
        "e.getBoundingClientRect().right > "
        "innerWidth).length"
    )
    tops = opened.evaluate("[...document.querySelectorAll('figure')].map(e => e.getBoundingClientRect().top)")
    assert wide == 0 and len(set(tops)) == -(-len(tops) // 3)
    assert opened.pdf(format="A4").startswith(b"%PDF")


def test_it_is_dark_where_the_reader_likes_it_dark(opened):
    light = opened.evaluate("getComputedStyle(document.querySelector('main')).backgroundColor")
    opened.emulate_media(color_scheme="dark")
    assert opened.evaluate("getComputedStyle(document.querySelector('main')).backgroundColor") != light
