"""A large catalogue is built in batches that wait on disk: the same bytes, and a build that was killed goes
on where it was."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from retailgym.catalog import cache as store
from retailgym.catalog.batch import StoredBatch
from retailgym.catalog.build import build
from retailgym.catalog.cache import in_memory, make, steps, write_generated
from retailgym.catalog.generator import ShelfPlan, products
from retailgym.catalog.schema import CatalogSchema, default_schema
from retailgym.catalog.search.index import Placed, Shelf
from retailgym.catalog.store_config import NO_CONFIG

from ..catalog.children import environment
from ..command import retailgym

SIZE, BATCH = 1_000, 128
SCRIPT = f"""
import os, signal, sys
from pathlib import Path
from retailgym.catalog import cache as store
store.BATCH, store._SPOOLED = {BATCH}, {BATCH}
left = int(sys.argv[2])
def advance():
    global left
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)
store.write_generated(Path(sys.argv[1]), {SIZE}, advance)
"""


@pytest.fixture
def batched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "BATCH", BATCH)
    monkeypatch.setattr(store, "_SPOOLED", BATCH)


def killed_after(path: Path, count: int) -> int:
    """The exit code of a build that is killed after so many steps; 0 kills it never."""
    command = [sys.executable, "-c", SCRIPT, str(path), str(count)]
    return subprocess.run(command, env=environment(), timeout=120, check=False).returncode


def test_batches_on_disk_give_the_bytes_that_a_build_in_memory_gives(batched: None, tmp_path: Path) -> None:
    told = []
    path = tmp_path / "shop.catalogue"
    made = write_generated(path, SIZE, lambda: told.append(1))
    assert path.read_bytes() == make(default_schema(), SIZE).encoded() and made.size == SIZE
    assert len(told) >= steps(SIZE) * 2 // 3
    assert sorted(f.name for f in tmp_path.iterdir()) == ["shop.catalogue", "shop.lock"]


def test_a_build_that_was_killed_goes_on_with_the_batches_that_it_had(tmp_path: Path) -> None:
    path = tmp_path / "shop.catalogue"
    spool = tmp_path / "shop.catalogue.batches"
    assert killed_after(path, 3) == -signal.SIGKILL
    first = {f.name: f.stat().st_ino for f in spool.iterdir()}
    assert len(first) == 3 and not path.exists()
    assert killed_after(path, 12) == -signal.SIGKILL  # all batches are there, and are being indexed
    second = {f.name: f.stat().st_ino for f in spool.iterdir()}
    assert len(second) == -(-SIZE // BATCH) and first.items() <= second.items() and not path.exists()
    assert killed_after(path, 0) == 0
    assert path.read_bytes() == make(default_schema(), SIZE).encoded()
    assert sorted(f.name for f in tmp_path.iterdir()) == ["shop.catalogue", "shop.lock"]


def test_a_batch_that_is_not_whole_is_made_again(batched: None, tmp_path: Path) -> None:
    path = tmp_path / "shop.catalogue"
    assert killed_after(path, 4) == -signal.SIGKILL
    for n, batch in enumerate(sorted(path.with_name("shop.catalogue.batches").iterdir())[:3]):
        data = bytearray(batch.read_bytes())
        data[(0, 30, len(data) - 1)[n]] ^= 1
        batch.write_bytes(data[: len(data) - n])
        with pytest.raises(ValueError, match="not a whole batch"):
            StoredBatch(batch)
    write_generated(path, SIZE, lambda: None)
    assert path.read_bytes() == make(default_schema(), SIZE).encoded()


def placed(schema: CatalogSchema, count: int, popularity: int) -> tuple[list[Shelf], list[Placed]]:
    plan = ShelfPlan(schema, 0)
    shelf = Shelf(name=plan.name, category=0, kind=0, collection="", first=0, last=0)
    return [shelf], [
        Placed(shelf=0, popularity=popularity, product=p) for _, _, p in products(schema, 0, count)
    ]


def test_products_that_are_equally_popular_stand_in_the_order_of_their_ids() -> None:
    schema = default_schema()
    shelves, all_alike = placed(schema, 64, 7)
    catalog = in_memory(build(schema, shelves, reversed(all_alike)))
    ids = [catalog.head(d).id for d in range(64)]
    assert ids == sorted(p.product.id for p in all_alike) != [p.product.id for p in all_alike]


def test_the_same_id_twice_is_refused() -> None:
    schema = default_schema()
    shelves, some = placed(schema, 10, 7)
    with pytest.raises(ValueError, match="two products have the same id"):
        build(schema, shelves, [*some, some[3]])


def test_the_command_builds_a_file_and_refuses_what_cannot_be_built_in_one_line(tmp_path: Path) -> None:
    built = retailgym(
        "catalog", "build", "--products", "640", "--to", tmp_path / "mine.catalogue", env=environment()
    )
    assert (
        built.returncode == 0
        and "640 products on 10 shelves" in built.stdout
        and "steps: 3 of 3" in built.stderr
    )
    assert (tmp_path / "mine.catalogue").read_bytes() == make(default_schema(), 640).encoded()
    for arguments, said in (
        (("catalog", "build", "--products", "3"), "64 to 2,000,000 products, not 3"),
        (("catalog", "build", "--to", "/dev/null/x.catalogue"), "cannot use"),
        (("bench", "--scale", "--sizes", "many"), "sizes 'many' cannot be read"),
        (("bench", "--scale", "--sizes", "640,5"), "not 5"),
    ):
        wrong = retailgym(*arguments, env=environment())
        assert wrong.returncode == 2 and said in wrong.stderr and wrong.stderr.count("\n") == 1, wrong.stderr


def test_a_file_too_large_to_map_its_records_holds_the_same_products(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "shop.catalogue"
    mapped = write_generated(path, SIZE, lambda: None)
    monkeypatch.setattr(store, "CHECKED_WHOLE", 0)
    read = store.open_file(path)
    assert isinstance(read, store.LargeCatalog) and not isinstance(mapped, store.LargeCatalog)
    for catalog in (read, read.furnished(read.contents, "another", NO_CONFIG)):
        assert [catalog.at(d) for d in range(SIZE)] == [mapped.at(d) for d in range(SIZE)]
        assert catalog.search("steel kettle", ()) == mapped.search("steel kettle", ())


@pytest.mark.long
def test_memory_does_not_grow_with_what_is_built(tmp_path: Path) -> None:
    """A quarter of a million products, which would take more than two gigabytes as products. What getrusage
    tells counts the parent too."""
    code = (
        "from pathlib import Path; from retailgym.catalog.cache import write_generated;"
        f"write_generated(Path({str(tmp_path / 'large.catalogue')!r}), 250_000, lambda: None);"
        "print(int(Path('/proc/self/status').read_text().split('VmHWM:')[1].split()[0]) // 1024)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=True
    )
    assert int(ran.stdout) < 500 and os.stat(tmp_path / "large.catalogue").st_size > 200 << 20
