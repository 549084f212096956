"""Readers for documents: Google Merchant XML, schema.org JSON-LD, Amazon-style JSON lines, Parquet."""

import gzip
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, BinaryIO

import msgspec

from .files import SourceFile, TableRow, byte_lines, decoded, encoding_of, opened
from .lists import pairs
from .offer import Found, Offer, RefusedRow, UnreadableFile
from .tables import google_offer, offered, path_of

WHOLE = 32 << 20  # bytes of a document that is read at once
DEPTH = 64  # of elements in elements
ELEMENTS = 100_000  # in an item, or between two of them


def google_xml(source: SourceFile) -> Found:
    """A Merchant feed as RSS or Atom: every item or entry is one offer."""
    number = 0
    try:
        with opened(source.path) as file:
            for element in _elements(source, file):
                number += 1
                yield _xml_offer(number, element)
    except ET.ParseError as error:
        if not source.partial:
            raise UnreadableFile(
                f"{source.path.name} is not sound XML after item {number:,}: {error}; take what there is "
                f"with --partial"
            ) from None
    except (EOFError, zlib.error):
        if not source.partial:
            raise UnreadableFile(
                f"{source.path.name} is cut off after item {number:,}; fetch it again, or take what "
                f"there "
                f"is "
                f"with --partial"
            ) from None


def _elements(source: SourceFile, file: BinaryIO) -> Iterator[ET.Element]:
    """Every item, and only one of them in memory."""
    above: list[ET.Element] = []  # the elements around the one at hand
    items = since = 0  # how many of those are items; elements since the last item
    for event, element in ET.iterparse(file, events=("start", "end")):
        is_item = _tag(element) in ("item", "entry")
        if event == "start":
            above.append(element)
            items, since = items + is_item, since + 1
            if len(above) > DEPTH or since > ELEMENTS:
                what = f"elements nested more than {DEPTH} deep" if len(above) > DEPTH else "too few items"
                raise UnreadableFile(f"{source.path.name} has {what} for a feed")
            continue
        above.pop()
        items -= is_item
        if is_item:
            since = 0
            yield element
        if not items and above:
            above[-1].remove(element)


def _tag(element: ET.Element) -> str:
    return element.tag.rsplit("}", 1)[-1].lower()


def _xml_offer(number: int, item: ET.Element) -> Offer | RefusedRow:
    fields: dict[str, str] = {}
    details: dict[str, str] = {}
    for child in item:
        name, text = _tag(child).replace("_", " "), (child.text or "").strip()
        if name == "product detail":
            parts = {_tag(part): (part.text or "").strip() for part in child}
            details[parts.get("attribute_name", "")] = parts.get("attribute_value", "")
        elif name == "shipping":
            fields |= {
                _tag(part).replace("_", " "): (part.text or "").strip()
                for part in child
                if _tag(part) == "max_transit_time"
            }
        elif text:
            fields.setdefault(name, text)
    return google_offer(TableRow(number=number, fields=fields), {k: v for k, v in details.items() if k})


def json_ld(source: SourceFile) -> Found:
    """Products of a JSON-LD document, of the scripts in a page, or of JSON lines."""
    number = 0
    for node in _nodes(source):
        for product in _products(node):
            number += 1
            yield from _ld_offers(number, product)


def _nodes(source: SourceFile) -> Iterator[Any]:
    data = whole_document(source)
    scripts = list(_scripts(data))
    if not scripts and data.lstrip().startswith(b"<"):
        raise UnreadableFile(
            f"{source.path.name} is a page without product data: it has no script of type application/ld+json"
        )
    try:
        if scripts:
            yield from (msgspec.json.decode(script) for script in scripts)
        elif source.path.name.removesuffix(".gz").endswith((".jsonl", ".ndjson")):
            yield from (msgspec.json.decode(line) for line in data.splitlines() if line.strip())
        else:
            yield msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise UnreadableFile(f"{source.path.name} is not JSON that can be read: {error}") from None


def _scripts(page: bytes) -> Iterator[bytes]:
    """What the scripts of a page hold that are product data, in one walk through it."""
    small, at = page.lower(), 0
    while (begun := small.find(b"<script", at)) >= 0 and (inside := small.find(b">", begun)) >= 0:
        ended = small.find(b"</script", inside)
        if b"application/ld+json" in small[begun:inside]:
            yield page[inside + 1 : ended if ended >= 0 else len(page)]
        if ended < 0:
            return
        at = ended


