"""Opening other people's files: compressed or not, in any stated encoding, never more than one line in memory."""

import csv
import gzip
import io
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import BinaryIO, cast

from ...value import Value
from .offer import Unreadable

LONGEST_LINE = 16 << 20  # bytes
_GZIP = b"\x1f\x8b"
_MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}


class Source(Value):
    """A file to import: where it is, how it is encoded, and which of its columns means what."""

    path: Path
    encoding: str = ""  # empty: UTF-8, or what the mark at the beginning says
    columns: Mapping[str, str] = {}  # field -> column, for plain tables
    partial: bool = False  # take what there is of a file that is cut off


def opened(path: Path) -> BinaryIO:
    """The bytes of a file, unpacked if they are packed."""
    with path.open("rb") as file:
        packed = file.read(2) == _GZIP
    return cast(BinaryIO, gzip.open(path, "rb")) if packed else path.open("rb")


def beginning(path: Path, size: int = 65_536) -> bytes:
    """The first bytes, also of a file that is cut off later."""
    found = b""
    try:
        with opened(path) as file:
            while len(found) < size and (part := file.read(256)):
                found += part
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        if not found:
            raise Unreadable(f"{path.name} cannot be unpacked ({error}); fetch it again") from None
    return found


def encoding_of(source: Source) -> str:
    if source.encoding:
        try:
            "".encode(source.encoding)
        except LookupError:
            raise Unreadable(f"no encoding {source.encoding!r}; try utf-8, cp1252 or utf-16") from None
        return source.encoding
    head = beginning(source.path, 4)
    return next((name for mark, name in _MARKS.items() if head.startswith(mark)), "utf-8")


def byte_lines(source: Source) -> Iterator[tuple[int, bytes | None]]:
    """Lines with their numbers; None for one that is too long to be meant."""
    number = 0
    with opened(source.path) as file:
        try:
            while line := file.readline(LONGEST_LINE + 1):
                number += 1
                if len(line) > LONGEST_LINE and not line.endswith(b"\n"):
                    _skip_rest(file)
                    yield number, None
                else:
                    yield number, line
        except (EOFError, zlib.error, gzip.BadGzipFile):
            if not source.partial:
                raise _cut_off(source, number) from None


def _skip_rest(file: BinaryIO) -> None:
    while (part := file.readline(LONGEST_LINE)) and not part.endswith(b"\n"):
        pass


def _cut_off(source: Source, number: int) -> Unreadable:
    return Unreadable(
        f"{source.path.name} is cut off after line {number:,}: the packed data ends too early; fetch it again, or take what there is with --partial"
    )


def text_lines(source: Source) -> Iterator[str]:
    """Lines of text for a table; its quoted fields may go over several of them."""
    encoding, number = encoding_of(source), 0
    if encoding.startswith("utf-16"):
        with opened(source.path) as file:
            yield from _guarded(io.TextIOWrapper(file, encoding=encoding, newline=""), source)
        return
    codec = "utf-8" if encoding == "utf-8-sig" else encoding
    for number, line in byte_lines(source):
        if line is None:
            raise Unreadable(f"line {number:,} of {source.path.name} is longer than {LONGEST_LINE >> 20} MiB; a quotation mark may be missing there")
        yield decoded(line, codec, number, source)


def _guarded(lines: io.TextIOWrapper, source: Source) -> Iterator[str]:
    number = 0
    try:
        while line := lines.readline(LONGEST_LINE):
            number += 1
            yield line
    except UnicodeError as error:
        raise Unreadable(f"{source.path.name} is not {lines.encoding} after line {number:,} ({error}); say which it is with --encoding") from None
    except (EOFError, zlib.error):
        if not source.partial:
            raise _cut_off(source, number) from None


def decoded(line: bytes, codec: str, number: int, source: Source) -> str:
    try:
        text = line.decode(codec)
    except UnicodeError as error:
        byte = f" (byte 0x{line[error.start]:02x})" if isinstance(error, UnicodeDecodeError) else ""
        raise Unreadable(
            f"line {number:,} of {source.path.name} is not {codec.upper()}{byte}; say which encoding it is, such as --encoding cp1252"
        ) from None
    return text.removeprefix("\ufeff") if number == 1 else text


class Row(Value):
    """One row of a table, by column."""

    number: int
    fields: Mapping[str, str]
    wide: int = 0  # fields beyond the header

    def __getitem__(self, name: str) -> str:
        return self.fields.get(name, "")


def table(source: Source, separator: str = "") -> Iterator[Row]:
    """The rows of a table with a header line. Column names are taken in lower case, without a "g:" before them."""
    csv.field_size_limit(LONGEST_LINE)
    lines = text_lines(source)
    first = next(lines, "")
    if not first.strip():
        raise Unreadable(f"{source.path.name} has no header line")
    separator = separator or max("\t,;|", key=first.count)
    header = [_column(name) for name in next(csv.reader([first], delimiter=separator))]
    reader = csv.reader(lines, delimiter=separator)
    try:
        for cells in reader:
            if any(cells):
                fields = {name: cell.strip() for name, cell in zip(header, cells, strict=False) if name and cell.strip()}
                yield Row(number=reader.line_num + 1, fields=fields, wide=max(0, len(cells) - len(header)))
    except csv.Error as error:
        raise Unreadable(f"{source.path.name}, near line {reader.line_num + 1:,}: {error}; a quotation mark may be missing") from None


def header_of(source: Source) -> list[str]:
    """The columns of a table."""
    first = next(text_lines(source), "")
    separator = max("\t,;|", key=first.count)
    return [_column(name) for name in next(csv.reader([first], delimiter=separator), [])]


def _column(name: str) -> str:
    return " ".join(name.strip().removeprefix("g:").replace("_", " ").split()).lower()
