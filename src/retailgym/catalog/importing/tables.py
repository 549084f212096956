"""Readers for tables: Shopify, WooCommerce, Google Merchant, and any other with a map of its columns."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from ..search.tokens import terms
from .currencies import named
from .files import SourceFile, TableRow, column_name, header_of, table
from .lists import listed
from .offer import Found, Offer, RefusedRow, Unpriced, UnreadableFile
from .texts import LONGEST_READ, nothing, plain, price, tenths, whole

FIELDS = (
    "id", "group", "title", "brand", "category", "price", "currency", "description", "stock", "available",
    "ship_days", "rating", "ratings",
)  # fmt: skip
LONGEST_CATEGORY = 80  # letters
_PATH = re.compile(r"\s*(?:>|»|::)\s*")
_YES = (
    "in stock",
    "instock",
    "available",
    "yes",
    "true",
    "1",
    "limited availability",
    "onlineonly",
    "in store only",
)
_NO = (
    "out of stock",
    "outofstock",
    "no",
    "false",
    "0",
    "sold out",
    "discontinued",
    "preorder",
    "backorder",
    "pre order",
)
_PRICED = re.compile(r"price (?:in )?\(?([^\s()]+)\)?")
_METAFIELD = re.compile(r"(.+?) \((?:product|variant)\.metafields\.[^)]*\)")


@lru_cache(maxsize=65_536)
def path_of(text: str, separator: str = "") -> tuple[str, ...]:
    text = " ".join(text[:LONGEST_READ].split()) if not separator else text[:LONGEST_READ]
    parts = text.split(separator) if separator else _PATH.split(text)
    return tuple(name for part in parts if (name := plain(part, LONGEST_CATEGORY)))


def is_available(text: str) -> bool | None:
    """Whether a text says that the thing can be had."""
    word = text.rsplit("/", 1)[-1].strip().lower().replace("_", " ")
    return True if word in _YES else False if word in _NO else None


# Shopify: the older header says "Handle" and "Variant Price", the newer one "URL handle" and "Price"
_SHOPIFY = {
    "handle": ("handle", "url handle"), "title": ("title",), "body": ("body (html)", "description"),
    "brand": ("vendor",),
    "category": ("product category", "standardized product type", "standard product type"), "type": ("type",
    "custom product type"),
    "sku": ("variant sku", "sku"), "price": ("variant price", "price"), "stock": ("variant inventory qty",
    "inventory quantity"),
    "tracked": ("variant inventory tracker", "inventory tracker"), "status": ("status",),
    "published": ("published", "published on online store"),
    "goes on": ("variant inventory policy", "continue selling when out of stock"),
}  # fmt: skip


def shopify(source: SourceFile) -> Found:
    """Rows of one handle are variants of one product; what is true of all of them stands in the first."""
    head = TableRow(number=0, fields={})
    for row in table(source):
        own = _renamed(row, _SHOPIFY)
        handle = own["handle"]
        if handle and handle == head["handle"]:
            row, own = _inherited(row, own, head)
        else:
            head = TableRow(number=row.number, fields={**row.fields, **own.fields})
        if not own["price"] and not row["option1 value"]:
            continue  # one more picture
        yield _shopify_offer(row, own, head)


def _inherited(row: TableRow, own: TableRow, head: TableRow) -> tuple[TableRow, TableRow]:
    kept = {
        k: v
        for k, v in head.fields.items()
        if k.endswith(" name") or k in ("title", "body", "brand", "category", "type", "status", "published")
    }
    return TableRow(number=row.number, fields={**kept, **row.fields}), TableRow(
        number=own.number, fields={**kept, **own.fields}
    )


def _leaf(category: str, kind: str) -> str:
    """The shop's own word for a thing comes last, below the category that a standard puts it in."""
    ends = category.rpartition(">")[2]
    return (
        category if not kind or terms(ends) == terms(kind) else f"{category} > {kind}" if category else kind
    )


def _shopify_offer(row: TableRow, own: TableRow, head: TableRow) -> Offer | RefusedRow:
    names = [(row[f"option{n} name"], row[f"option{n} value"]) for n in (1, 2, 3)]
    options = {name: value for name, value in names if name and value and value != "Default Title"}
    id = own["sku"] or "/".join((own["handle"], *options.values()))
    if own["status"].lower() in ("draft", "archived") or own["published"].lower() == "false":
        return RefusedRow(row=row.number, id=id, reason="not for sale")
    details = {
        match[1]: value
        for name, value in head.fields.items()
        if (match := _METAFIELD.fullmatch(name)) and value
    }
    tracked = own["tracked"] or own["stock"]
    always = own["goes on"].lower() in ("continue", "true")
    return offered(
        row.number,
        {
            "id": id,
            "group": own["handle"],
            "title": own["title"],
            "brand": own["brand"],
            "category": _leaf(own["category"], own["type"]),
            "price": own["price"],
            "description": own["body"],
            "stock": own["stock"] if tracked and not always else "",
            "available": "yes" if always or not tracked else "",
        },
        details,
        options,
    )


