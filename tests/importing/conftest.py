"""The small shop, imported once from each format."""

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

import retailgym as rg
from retailgym.catalog.catalogue import Catalog
from retailgym.catalog.importing import ImportReport, SourceFile
from retailgym.catalog.importing.run import ImportJob
from retailgym.store.import_catalog import bring

from . import shop


class Brought(NamedTuple):
    catalog: Catalog
    report: ImportReport
    path: Path


FORMATS: dict[str, Callable[[Path, list[shop.Thing]], Path]] = {
    "shopify old.csv": shop.shopify,
    "shopify new.csv": lambda path, stock: shop.shopify(path, stock, new=True),
    "woocommerce.csv": shop.woocommerce,
    "google.tsv": shop.google,
    "google.xml": shop.google_xml,
    "json-ld.jsonld": shop.json_ld,
    "amazon.jsonl.gz": shop.amazon,
    "plain.csv": shop.plain,
}
TRIED = ("shopify old.csv", "amazon.jsonl.gz")  # those that differ most in what they say of the same shop


@cache
def stock() -> list[shop.Thing]:
    return list(shop.things())


@pytest.fixture(scope="session")
def brought(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Brought]:
    """The shop by the name of a file of its format; brought once for all processes of a run, where one of
    them is done before another begins."""
    directory = tmp_path_factory.mktemp("shop")
    shared = tmp_path_factory.getbasetemp().parent if "PYTEST_XDIST_WORKER" in os.environ else directory

    @cache
    def bring_one(name: str) -> Brought:
        path, told = shared / f"{name}.catalogue", shared / f"{name}.report"
        if not told.exists():
            file = FORMATS[name](directory / name, stock())
            source = SourceFile(path=file, columns=shop.COLUMNS if name == "plain.csv" else {})
            report = bring(ImportJob(source=source), directory / "brought", trial=name in TRIED)
            (directory / "report").write_bytes(msgspec.json.encode(report))
            os.replace(file, shared / name)
            os.replace(directory / "brought", path)
            os.replace(directory / "report", told)
        report = msgspec.json.decode(told.read_bytes(), type=ImportReport)
        return Brought(rg.catalog.load(path), report, path)

    return bring_one
