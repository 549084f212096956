"""The compiled kernel gives what the NumPy kernel gives, to the bit, and an install without it works."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

from retailgym.catalog.catalogue import Catalog
from retailgym.catalog.product import Overlay
from retailgym.catalog.search.conditions import Where, read
from retailgym.catalog.search.kernel import Compiled, Cut, Reference, built, places
from retailgym.catalog.search.query import search
from retailgym.catalog.search.tokens import terms
from retailgym.core.streams import Rng, Streams

from .children import ROOT, run
from .conftest import shop
from .reference import draw_filters, draw_overlay, draw_query
from .test_search import id_of

STREAMS = Streams("kernel tests")
PER_OVERLAY = 50
needs_kernel = pytest.mark.skipif(
    not built(), reason="the kernel was not built: there was no C compiler when retailgym was installed"
)


def twin(catalog: Catalog, kernel: str, monkeypatch: pytest.MonkeyPatch) -> Catalog:
    """The same catalogue, searched by this kernel."""
    monkeypatch.setenv("RETAILGYM_KERNEL", kernel)
    made = Catalog(catalog.contents, catalog.column, catalog.content_hash)
    assert made.kernel.name == kernel
    return made


def compare(catalog: Catalog, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many drawn searches, a third of them pages behind a cursor."""
    slow, fast = twin(catalog, "numpy", monkeypatch), twin(catalog, "compiled", monkeypatch)
    paged = empty = 0
    for n in range(-(-count // PER_OVERLAY)):
        overlay = draw_overlay((STREAMS / catalog.size / n)(), catalog)
        for m in range(0, PER_OVERLAY, 2):
            found = compare_pages(slow, fast, overlay, (STREAMS / catalog.size / n / m)())
            paged, empty = paged + (found > 1), empty + (found == 0)
    assert min(paged, empty) > count // 20  # the draws reach pages, and searches that find nothing


def compare_pages(slow: Catalog, fast: Catalog, overlay: Overlay, rng: Rng) -> int:
    """One search and the page behind it; how many of the two found something."""
    query, limit = draw_query(rng, slow), rng.pick((1, 7, 20, 300))
    filters = tuple(d.filter for d in draw_filters(rng, slow, max(0, rng.between(-1, 3))))
    after = ""
    for page in range(2):
        expected = search(slow, query, filters, overlay, after=after, limit=limit)
        assert search(fast, query, filters, overlay, after=after, limit=limit) == expected, (
            query,
            filters,
            overlay,
            after,
            limit,
        )
        if not expected.docs:
            return page
        after = id_of(slow, expected.docs[-1])
    return 2


@needs_kernel
def test_2000_drawn_searches_are_the_same_in_both_kernels(
    small: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare(small, 2_000, monkeypatch)


@needs_kernel
def test_searches_over_several_blocks_are_the_same_in_both_kernels() -> None:
    """Without overlays, which take long to draw for so many products, but with hidden documents and cuts at
    any place."""
    compare_kernels(shop(17_000), 600)


def compare_kernels(catalog: Catalog, count: int) -> None:
    slow, fast = Reference(catalog), Compiled(catalog)
    for n in range(count):
        rng = (STREAMS / "blocks" / n)()
        where = read(catalog, [d.filter for d in draw_filters(rng, catalog, max(0, rng.between(-2, 2)))])
        if rng.chance(300):
            where = where._replace(first=rng.between(where.first, where.last), last=where.last)
        sought = list(dict.fromkeys(terms(draw_query(rng, catalog))))
        hidden = frozenset(rng.below(catalog.size) for _ in range(rng.below(100)))
        size, cut = rng.pick((1, 15, 21, 500)), None
        for _ in range(3):
            best = slow.best(catalog, sought, where, hidden, cut, size)
            assert fast.best(catalog, sought, where, hidden, cut, size) == best, (
                sought,
                where,
                hidden,
                cut,
                size,
            )
            if not best.docs:
                break
            cut = Cut(best.scores[-1], best.docs[-1])


@needs_kernel
@pytest.mark.long
def test_100000_drawn_searches_are_the_same_in_both_kernels(
    small: Catalog, catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare(small, 70_000, monkeypatch)
    compare(catalog, 10_000, monkeypatch)
    compare_kernels(shop(50_000), 8_000)


@needs_kernel
def test_a_query_of_every_word_there_is_scores_the_same(small: Catalog) -> None:
    words = sorted(
        {w for d in range(0, small.size, 7) for w in terms(small.at(d).title + small.at(d).description)}
    )
    assert len(words) > 800
    for n in (2, 20, 5_000):
        everywhere = Where(0, small.size, [], [])
        expected = Reference(small).best(small, words, everywhere, frozenset(), None, n)
        assert Compiled(small).best(small, words, everywhere, frozenset(), None, n) == expected


@needs_kernel
def test_a_damaged_list_names_no_document_that_does_not_exist_and_harms_nothing() -> None:
    """Large files are not checked whole when they are opened."""
    from retailgym.catalog.search._kernel import Kernel

    size = 20_000
    docs = np.array([5, 3, 2**32 - 1, 19_999, 20_001, 32_767, 1 << 20, 7], dtype="<u4")
    impacts = np.full(len(docs), 100, dtype="<u2")
    columns = [np.ones(size, dtype=t) for t in ("<u4", "|u1", "|u1", "<u2", "|u1")]
    kernel = Kernel(docs, impacts, *columns)
    lists = ((0, kernel.blocks(0, len(docs))),)
    found, _ = kernel.search(lists, 0, size, (), frozenset(), 2**32 - 1, 0, 50)
    assert all(0 <= d < size for d in found)
    assert (
        kernel.search(lists, 0, size, (), frozenset(), 2**32 - 1, 0, 50)[0] == found
    )  # and nothing of it stays behind
    for wrong in ((0, len(docs) + 1), (-1, 2), (3, 2)):
        with pytest.raises(ValueError, match="outside the index"):
            kernel.blocks(*wrong)
    with pytest.raises(ValueError, match="do not belong together"):
        Kernel(docs, impacts[1:], *columns)


def test_the_kernel_is_chosen_by_the_environment_and_a_wrong_name_is_refused(
    small: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert twin(small, "numpy", monkeypatch).kernel.name == "numpy"
    monkeypatch.delenv("RETAILGYM_KERNEL")
    assert Catalog(small.contents, small.column, small.content_hash).kernel.name == (
        "compiled" if built() else "numpy"
    )
    monkeypatch.setenv("RETAILGYM_KERNEL", "cuda")
    with pytest.raises(ValueError, match="RETAILGYM_KERNEL is 'cuda'; use numpy or compiled"):
        _ = Catalog(small.contents, small.column, small.content_hash).kernel


@pytest.mark.parametrize(
    "command",
    [("eval", "--envs", "cart", "--levels", "0", "--seeds", "1"), ("catalog", "stats"), ("play", "cart/0/1")],
)
def test_a_wrong_kernel_is_told_in_one_line(command: tuple[str, ...]) -> None:
    environment = os.environ | {"RETAILGYM_KERNEL": "fast"}
    told = subprocess.run(
        [sys.executable, "-m", "retailgym", *command],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr == "retailgym: RETAILGYM_KERNEL is 'fast'; use numpy or compiled, or leave it out\n"


@needs_kernel
def test_the_places_of_a_code_are_the_same_in_both_kernels() -> None:
    from retailgym.catalog.search._kernel import places as compiled

    for n in range(600):
        rng = (STREAMS / "places" / n)()
        row, code = bytes(rng.pick((0, 3, 4, 255)) for _ in range(n % 200)), rng.pick((0, 3, 4, 5, 255))
        expected = sum(1 << place for place, held in enumerate(row) if held == code)
        assert places(row, code) == compiled(row, code) == expected
    for wrong in ((b"", "3"), ([3], 3), (b"3",)):
        with pytest.raises(TypeError):
            compiled(*wrong)


SHOWN = """
import retailgym
shop = retailgym.catalog.load(640)
print(shop.kernel.name, shop.search("steel kettle", ()).docs)
"""


def installed(wheel: Path, directory: Path) -> str:
    """What a clean environment without a compiler prints once the wheel is in it."""
    subprocess.run([sys.executable, "-m", "venv", directory], check=True)
    python = directory / "bin" / "python"
    tools = {"CC": "/bin/false", "PATH": str(directory / "bin")}
    subprocess.run([python, "-m", "pip", "install", "--quiet", wheel], check=True, env=tools)
    shown = run(SHOWN, python=python, PYTHONPATH="", RETAILGYM_CACHE=str(directory / "cache"))
    assert shown.returncode == 0, shown.stderr
    return shown.stdout


def wheel(directory: Path, **env: str) -> Path:
    """Built from a copy of the sources, by what pip finds."""
    source = directory / "source"
    ignored = "--exclude=__pycache__", "--exclude=*.so", "--exclude=*.egg-info"
    source.mkdir(parents=True)
    packed = subprocess.run(
        ["tar", "-c", *ignored, "pyproject.toml", "README.md", "LICENSE", "src"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    subprocess.run(["tar", "-x"], cwd=source, input=packed.stdout, check=True)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", directory, source]
    built = subprocess.run(command, capture_output=True, text=True, check=False, env=env or None)
    assert built.returncode == 0, built.stderr
    (made,) = directory.glob("*.whl")
    return made


@needs_kernel
@pytest.mark.long
def test_a_wheel_with_the_kernel_installs_without_a_compiler_and_one_made_without_a_compiler_works(
    tmp_path: Path,
) -> None:
    with_kernel = wheel(tmp_path / "with")
    assert "-abi3-" in with_kernel.name
    without = wheel(tmp_path / "without", CC="/bin/false", PATH="/usr/bin:/bin")
    assert not [n for n in zipfile.ZipFile(without).namelist() if n.endswith(".so")]
    name, docs = installed(with_kernel, tmp_path / "one").split(" ", 1)
    assert name == "compiled"
    assert installed(without, tmp_path / "two") == f"numpy {docs}"
