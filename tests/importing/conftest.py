"""The small shop, imported once from each format."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

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


@cache
def stock() -> list[shop.Thing]:
    return list(shop.things())


@pytest.fixture(scope="session")
def brought(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Brought]:
    """The shop by the name of a file of its format."""
    directory = tmp_path_factory.mktemp("shop")

    @cache
    def bring_one(name: str) -> Brought:
        file = FORMATS[name](directory / name, stock())
        source = SourceFile(path=file, columns=shop.COLUMNS if name == "plain.csv" else {})
        path = directory / f"{name}.catalogue"
        report = bring(ImportJob(source=source), path)
        return Brought(rg.catalog.load(path), report, path)

    return bring_one