def _renamed(row: TableRow, names: Mapping[str, tuple[str, ...]]) -> TableRow:
    values = {field: next((row[n] for n in options if row[n]), "") for field, options in names.items()}
    return TableRow(number=row.number, fields={k: v for k, v in values.items() if v})


_WOO = {
    "id": ("id",), "sku": ("sku",), "type": ("type",), "title": ("name",), "body": ("description",),
    "short": ("short description",),
    "category": ("categories",), "price": ("sale price", "regular price"), "stock": ("stock",),
    "available": ("in stock?",), "parent": ("parent",),
    "brand": ("brands", "brand"), "published": ("published",),
}  # fmt: skip


def woocommerce(source: SourceFile) -> Found:
    """Variations name their parent by SKU or id, and have from it what they do not say themselves."""
    parents: dict[str, tuple[TableRow, dict[str, str]]] = {}
    for row in table(source):
        own, details = _renamed(row, _WOO), dict(_woo_details(row))
        kinds = own["type"].lower().split(", ")
        if "variable" in kinds:
            parents[own["sku"]] = parents[f"id:{own['id']}"] = own, details
        elif "grouped" not in kinds and "external" not in kinds:
            yield _woo_offer(own, details, parents.get(own["parent"]) if "variation" in kinds else None)


def _woo_details(row: TableRow) -> Iterator[tuple[str, str]]:
    n = 1
    while name := row[f"attribute {n} name"]:
        if value := row[f"attribute {n} value(s)"]:
            yield name, value
        n += 1


def _woo_offer(
    own: TableRow, details: dict[str, str], parent: tuple[TableRow, dict[str, str]] | None
) -> Offer | RefusedRow:
    above = parent[0] if parent else own
    id = own["sku"] or own["id"]
    if own["published"] in ("0", "-1") or above["published"] in ("0", "-1"):
        return RefusedRow(row=own.number, id=id, reason="not for sale")
    options = details if parent else {}
    shared = {
        k: v for k, v in (parent[1] if parent else details).items() if k not in options and ", " not in v
    }
    brand = own["brand"] or above["brand"] or shared.pop("Brand", "")
    first = (own["category"] or above["category"]).split(", ")[0]
    return offered(
        own.number,
        {
            "id": id,
            "group": (above["sku"] or above["id"]) if parent else id,
            "title": above["title"] or own["title"],
            "brand": brand,
            "category": first,
            "price": own["price"],
            "description": above["short"] or above["body"] or own["body"],
            "stock": own["stock"],
            "available": own["available"],
        },
        shared,
        options,
    )


_GOOGLE = {
    "id": ("id",), "group": ("item group id",), "title": ("title",), "brand": ("brand",),
    "category": ("product type", "google product category", "category"),
    "price": ("sale price", "price"), "description": ("description",), "available": ("availability",),
    "ship_days": ("max transit time",),
    "stock": ("quantity", "sell on google quantity"),
}  # fmt: skip
_VARIES = ("color", "size", "pattern", "material")  # what variants of one group may differ in
_ALSO = ("gender", "age group", "size type", "size system", "energy efficiency class", "product length",
    "product width", "product height",
         "product weight",
         "unit pricing measure", "color", "size", "pattern", "material")  # fmt: skip


def google(source: SourceFile) -> Found:
    """A Merchant feed as a table."""
    for row in table(source):
        details = [part.split(":") for part in row["product detail"].split(",") if part.count(":") >= 1]
        yield google_offer(row, {parts[-2].strip(): parts[-1].strip() for parts in details})


def google_offer(row: TableRow, details: dict[str, str]) -> Offer | RefusedRow:
    own = _renamed(row, _GOOGLE)
    options = {name: row[name] for name in _VARIES if row[name]} if own["group"] else {}
    known = {name: row[name] for name in _ALSO if row[name] and name not in options} | {
        k: v for k, v in details.items() if v
    }
    return offered(row.number, {**own.fields, "group": own["group"] or own["id"]}, known, options)