def whole_document(source: SourceFile) -> bytes:
    """A document at once, in UTF-8."""
    try:
        with opened(source.path) as file:
            data = file.read(WHOLE + 1)
        if len(data) > WHOLE:
            raise UnreadableFile(
                f"{source.path.name} is a document of more than {WHOLE >> 20} MiB; write a product to a line"
            )
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise UnreadableFile(
            f"{source.path.name} is cut off: the packed data ends too early; fetch it again"
        ) from None
    codec = encoding_of(source)
    return data if codec == "utf-8" else decoded(data, codec, 1, source).encode()


def _products(node: Any) -> Iterator[dict[str, Any]]:
    """Products and product groups, wherever they stand."""
    if isinstance(node, list):
        for part in node:
            yield from _products(part)
    elif isinstance(node, dict):
        kinds = _many(node.get("@type"))
        if {"Product", "ProductGroup", "ProductModel"} & set(map(str, kinds)):
            yield node
        else:
            for key in ("@graph", "itemListElement", "item", "mainEntity", "hasPart"):
                yield from _products(node.get(key))


def _many(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _text(value: Any) -> str:
    """A text, the name of a thing, or the first of several."""
    if isinstance(value, dict):
        return _text(value.get("name", value.get("@value", value.get("value", ""))))
    if isinstance(value, list):
        return _text(value[0]) if value else ""
    return "" if value is None or isinstance(value, bool) else str(value)


def _amount(value: Any) -> str:
    """A price as text; one that is a number already has its point where it belongs."""
    return f"{value:.2f}" if isinstance(value, float) else _text(value)


def _ld_offers(number: int, product: dict[str, Any]) -> Found:
    """One offer for each variant of a group; else one for the product."""
    variants = [v for v in _many(product.get("hasVariant")) if isinstance(v, dict)]
    group = _text(product.get("productGroupID")) or _text(product.get("sku")) or _text(product.get("@id"))
    varies = [str(v).rsplit("/", 1)[-1] for v in _many(product.get("variesBy"))]
    for variant in variants or [product]:
        merged = (
            {
                **{k: v for k, v in product.items() if k not in ("hasVariant", "sku", "offers", "@id")},
                **variant,
            }
            if variants
            else product
        )
        yield _ld_offer(number, merged, group if variants else "", varies)


_LD_PLAIN = ("color", "size", "material", "pattern", "weight", "width", "height", "depth")


def _ld_offer(
    number: int, product: Mapping[str, Any], group: str, varies: Sequence[str]
) -> Offer | RefusedRow:
    known = {name: _quantity(product[name]) for name in _LD_PLAIN if product.get(name)}
    extra = [p for p in _many(product.get("additionalProperty")) if isinstance(p, dict)]
    known |= {_text(p.get("name")): _quantity(p) for p in extra if p.get("name")}
    options = {name: value for name, value in known.items() if name in varies}
    offers = [o for o in _many(product.get("offers")) if isinstance(o, dict)]
    offer = offers[0] if offers else {}
    spec = _first(offer.get("priceSpecification"))
    rating = _first(product.get("aggregateRating"))
    id = _text(product.get("sku")) or _text(product.get("productID")) or _text(product.get("@id"))
    return offered(
        number,
        {
            "id": id,
            "group": group or id,
            "title": _text(product.get("name")),
            "brand": _text(product.get("brand")),
            "category": _text(product.get("category")),
            "price": _amount(offer.get("price") if offer.get("price") is not None else spec.get("price")),
            "description": _text(product.get("description")),
            "currency": _text(offer.get("priceCurrency")) or _text(spec.get("priceCurrency")),
            "available": _text(offer.get("availability")),
            "stock": _text(_first(offer.get("inventoryLevel")).get("value")),
            "ship_days": _transit(offer),
            "rating": _text(rating.get("ratingValue")),
            "ratings": _text(rating.get("ratingCount")) or _text(rating.get("reviewCount")),
        },
        {k: v for k, v in known.items() if k not in options},
        options,
    )


def _first(value: Any) -> dict[str, Any]:
    return next((v for v in _many(value) if isinstance(v, dict)), {})


def _quantity(value: Any) -> str:
    """A value with its unit, if it has one."""
    if not isinstance(value, dict):
        return _text(value)
    codes = {
        "KGM": "kg",
        "GRM": "g",
        "LTR": "l",
        "MLT": "ml",
        "CMT": "cm",
        "MMT": "mm",
        "INH": "inch",
        "LBR": "lb",
        "WTT": "w",
        "VLT": "v",
        "MTR": "m",
    }
    unit = _text(value.get("unitText")) or codes.get(_text(value.get("unitCode")), "")
    return f"{_text(value.get('value'))} {unit}".strip()


def _transit(offer: Mapping[str, Any]) -> str:
    """Days of transport at most, as shippingDetails state them."""
    times = _first(_first(offer.get("shippingDetails")).get("deliveryTime")).get("transitTime")
    return _text(_first(times).get("maxValue")) if times else ""


def amazon(source: SourceFile) -> Found:
    """Product metadata as JSON lines: one parent product a line, its details as an object or as JSON text."""
    decoder = msgspec.json.Decoder()
    codec = encoding_of(source).removesuffix("-sig")
    for number, line in byte_lines(source):
        if line is None:
            yield RefusedRow(row=number, id="", reason="line too long", detail="more than 16 MiB")
            continue
        if not line.strip():
            continue
        if codec != "utf-8":
            line = decoded(line, codec, number, source).encode()
        try:
            product = decoder.decode(line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            decoded(line, codec, number, source)
            yield RefusedRow(row=number, id="", reason="not readable", detail=str(error))
            continue
        if not isinstance(product, dict):
            yield RefusedRow(row=number, id="", reason="not readable", detail="not an object")
            continue
        yield amazon_offer(number, product)


def amazon_offer(number: int, product: Mapping[str, Any]) -> Offer | RefusedRow:
    """Fields as review data sets have them, in either generation: parent_asin, store and details, or asin,
    brand and tech1."""
    details = product.get("details")
    if isinstance(details, str):
        try:
            details = msgspec.json.decode(details)
        except msgspec.DecodeError:
            details = None
    known = (
        {str(k): _text(v) for k, v in details.items() if isinstance(v, (str, int, float))}
        if isinstance(details, dict)
        else {}
    )
    path = [
        str(part)
        for part in _many(product.get("categories") or product.get("category"))
        if isinstance(part, str)
    ] or _many(product.get("main_category"))
    known = pairs(map(_text, _many(product.get("features") or product.get("feature")))) | known
    about = [
        str(part)
        for part in (
            *_many(product.get("features") or product.get("feature")),
            *_many(product.get("description")),
        )
        if part
    ]
    brand = (
        known.pop("Brand", "")
        or _text(product.get("store"))
        or _text(product.get("brand"))
        or known.get("Manufacturer", "")
    )
    id = _text(product.get("parent_asin")) or _text(product.get("asin")) or _text(product.get("id"))
    offer = offered(
        number,
        {
            "id": id,
            "title": _text(product.get("title")),
            "brand": brand,
            "price": _amount(product.get("price")),
            "description": " ".join(about)[:4000],
            "stock": _text(product.get("stock")),
            "available": _text(product.get("availability")),
            "rating": _text(product.get("average_rating")),
            "ratings": _text(product.get("rating_number")),
            "ship_days": _text(product.get("shipping_days")),
        },
        known,
        {},
    )
    return (
        msgspec.structs.replace(offer, path=path_of("\0".join(map(str, path)), "\0"))
        if isinstance(offer, Offer)
        else offer
    )


def parquet(source: SourceFile) -> Found:
    """A Parquet file with the columns of Amazon-style metadata, or with a map of its columns."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise UnreadableFile('reading Parquet needs pyarrow; run  pip install "retailgym[parquet]"') from None
    try:
        file = pyarrow.parquet.ParquetFile(source.path)
    except (pyarrow.ArrowInvalid, OSError) as error:
        raise UnreadableFile(f"{source.path.name} is not a whole Parquet file: {error}") from None
    number = 0
    for batch in file.iter_batches(batch_size=4096):
        for product in batch.to_pylist():
            number += 1
            yield _parquet_offer(number, product, source.columns)


def _parquet_offer(number: int, product: dict[str, Any], columns: Mapping[str, str]) -> Offer | RefusedRow:
    if "parent_asin" in product or "asin" in product:
        return amazon_offer(number, product)
    named = {
        field: columns.get(field, field)
        for field in (
            "id",
            "group",
            "title",
            "brand",
            "category",
            "price",
            "currency",
            "description",
            "stock",
            "available",
            "ship_days",
            "rating",
            "ratings",
        )
    }
    options = columns.get("options", "").split("+") if columns.get("options") else []
    taken = {*named.values(), *options}
    details = {
        name: _text(value)
        for name, value in product.items()
        if name not in taken and isinstance(value, (str, int, float))
    }
    chosen = {field: _flag(product.get(column)) for field, column in named.items()} | {
        "price": _amount(product.get(named["price"]))
    }
    return offered(
        number,
        chosen,
        details,
        {name: _text(product.get(name)) for name in options if product.get(name) is not None},
    )


def as_text(value: Any) -> str:
    """A value of any kind as a column of a table would have it; numbers as prices are written."""
    return _amount(value) if isinstance(value, float) and value != int(value) else _flag(value)


def _flag(value: Any) -> str:
    return (
        {True: "yes", False: "no"}[value]
        if isinstance(value, bool)
        else " > ".join(map(_text, value))
        if isinstance(value, list)
        else _text(value)
    )
