"""A small invented shop, and writers for every format that can be imported."""

import csv
import gzip
import json
from collections.abc import Iterator
from html import escape
from pathlib import Path

from retailgym.core.streams import Streams
from retailgym.core.values import Value, replace

AT = Streams("a small shop")
BRANDS = ("Norrvik", "Calder & Sons", "Ostrava Works", "Pell", "Tamarind", "Hexley")
COLOURS = ("black", "ivory", "moss green", "rust", "slate blue")
SIZES = ("small", "medium", "large")
KINDS: dict[str, tuple[str, dict[str, tuple[str, ...]]]] = {  # name -> parent, attributes
    "Kettles": ("Kitchen", {
        "Material": ("stainless steel", "glass", "copper", "enamel"), "Capacity": ("0.8 l", "1.2 l", "1.5 l",
        "1.7 l"),
        "Power": ("1500 W", "2000 W", "2400 W", "3000 W"), "Handle": ("wood", "steel", "cork", "bakelite"),
        "Spout": ("gooseneck", "wide", "narrow", "filtered"),
    }),
    "Blankets": ("Home", {
        "Fabric": ("wool", "cotton", "fleece", "linen"), "Weave": ("waffle", "herringbone", "plain",
        "knitted"),
        "Weight": ("900 g", "1.2 kg", "1.5 kg", "2.1 kg"), "Edging": ("fringed", "hemmed", "bound", "raw"),
        "Washing": ("30 degrees", "40 degrees", "by hand", "dry clean"),
    }),
    "Lanterns": ("Outdoor", {
        "Light source": ("LED", "candle", "gas", "oil"), "Runtime": ("6 hours", "10 hours", "20 hours",
        "40 hours"),
        "Mounting": ("hook", "stand", "magnet", "strap"), "Glass": ("clear", "frosted", "ribbed", "smoked"),
        "Weather": ("showerproof", "waterproof", "indoor", "dustproof"),
    }),
    "Backpacks": ("Travel", {
        "Fabric": ("canvas", "nylon", "leather", "felt"), "Volume": ("12 l", "18 l", "24 l", "32 l"),
        "Closure": ("zip", "buckle", "drawstring", "roll top"), "Back panel": ("mesh", "padded", "framed",
        "flat"),
        "Pockets": ("bottle holder", "laptop sleeve", "hidden", "front"),
    }),
    "Notebooks": ("Office", {
        "Paper": ("ruled", "dotted", "blank", "squared"), "Binding": ("thread", "spiral", "glued", "stapled"),
        "Pages": ("96 pages", "128 pages", "192 pages", "256 pages"), "Cover": ("hard", "soft", "cloth",
        "kraft"),
        "Ribbon": ("one", "two", "elastic", "absent"),
    }),
    "Planters": ("Garden", {
        "Material": ("clay", "zinc", "stoneware", "oak"), "Diameter": ("14 cm", "20 cm", "28 cm", "36 cm"),
        "Drainage": ("hole", "saucer", "reservoir", "gravel tray"), "Finish": ("matt", "glazed", "rough",
        "crackle"),
        "Feet": ("raised", "level", "castors", "rails"),
    }),
    "Scarves": ("Clothing", {
        "Fabric": ("silk", "merino", "cotton voile", "cashmere"), "Length": ("120 cm", "160 cm", "180 cm",
        "200 cm"),
        "Motif": ("plaid", "stripes", "floral", "dots"), "Season": ("spring", "autumn", "winter", "all year"),
        "Care": ("machine", "handwash", "steam", "dry"),
    }),
    "Drills": ("Tools", {
        "Voltage": ("12 V", "18 V", "20 V", "36 V"), "Chuck": ("keyless", "keyed", "quick change", "hex"),
        "Motor": ("brushless", "brushed", "geared", "direct"), "Battery": ("two", "single", "none",
        "integrated"),
        "Case": ("systainer", "soft bag", "cardboard", "metal"),
    }),
}  # fmt: skip


class Thing(Value):
    handle: str
    title: str
    brand: str
    kind: str
    parent: str
    attributes: dict[str, str]
    variants: tuple[tuple[str, str, int, int], ...]  # colour, size, cents, stock
    days: int
    rating: str
    ratings: int

    @property
    def text(self) -> str:
        return f"<p>A <b>{self.kind.lower()}</b> piece by {escape(self.brand)} &ndash; made to last.</p>"


