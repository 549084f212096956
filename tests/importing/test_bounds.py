"""Files that are made to be slow or large: each import ends, within bounds of time and memory."""

import gzip
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

CPU_S, MEMORY = 20, 1200 << 20


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def page_of_open_tags() -> bytes:
    return b"<html>" + b"<script " * 250_000 + b"ld+json"


def page_of_open_scripts() -> bytes:
    return b'<html><script type="application/ld+json">' * 50_000


def wide_table() -> bytes:
    columns = ",".join(f"c{n}" for n in range(100_000))
    return f"id,title,price,{columns}\n1,kettle,5\n".encode()


def packed_json() -> bytes:
    lists = b"[]," * (100 << 20 >> 2)
    return gzip.compress(b'{"@context": "https://schema.org", "@graph": [' + lists + b"[]]}", 6)


def packed_xml() -> bytes:
    elements = b"<a/>" * (100 << 20 >> 2)
    return gzip.compress(b'<?xml version="1.0"?><rss><channel>' + elements + b"</channel></rss>", 6)


def packed_table() -> bytes:
    return gzip.compress(b"id,title,price\n" + (b" " * (1 << 20) + b"\n") * 100, 6)


def deep_xml() -> bytes:
    return b'<?xml version="1.0"?>' + b"<rss>" * 400_000


def row_of_markup() -> bytes:
    return b'id,title,price,description\n1,kettle,5,"' + b"<script " * 300_000 + b'"\n'


def row_of_spaces() -> bytes:
    return b"id,title,price,category\n1,kettle,5," + b" " * 2_000_000 + b"x\n"


REFUSED: list[tuple[str, Callable[[], bytes], str]] = [
    ("tags.html", page_of_open_tags, "no script"),
    ("scripts.html", page_of_open_scripts, "not JSON"),
    ("wide.csv", wide_table, "columns"),
    ("bomb.json.gz", packed_json, "MiB"),
    ("bomb.xml.gz", packed_xml, "too few items"),
    ("deep.xml", deep_xml, "nested"),
    ("bomb.csv.gz", packed_table, "unpacks to"),
]
TAKEN: list[tuple[str, Callable[[], bytes]]] = [("markup.csv", row_of_markup), ("spaces.csv", row_of_spaces)]


def imported(file: Path, content: bytes) -> "subprocess.CompletedProcess[str]":
    file.write_bytes(content)
    command = [sys.executable, "-m", "retailgym", "catalog", "import", str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=limited)


@pytest.mark.parametrize(("name", "content", "why"), REFUSED, ids=[name for name, _, _ in REFUSED])
def test_an_import_is_refused_in_one_line(
    tmp_path: Path, name: str, content: Callable[[], bytes], why: str
) -> None:
    ended = imported(tmp_path / name, content())
    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1), ended.stderr[-500:]
    assert why in ended.stderr


@pytest.mark.parametrize(("name", "content"), TAKEN, ids=[name for name, _ in TAKEN])
def test_an_import_of_endless_fields_ends(tmp_path: Path, name: str, content: Callable[[], bytes]) -> None:
    ended = imported(tmp_path / name, content())
    assert ended.returncode == 0, ended.stderr[-500:]
