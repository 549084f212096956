"""JSON of any shape is one shop: as a list, in an object, a product to a line, with its variants inside."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import retailgym as rg
from retailgym.catalog.importing import ImportReport, SourceFile, UnreadableFile
from retailgym.catalog.importing.run import ImportJob
from retailgym.store.import_catalog import bring

COLOURS = ("red", "blue", "green")


def jugs(count: int = 40) -> list[dict[str, Any]]:
    return [
        {
            "sku": f"J{n}", "name": f"Jug {n}", "net": 4.5 + n, "aisle": ["Kitchen", "Jugs"],
            "made": {"material": ("steel", "glass")[n % 2], "maker": f"Maker {n % 3}"}, "on_hand": n % 5,
        }
        for n in range(count)
    ]  # fmt: skip


MAP = {
    "id": "sku",
    "title": "name",
    "price": "net",
    "category": "aisle",
    "brand": "maker",
    "stock": "On hand",
}


def brought(tmp_path: Path, text: str, name: str = "shop.json", **columns: str) -> ImportReport:
    file = tmp_path / name
    file.write_text(text)
    source = SourceFile(path=file, columns=columns)
    return bring(ImportJob(source=source, currency="EUR"), tmp_path / "shop.catalogue", lambda what: None)


SHAPES: dict[str, Callable[[list[dict[str, Any]]], str]] = {
    "a list": json.dumps,
    "a list over many lines": lambda rows: json.dumps(rows, indent=2),
    "an object": lambda rows: json.dumps({"shop": "mine", "products": rows}),
    "an object over many lines": lambda rows: json.dumps({"products": rows, "count": len(rows)}, indent=1),
    "a line each": lambda rows: "\n".join(map(json.dumps, rows)),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_of_json_is_the_same_shop(tmp_path: Path, shape: str) -> None:
    report = brought(tmp_path, SHAPES[shape](jugs()), **MAP)
    assert (report.format, report.products, report.refused) == ("json", 40, {})
    shop = rg.catalog.load(tmp_path / "shop.catalogue")
    assert report.categories[0].name == "Jugs" and "material" in {
        a.name for a in report.categories[0].attributes
    }
    first = next(p for p in map(shop.at, range(shop.size)) if p.title == "Jug 1")
    assert (first.price_cents, first.brand, first.variants[0].stock) == (550, "Maker 1", 1)


def test_variants_inside_of_a_product_have_from_it_what_they_do_not_say(tmp_path: Path) -> None:
    rows = [
        {k: v for k, v in jug.items() if k not in ("sku", "net")}
        | {"variants": [{"sku": f"{jug['sku']}-{c}", "net": jug["net"], "colour": c} for c in COLOURS]}
        for jug in jugs()
    ]
    report = brought(tmp_path, json.dumps(rows), **MAP, options="Colour")
    assert (report.products, report.variants, report.refused) == (40, 120, {})


def test_columns_that_are_not_there_are_told_with_those_that_are(tmp_path: Path) -> None:
    with pytest.raises(
        UnreadableFile, match=r"which column is the id and the price\? .*sku, name, net, aisle"
    ):
        brought(tmp_path, json.dumps(jugs()))
    with pytest.raises(UnreadableFile, match=r"has no column 'price net'; it has sku, name"):
        brought(tmp_path, json.dumps(jugs()), **MAP | {"price": "Price net"})


def test_a_list_with_asins_is_read_as_its_lines_are(tmp_path: Path) -> None:
    rows = [{"parent_asin": f"a{n}", "title": f"Jug {n}", "price": "4"} for n in range(3)]
    listed, lines = brought(tmp_path, json.dumps(rows)), brought(tmp_path, SHAPES["a line each"](rows))
    assert listed.products == lines.products == 3 and lines.format == "amazon"
