"""Six messy files of six trades, as their shopkeepers might send them."""

# ruff: noqa: E501

import csv
import json
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

NECKS = ("crew neck", "V-neck")  # in a list in the description, and nowhere else
MAKERS = ("Müller & Söhne", "ACME", "Café Ñandú", "O'Neill's")


def _things(
    kinds: tuple[str, ...], *values: tuple[str, ...]
) -> Iterator[tuple[int, str, str, tuple[str, ...]]]:
    """Number, kind, maker and values of each."""
    for n, (kind, maker, *rest) in enumerate(product(kinds, MAKERS, *values)):
        yield n, kind, maker, tuple(rest)


def shirts(path: Path) -> Path:
    """Shopify: a broad category and the shop's own type, shouted colours, HTML, a percent sign apart."""
    with path.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(["Handle", "Title", "Body (HTML)", "Vendor", "Product Category", "Type", "Option1 Name",
                      "Option1 Value", "Variant SKU", "Variant Inventory Qty", "Variant Price",
                      "Material (product.metafields.custom.material)", "Fit (product.metafields.custom.fit)"])  # fmt: skip
        things = _things(
            ("Hoodie", "Longsleeve"),
            ("100 % cotton", "50 % hemp", "merino wool"),
            ("slim", "relaxed", "boxy"),
        )
        for n, kind, maker, (material, fit) in things:
            for colour in ("RED", "heather grey", "Größe egal"):
                out.writerow([f"h{n}", f"{maker} {kind} No. {n}", f"<p>Soft &amp; warm.</p><ul><li>Neck: {NECKS[n % 2]}</li><li>Loved by all</li></ul>", maker,
                              "Apparel & Accessories > Clothing", kind, "Color", colour, f"s{n}{colour[:2]}", 5 + n % 9,
                              f"{29 + n}.90", material, fit])  # fmt: skip
    return path


def bikes(path: Path) -> Path:
    """Google: tabs, a long taxonomy, prices with a currency behind."""
    with path.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file, delimiter="\t")
        out.writerow(["id", "title", "description", "price", "availability", "brand", "google_product_category",
                      "product_type", "color", "material", "size"])  # fmt: skip
        things = _things(
            ("Trekkingrad", "Lastenrad"),
            ("grün", "schwarz", "weiß"),
            ("aluminium", "steel"),
            ("28 inch", "26 inch"),
        )
        for n, kind, maker, (colour, material, size) in things:
            out.writerow([f"b{n}", f"{maker} {kind} {n}", "Läuft und läuft.", f"{799 + n * 7}.00 EUR", "in stock", maker,
                          "Sporting Goods > Outdoor Recreation > Cycling > Bicycles", f"Fahrräder > {kind}", colour,
                          material, size])  # fmt: skip
    return path


def tea(path: Path) -> Path:
    """Amazon: a line of JSON each, with features in a list and details in an object."""
    things = _things(
        ("Green Tea", "Black Tea"),
        ("loose leaf", "pyramid bags"),
        ("100 g", "250 g", "1 kg"),
        ("Japan", "Assam"),
    )
    with path.open("w", encoding="utf-8") as file:
        for n, kind, maker, (form, weight, origin) in things:
            file.write(json.dumps({
                "parent_asin": f"t{n}", "title": f"{maker} {kind}, {form}", "store": maker, "price": 4.5 + n / 10,
                "average_rating": None, "rating_number": 0, "features": ["organic", "fair trade"],
                "categories": ["Grocery", "Beverages", kind], "description": [],
                "details": {"Form": form, "Item Weight": weight, "Origin": origin},
            }) + "\n")  # fmt: skip
    return path


def plants(path: Path) -> Path:
    """A table with names of its own, no stock, no days, decimal commas."""
    with path.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file, delimiter=";")
        out.writerow(
            ["id", "title", "brand", "category", "price", "available", "light", "height", "watering"]
        )
        things = _things(
            ("Ferns", "Cacti"),
            ("full sun", "half shade", "shade"),
            ("20 cm", "45 cm", "90 cm"),
            ("weekly", "monthly"),
        )
        for n, kind, maker, (light, height, watering) in things:
            out.writerow([f"p{n}", f"{maker} {kind[:-1].lower()} {n}", maker, f"Plants > {kind}", f"{9 + n % 40},95 €", "yes",
                          light, height, watering])  # fmt: skip
    return path


def paints(path: Path) -> Path:
    """WooCommerce: attributes by pairs of columns, categories with commas."""
    with path.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(["ID", "Type", "SKU", "Name", "Published", "Short description", "In stock?", "Stock", "Regular price",
                      "Categories", "Brands", "Attribute 1 name", "Attribute 1 value(s)", "Attribute 2 name",
                      "Attribute 2 value(s)", "Attribute 3 name", "Attribute 3 value(s)"])  # fmt: skip
        things = _things(
            ("Wall paint", "Wood varnish"),
            ("matt", "silk", "gloss"),
            ("0.75 l", "2.5 l", "10 l"),
            ("crème", "blue", "WHITE"),
        )
        for n, kind, maker, (finish, volume, colour) in things:
            out.writerow([n, "simple", f"f{n}", f"{maker} {kind} {n}", 1, "", 1, 7, f"{12 + n % 50}.50", f"Paint > {kind}s",
                          maker, "Finish", finish, "Volume", volume, "Colour", colour])  # fmt: skip
    return path


def lamps(path: Path) -> Path:
    """A table again: shouted names, spaces that do not belong, a currency of its own."""
    with path.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(
            ["id", "title", "brand", "category", "price", "stock", "rating", "shade", "bulb base", "output"]
        )
        things = _things(
            ("Desk Lamps", "Floor Lamps"),
            ("linen", "smoked  glass", "paper"),
            ("E27", "E14"),
            ("400 lumens", "800 lumens", "1100 lumens"),
        )
        for n, kind, maker, (shade, base, output) in things:
            out.writerow([f"l{n}", f"{maker.upper()} {kind[:-1]} {n}", maker, f"LIGHTING > {kind}", f"${39 + n}.00", 3 + n % 8,
                          f"{3 + n % 3}.5", shade, base, output])  # fmt: skip
    return path


TRADES: dict[str, Callable[[Path], Path]] = {
    "shirts.csv": shirts, "bikes.tsv": bikes, "tea.jsonl": tea, "plants.csv": plants, "paints.csv": paints, "lamps.csv": lamps,
}  # fmt: skip
