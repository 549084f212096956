"""Whatever the format, it is the same shop: nothing is lost, and nothing is made up."""

from collections.abc import Callable
from pathlib import Path

import pytest

from retailgym.catalog.catalogue import Catalog
from retailgym.catalog.importing import SourceFile
from retailgym.catalog.importing.run import ImportJob
from retailgym.catalog.importing.wording import slug
from retailgym.catalog.product import Product
from retailgym.catalog.units import measure
from retailgym.store.import_catalog import bring

from . import shop
from .conftest import FORMATS, TRIED, Brought, stock

CURRENCY = {"google.tsv": "EUR", "google.xml": "GBP", "json-ld.jsonld": "EUR"}


def products(catalog: Catalog) -> dict[str, Product]:
    return {p.title: p for p in map(catalog.at, range(catalog.size))}


@pytest.mark.parametrize("name", FORMATS)
def test_every_product_has_the_prices_variants_and_attributes_of_its_file(
    brought: Callable[[str], Brought], name: str
) -> None:
    catalog, report, _ = brought(name)
    found = products(catalog)
    assert len(found) == report.products == len(stock()) and sum(report.refused.values()) == 0
    assert report.currency == catalog.config.currency == CURRENCY.get(name, "USD")
    for thing in stock():
        product = found[thing.title]
        wanted = thing.variants[:1] if name.startswith("amazon") else thing.variants
        extra = name.startswith("amazon")
        assert [(v.price_cents, v.stock - extra) for v in product.variants] == [
            (cents, left) for _, _, cents, left in wanted
        ]
        assert [set(v.options.values()) for v in product.variants] == [
            set() if extra else {colour, size} for colour, size, _, _ in wanted
        ]
        assert product.brand == thing.brand and product.shelf == thing.kind
        _same_attributes(product, thing)


def _same_attributes(product: Product, thing: shop.Thing) -> None:
    """What is an attribute has the value of the file; what is none is told in words, unless the file says
    that there is none."""
    for name, value in thing.attributes.items():
        typed = product.attributes.get(slug(name.lower()))
        if typed is None:
            assert f"{name}: {value}." in product.description or value == "none", (product.title, name)
        else:
            number = measure(value)
            assert typed == (number[0] if number and isinstance(typed, int) else value), (product.title, name)


@pytest.mark.parametrize("name", FORMATS)
def test_what_the_file_does_not_say_is_not_made_up(brought: Callable[[str], Brought], name: str) -> None:
    catalog, report, _ = brought(name)
    timed = name in ("google.xml", "amazon.jsonl.gz", "plain.csv")
    rated = name in ("json-ld.jsonld", "amazon.jsonl.gz")
    days = {thing.title: thing.days for thing in stock()}
    for product in products(catalog).values():
        assert product.ship_days == (days[product.title] if timed else 0)
        assert (product.ratings > 0) == rated
    assert (
        report.synthesised == {}
        and catalog.contents.origin is not None
        and catalog.contents.origin.synthesised == {}
    )


@pytest.mark.parametrize("name", TRIED)
def test_the_report_says_which_environments_can_be_served_and_why_not_the_others(
    brought: Callable[[str], Brought], name: str
) -> None:
    serves = brought(name).report.serves
    without = {"bundle", "cart"} if name.startswith("amazon") else {"bundle"}
    assert {env for env, why in serves.items() if why} == without, serves
    assert "PROJECTS" in serves["bundle"] and all("\n" not in why for why in serves.values())


def test_the_same_file_gives_the_same_bytes(brought: Callable[[str], Brought], tmp_path: Path) -> None:
    once = brought("shopify old.csv")
    source = SourceFile(path=once.path.with_name("shopify old.csv"))
    bring(ImportJob(source=source), tmp_path / "again.catalogue", trial=False)
    assert (tmp_path / "again.catalogue").read_bytes() == once.path.read_bytes()