_SAME = {
    "available": ("availability",),
    "title": ("name", "product name"),
    "brand": ("vendor",),
    "category": ("categories", "product type"),
    "stock": ("quantity",),
}


def columns(source: SourceFile) -> Found:
    """Any table: the map says which column is the title, the price and so on; all other columns are
    attributes."""
    return by_column(source, header_of(source), table(source))


def by_column(source: SourceFile, header: list[str], rows: Iterable[TableRow]) -> Found:
    """Rows of any origin, by the map of their columns."""
    mapped = {field: column_name(column) for field, column in source.columns.items()}
    for field in FIELDS:
        for plainly in (field.replace("_", " "), *_SAME.get(field, ())):
            if field not in mapped and plainly in header:
                mapped[field] = plainly
    priced = {column: currency for column in header if (currency := _priced_in(column))}
    if len(priced) == 1:
        mapped.setdefault("price", *priced)
    options = (
        [column_name(name) for name in source.columns["options"].split("+")]
        if mapped.pop("options", "")
        else []
    )
    _check_columns(source, {**mapped, **{f"option {n}": name for n, name in enumerate(options)}}, header)
    taken = {*mapped.values(), *options}
    for row in rows:
        chosen = {field: row[column] for field, column in mapped.items() if row[column]}
        if row.wide:
            yield RefusedRow(
                row=row.number,
                id=chosen.get("id", ""),
                reason="not readable",
                detail=f"{row.wide} fields more than the header has",
            )
            continue
        if currency := priced.get(mapped["price"], ""):
            chosen.setdefault("currency", currency)
        details = {name: value for name, value in row.fields.items() if name not in taken}
        picked = {name: row[name] for name in options if row[name]}
        yield offered(
            row.number, {**chosen, "group": chosen.get("group") or chosen.get("id", "")}, details, picked
        )


def _priced_in(column: str) -> str:
    """The currency that the name of a column of prices states: "price (£)"."""
    match = _PRICED.fullmatch(column)
    try:
        return named(match[1]) if match else ""
    except Unpriced:
        return ""


def _check_columns(source: SourceFile, named: Mapping[str, str], header: list[str]) -> None:
    strange = [column for column in named.values() if column not in header]
    if strange:
        raise UnreadableFile(
            f"{source.path.name} has no column {strange[0]!r}; it has {', '.join(header[:40])}"
        )
    if missing := [field for field in ("id", "title", "price") if field not in named]:
        also = [field for field in ("category", "brand", "stock", "group", "options") if field not in named]
        raise UnreadableFile(
            f"{source.path.name}: which column is the {_and(missing)}? Say so with "
            f"{' '.join(f'--column {field}=NAME' for field in missing)}; "
            f"{', '.join(also)} can be named alike; "
            f"the columns are {', '.join(header[:40])}"
        )


def _and(words: list[str]) -> str:
    return " and the ".join((", the ".join(words[:-1]), words[-1])) if len(words) > 1 else words[0]


def offered(
    row: int, fields: Mapping[str, str], details: Mapping[str, str], options: Mapping[str, str]
) -> Offer | RefusedRow:
    """An offer from what a row says, or why it is none."""
    id = fields.get("id", "").strip()
    if not id:
        return RefusedRow(row=row, id="", reason="no id")
    title = plain(fields.get("title", ""), 200)
    if not title:
        return RefusedRow(row=row, id=id, reason="no title")
    try:
        cents, currency = price(fields.get("price", ""))
        currency = named(fields["currency"]) if fields.get("currency") else currency
    except Unpriced as error:
        return RefusedRow(row=row, id=id, reason=error.reason, detail=str(error))
    stock, available = whole(fields.get("stock", "")), is_available(fields.get("available", ""))
    category, description = fields.get("category", ""), fields.get("description", "")
    return Offer(
        row=row,
        group=fields.get("group", "") or id,
        id=id,
        title=title,
        brand=plain(fields.get("brand", ""), 60),
        path=path_of(category),
        price_cents=cents,
        currency=currency,
        description=plain(description),
        stock=None if stock is None else max(0, stock),
        available=available,
        ship_days=_days(fields.get("ship_days", "")),
        rating_tenths=tenths(fields.get("rating", "")),
        ratings=max(0, whole(fields.get("ratings", "")) or 0),
        attributes={k: v for k, v in (listed(description) | dict(details)).items() if not nothing(v)},
        options=dict(options),
    )


def _days(text: str) -> int | None:
    days = whole(text)
    return days if days is not None and 1 <= days <= 250 else None
