"""Parquet, which needs pyarrow."""

from pathlib import Path

import pytest

from retailgym.catalog.importing import SourceFile, UnreadableFile
from retailgym.catalog.importing.run import ImportJob, importing

from . import shop

pyarrow = pytest.importorskip("pyarrow", reason='needs pyarrow: pip install "retailgym[parquet]"')
parquet = pytest.importorskip("pyarrow.parquet")


def written(path: Path, rows: list[dict[str, object]]) -> Path:
    parquet.write_table(pyarrow.Table.from_pylist(rows), path)
    return path


@pytest.mark.parametrize("mapped", [False, True])
def test_parquet_brings_the_same_products_as_the_same_rows_in_lines_or_in_a_table(
    tmp_path: Path, mapped: bool
) -> None:
    stock = list(shop.things(34))
    rows = shop.plain_rows(stock) if mapped else list(shop.amazon_rows(stock))
    columns = {**shop.COLUMNS, "options": "Farbe+Masse"} if mapped else {}
    source = SourceFile(path=written(tmp_path / "a.parquet", rows), columns=columns)
    report = importing(ImportJob(source=source), tmp_path, lambda what: None).report
    assert report.format == "parquet" and report.products == len(stock) and not report.refused
    assert report.variants == (sum(len(t.variants) for t in stock) if mapped else len(stock))


def test_a_parquet_file_that_is_cut_off_says_so(tmp_path: Path) -> None:
    whole = written(tmp_path / "a.parquet", list(shop.amazon_rows(list(shop.things(4)))))
    whole.write_bytes(whole.read_bytes()[:-200])
    with pytest.raises(UnreadableFile, match="is not a whole Parquet file"):
        importing(ImportJob(source=SourceFile(path=whole)), tmp_path, lambda what: None)
