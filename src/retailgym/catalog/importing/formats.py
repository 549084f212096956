"""The formats that can be imported, by name, and which of them a file is."""

from collections.abc import Callable, Mapping

from ...core.errors import did_you_mean
from . import documents, records, tables
from .files import SourceFile, beginning, encoding_of, header_of, refuse_strange
from .offer import Found, UnreadableFile

FORMATS: Mapping[str, Callable[[SourceFile], Found]] = {
    "shopify": tables.shopify,
    "woocommerce": tables.woocommerce,
    "google": tables.google,
    "google-xml": documents.google_xml,
    "json-ld": documents.json_ld,
    "amazon": documents.amazon,
    "json": records.json_records,
    "parquet": documents.parquet,
    "csv": tables.columns,
}


def format_of(source: SourceFile, named: str = "") -> str:
    """The format that was named, or the one that the beginning of the file shows."""
    if named:
        if named not in FORMATS:
            hint = did_you_mean(named, FORMATS, f"the formats are {', '.join(FORMATS)}")
            raise UnreadableFile(f"no format {named!r}; {hint}")
        refuse_strange(source)
        return named
    refuse_strange(source)
    seen = _seen(source, beginning(source.path))
    if not source.columns or seen == "parquet":
        return seen
    return "json" if seen in ("amazon", "json") else "csv"


def _seen(source: SourceFile, head: bytes) -> str:
    if (codec := encoding_of(source)).startswith("utf-16"):
        head = head[: len(head) // 2 * 2].decode(codec, "ignore").encode()
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if not start:
        raise UnreadableFile(f"{source.path.name} is empty")
    if start.startswith(b"PAR1"):
        return "parquet"
    if start.startswith(b"<"):
        return "json-ld" if b"ld+json" in head or b"<html" in head.lower() else "google-xml"
    if start.startswith((b"{", b"[")):
        return _json(head, start)
    return _table(set(header_of(source)))


def _json(head: bytes, start: bytes) -> str:
    if b"@context" in head or b"@type" in head or b"@graph" in head:
        return "json-ld"
    lines = start.startswith(b"{") and start.partition(b"\n")[0].strip() != b"{"
    return "amazon" if lines and b'asin"' in head else "json"


def _table(header: set[str]) -> str:
    if {"handle", "url handle"} & header and {"variant price", "price"} & header:
        return "shopify"
    if {"type", "regular price"} <= header:
        return "woocommerce"
    if {"id", "title", "price"} <= header and {
        "link",
        "image link",
        "google product category",
        "item group id",
    } & header:
        return "google"
    return "csv"