def things(each: int = 40) -> Iterator[Thing]:
    for kind, (parent, attributes) in KINDS.items():
        for n in range(each):
            rng = (AT / kind / n)()
            brand = rng.pick(BRANDS)
            chosen = {name: rng.pick(values) for name, values in attributes.items()}
            base = rng.between(900, 9000)
            grid = [(colour, size) for colour in rng.sample(COLOURS, 3) for size in rng.sample(SIZES, 2)]
            yield Thing(
                handle=f"{kind.lower()}-{n:03d}",
                title=f"{brand} {kind[:-1].lower()} {n + 100}",
                brand=brand,
                kind=kind,
                parent=parent,
                attributes=chosen,
                days=rng.between(1, 9),
                rating=f"{rng.between(28, 50) / 10}",
                ratings=rng.between(1, 900),
                variants=tuple(
                    (c, s, base + 50 * k, 0 if rng.chance(60) else rng.between(5, 40))
                    for k, (c, s) in enumerate(grid)
                ),
            )


def single(thing: Thing) -> Thing:
    """The same with its first variant alone."""
    return replace(thing, variants=thing.variants[:1])


def _table(path: Path, rows: list[dict[str, object]], separator: str = ",") -> Path:
    names = list(dict.fromkeys(name for row in rows for name in row))
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, names, delimiter=separator, restval="")
        writer.writeheader()
        writer.writerows(rows)
    return path


def shopify(path: Path, stock: list[Thing], *, new: bool = False) -> Path:
    names = {
        "Handle": "URL handle",
        "Body (HTML)": "Description",
        "Variant SKU": "SKU",
        "Variant Price": "Price",
        "Variant Inventory Qty": "Inventory quantity",
        "Variant Inventory Tracker": "Inventory tracker",
        "Published": "Published on online store",
        "Product Category": "Product category",
        "Option1 Name": "Option1 name",
        "Option1 Value": "Option1 value",
        "Option2 Name": "Option2 name",
        "Option2 Value": "Option2 value",
    }
    rows: list[dict[str, object]] = []
    for t in stock:
        for n, (colour, size, cents, left) in enumerate(t.variants):
            fields = {f"{k} (product.metafields.custom.{k.lower()})": v for k, v in t.attributes.items()}
            first = {
                "Title": t.title,
                "Body (HTML)": t.text,
                "Vendor": t.brand,
                "Product Category": f"{t.parent} > {t.kind}",
                "Published": "TRUE",
                "Option1 Name": "Color",
                "Option2 Name": "Size",
                **fields,
            }
            row = {
                "Handle": t.handle,
                **(first if n == 0 else {}),
                "Option1 Value": colour,
                "Option2 Value": size,
                "Variant SKU": f"{t.handle}-{n}",
                "Variant Inventory Tracker": "shopify",
                "Variant Inventory Qty": left,
                "Variant Price": f"{cents / 100:.2f}",
            }
            rows.append({names.get(k, k): v for k, v in row.items()} if new else row)
    return _table(path, rows)


def woocommerce(path: Path, stock: list[Thing]) -> Path:
    rows: list[dict[str, object]] = []
    for t in stock:
        fixed = list(t.attributes.items())
        row: dict[str, object] = {
            "ID": len(rows) + 1,
            "Type": "variable",
            "SKU": t.handle,
            "Name": t.title,
            "Published": 1,
            "Short description": t.text,
            "In stock?": 1,
            "Regular price": "",
            "Categories": f"{t.parent} > {t.kind}",
            "Brands": t.brand,
            "Parent": "",
        }
        for k, (name, value) in enumerate(fixed, start=3):
            row |= {f"Attribute {k} name": name, f"Attribute {k} value(s)": value}
        row |= {
            "Attribute 1 name": "Color",
            "Attribute 1 value(s)": ", ".join({v[0]: 0 for v in t.variants}),
            "Attribute 2 name": "Size",
            "Attribute 2 value(s)": ", ".join({v[1]: 0 for v in t.variants}),
        }
        rows.append(row)
        for n, (colour, size, cents, left) in enumerate(t.variants):
            rows.append(
                {
                    "ID": len(rows) + 1,
                    "Type": "variation",
                    "SKU": f"{t.handle}-{n}",
                    "Name": f"{t.title} - {colour}, {size}",
                    "Published": 1,
                    "In stock?": int(left > 0),
                    "Stock": left,
                    "Regular price": f"{cents / 100:.2f}",
                    "Parent": t.handle,
                    "Attribute 1 name": "Color",
                    "Attribute 1 value(s)": colour,
                    "Attribute 2 name": "Size",
                    "Attribute 2 value(s)": size,
                }
            )
    return _table(path, rows)


def google(path: Path, stock: list[Thing]) -> Path:
    rows: list[dict[str, object]] = []
    for t in stock:
        for n, (colour, size, cents, left) in enumerate(t.variants):
            details = ",".join(f"Details:{k}:{v}" for k, v in t.attributes.items())
            rows.append(
                {
                    "id": f"{t.handle}-{n}",
                    "title": t.title,
                    "description": t.text,
                    "link": "",
                    "price": f"{cents / 100:.2f} EUR",
                    "availability": "in_stock" if left else "out_of_stock",
                    "quantity": left,
                    "brand": t.brand,
                    "item_group_id": t.handle,
                    "product_type": f"{t.parent} > {t.kind}",
                    "color": colour,
                    "size": size,
                    "product_detail": details,
                }
            )
    return _table(path, rows, "\t")


