"""A shop of one category, as a newcomer brings it: what it can serve is played, and the rest is named."""

import csv
from pathlib import Path

import pytest

import retailgym as rg
from retailgym.catalog.importing import SourceFile
from retailgym.catalog.importing.run import ImportJob, importing, write
from retailgym.cli.store_option import left_by

from ..importing.test_odd_files import kettles, table
from .test_store import command


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("small")
    rows = kettles()
    with (home / "stock.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    brought = command("catalog", "import", str(home / "stock.csv"), "--to", str(home / "shop.catalogue"))
    assert brought.returncode == 0, brought.stderr
    assert "discovery     yes" in brought.stdout and "returns       no: " in brought.stdout
    return home


def test_all_is_what_the_import_said_that_it_serves(small: Path) -> None:
    played = command("eval", "--store", str(small), "--levels", "0,6", "--seeds", "1", "--json", "-")
    assert played.returncode == 0, played.stderr
    assert '"discovery"' in played.stdout and '"returns"' not in played.stdout
    assert "nothing for returns: left out, since level 0 takes 2 shelves" in played.stderr


def test_what_it_does_not_serve_is_refused_by_name(small: Path) -> None:
    ended = command("eval", "--store", str(small), "--envs", "tracking", "--levels", "0", "--seeds", "1")
    assert ended.returncode == 2 and "this store has nothing for 'tracking': level 0 takes 2" in ended.stderr


def test_a_job_that_is_served_at_lower_levels_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = kettles(96, category=lambda n: ("Kitchen > Kettles", "Garden > Hoses")[n % 2])
    (tmp_path / "stock.csv").write_text(table(rows))
    job = ImportJob(source=SourceFile(path=tmp_path / "stock.csv"))
    write(importing(job, tmp_path, lambda what: None).built, tmp_path / "shop.catalogue")
    shop = rg.catalog.load(tmp_path / "shop.catalogue")
    assert left_by(shop, ("discovery", "returns"), (0, 12)) == ("discovery",)
    assert "since level 12 takes" in (said := capsys.readouterr().err) and "--levels 0 is served" in said
    assert left_by(shop, ("discovery", "returns"), (0,)) == ("discovery", "returns")


def test_a_shop_that_serves_nothing_is_told_what_it_takes(tmp_path: Path) -> None:
    (tmp_path / "stock.csv").write_text("id,title,price\n1,Jug,4\n2,Mug,5\n")
    brought = command("catalog", "import", str(tmp_path / "stock.csv"))
    assert "nothing can be played yet: tasks need categories of 32 products" in brought.stdout
    assert "no product states a category (--column category=NAME" in brought.stdout
    ended = command("eval", "--store", str(tmp_path / "stock.csv.catalogue"), "--seeds", "1")
    assert ended.returncode == 2 and "nothing is left to play" in ended.stderr