def google_xml(path: Path, stock: list[Thing]) -> Path:
    items = []
    for t in stock:
        for n, (colour, size, cents, left) in enumerate(t.variants):
            details = "".join(
                f"<g:product_detail><g:attribute_name>{k}</g:attribute_name><g:attribute_value>{v}</g:attribute_value></g:product_detail>"
                for k, v in t.attributes.items()
            )
            items.append(
                f"<item><g:id>{t.handle}-{n}</g:id><title>{escape(t.title)}</title><description>{escape(t.text)}</description>"
                f"<g:price>{cents / 100:.2f} "
                f"GBP</g:price><g:availability>{'in_stock' if left else 'out_of_stock'}</g:availability>"
                f"<g:quantity>{left}</g:quantity><g:brand>{escape(t.brand)}</g:brand><g:item_group_id>{t.handle}</g:item_group_id>"
                f"<g:product_type>{t.parent} &gt; "
                f"{t.kind}</g:product_type><g:color>{colour}</g:color><g:size>{size}</g:size>{details}"
                f"<g:shipping><g:max_transit_time>{t.days}</g:max_transit_time></g:shipping></item>"
            )
    head = (
        '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" '
        'xmlns:g="http://base.google.com/ns/1.0"><channel><title>A shop</title>'
    )
    path.write_text(f"{head}{''.join(items)}</channel></rss>", encoding="utf-8")
    return path


def json_ld(path: Path, stock: list[Thing]) -> Path:
    groups = []
    for t in stock:
        variants = [
            {
                "@type": "Product",
                "sku": f"{t.handle}-{n}",
                "name": t.title,
                "color": colour,
                "size": size,
                "offers": {
                    "@type": "Offer",
                    "price": cents / 100,
                    "priceCurrency": "EUR",
                    "availability": f"https://schema.org/{'In' if left else 'OutOf'}Stock",
                    "inventoryLevel": {"@type": "QuantitativeValue", "value": left},
                },
            }
            for n, (colour, size, cents, left) in enumerate(t.variants)
        ]
        groups.append(
            {
                "@type": "ProductGroup",
                "productGroupID": t.handle,
                "name": t.title,
                "description": t.text,
                "category": f"{t.parent} > {t.kind}",
                "brand": {"@type": "Brand", "name": t.brand},
                "variesBy": ["https://schema.org/color", "https://schema.org/size"],
                "aggregateRating": {"ratingValue": t.rating, "ratingCount": t.ratings},
                "hasVariant": variants,
                "additionalProperty": [
                    {"@type": "PropertyValue", "name": k, "value": v} for k, v in t.attributes.items()
                ],
            }
        )
    path.write_text(json.dumps({"@context": "https://schema.org", "@graph": groups}), encoding="utf-8")
    return path


def amazon_rows(stock: list[Thing]) -> Iterator[dict[str, object]]:
    for t in stock:
        _, _, cents, left = t.variants[0]
        yield {
            "main_category": t.parent,
            "title": t.title,
            "average_rating": float(t.rating),
            "rating_number": t.ratings,
            "features": ["Made to last."],
            "description": [f"A {t.kind.lower()} piece."],
            "price": f"${cents / 100:,.2f}",
            "store": t.brand,
            "categories": [t.parent, t.kind],
            "details": json.dumps(
                {**t.attributes, "Item model number": t.handle, "Best Sellers Rank": {"Home": 12}}
            ),
            "parent_asin": t.handle,
            "stock": left + 1,
            "shipping_days": t.days,
        }


def amazon(path: Path, stock: list[Thing]) -> Path:
    data = "".join(json.dumps(row) + "\n" for row in amazon_rows(stock)).encode()
    path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)
    return path


def plain_rows(stock: list[Thing]) -> list[dict[str, object]]:
    return [
        {
            "Artikel": f"{t.handle}-{n}",
            "Modell": t.handle,
            "Name": t.title,
            "Marke": t.brand,
            "Gruppe": f"{t.parent} > {t.kind}",
            "Preis": f"{cents / 100:.2f}".replace(".", ","),
            "Lager": left,
            "Tage": t.days,
            "Farbe": colour,
            "Masse": size,
            **t.attributes,
        }
        for t in stock
        for n, (colour, size, cents, left) in enumerate(t.variants)
    ]


COLUMNS = {
    "id": "Artikel", "group": "Modell", "title": "Name", "brand": "Marke", "category": "Gruppe",
    "price": "Preis", "stock": "Lager",
    "ship_days": "Tage", "options": "farbe+masse",
}  # fmt: skip


def plain(path: Path, stock: list[Thing]) -> Path:
    return _table(path, plain_rows(stock), ";")
