"""Opening other people's files: compressed or not, in any stated encoding, never more than one line in
memory."""

import csv
import gzip
import io
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO, cast

from ...core.values import Value
from .offer import UnreadableFile

LONGEST_LINE = 16 << 20  # bytes
UNPACKED, UNPACKED_RATIO = 64 << 20, 100  # bytes, or times the packed size: a packed file gives no more
COLUMNS = 2_000  # of a table
LONGEST_COLUMN = 200  # letters of its name
_GZIP = b"\x1f\x8b"
_STRANGE = {  # what a file that is no text begins with
    b"PK\x03\x04": "a zip archive or a spreadsheet; unpack it, or save the sheet as CSV",
    b"\xd0\xcf\x11\xe0": "a spreadsheet; save the sheet as CSV",
    b"BZh": "packed with bzip2; unpack it first",
    b"\xfd7zXZ": "packed with xz; unpack it first",
    b"\x28\xb5\x2f\xfd": "packed with zstd; unpack it first",
    b"7z\xbc\xaf": "a 7z archive; unpack it first",
    b"%PDF": "a PDF; export the products as CSV",
    b"SQLite format 3": "a database; export the products as CSV",
}
_MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}


class SourceFile(Value):
    """A file to import: where it is, how it is encoded, and which of its columns means what."""

    path: Path
    encoding: str = ""  # empty: UTF-8, or what the mark at the beginning says
    columns: Mapping[str, str] = {}  # field -> column, for plain tables
    partial: bool = False  # take what there is of a file that is cut off


class _Unpacked(gzip.GzipFile):
    """A packed file that does not swell without end: text packs twentyfold, what was made to fill a memory a
    thousandfold."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, "rb")
        self._path, self._left = path, max(UNPACKED, UNPACKED_RATIO * path.stat().st_size)

    def read(self, size: int | None = -1) -> bytes:
        return self._counted(super().read(size))

    def read1(self, size: int = -1) -> bytes:
        return self._counted(super().read1(size))

    def readline(self, size: int | None = -1) -> bytes:
        return self._counted(super().readline(size))

    def _counted(self, data: bytes) -> bytes:
        self._left -= len(data)
        if self._left < 0:
            size = f"{self._path.stat().st_size / (1 << 20):.1f} MiB"
            raise UnreadableFile(f"{self._path.name} unpacks to far more than its {size}; look at it by hand")
        return data


def opened(path: Path) -> BinaryIO:
    """The bytes of a file, unpacked if they are packed."""
    with path.open("rb") as file:
        packed = file.read(2) == _GZIP
    return cast(BinaryIO, _Unpacked(path)) if packed else path.open("rb")


def beginning(path: Path, size: int = 65_536) -> bytes:
    """The first bytes, also of a file that is cut off later."""
    data = b""
    try:
        with opened(path) as file:
            while len(data) < size and (part := file.read(256)):
                data += part
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        if not data:
            raise UnreadableFile(f"{path.name} cannot be unpacked ({error}); fetch it again") from None
    return data


def refuse_strange(source: SourceFile) -> None:
    """Raises Unreadable for a file that is no text, by what it begins with."""
    head = beginning(source.path, 4096)
    if what := next((what for start, what in _STRANGE.items() if head.startswith(start)), ""):
        raise UnreadableFile(f"{source.path.name} is {what}")
    marked = bool(source.encoding) or head.startswith((*_MARKS, b"PAR1"))
    if not marked and 3 * head.count(0) > len(head):
        order = "le" if head[1::2].count(0) > head[::2].count(0) else "be"
        raise UnreadableFile(
            f"{source.path.name} looks like UTF-16 without a mark at its beginning; say --encoding "
            f"utf-16-{order}"
        )


def encoding_of(source: SourceFile) -> str:
    if source.encoding:
        try:
            "".encode(source.encoding)
        except LookupError:
            raise UnreadableFile(f"no encoding {source.encoding!r}; try utf-8, cp1252 or utf-16") from None
        return source.encoding
    head = beginning(source.path, 4)
    return next((name for mark, name in _MARKS.items() if head.startswith(mark)), "utf-8")


def byte_lines(source: SourceFile) -> Iterator[tuple[int, bytes | None]]:
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
        except EOFError:
            if not source.partial:
                raise _cut_off(source, number) from None
        except (zlib.error, gzip.BadGzipFile) as error:
            if not source.partial:
                raise _damaged(source, number, error) from None


def _skip_rest(file: BinaryIO) -> None:
    while (part := file.readline(LONGEST_LINE)) and not part.endswith(b"\n"):
        pass


def _cut_off(source: SourceFile, number: int) -> UnreadableFile:
    return UnreadableFile(
        f"{source.path.name} is cut off after line {number:,}: the packed data ends too early; fetch it "
        f"again, or take what there is with --partial"
    )


def _damaged(source: SourceFile, number: int, error: Exception) -> UnreadableFile:
    return UnreadableFile(
        f"{source.path.name} cannot be unpacked after line {number:,} ({error}); fetch it again, or take "
        f"what there is with --partial"
    )


def text_lines(source: SourceFile) -> Iterator[str]:
    """Lines of text for a table; its quoted fields may go over several of them."""
    encoding, number = encoding_of(source), 0
    if encoding.startswith("utf-16"):
        with opened(source.path) as file:
            yield from _guarded(io.TextIOWrapper(file, encoding=encoding, newline=""), source)
        return
    codec = "utf-8" if encoding == "utf-8-sig" else encoding
    for number, line in byte_lines(source):
        if line is None:
            raise UnreadableFile(
                f"line {number:,} of {source.path.name} is longer than {LONGEST_LINE >> 20} MiB; a "
                f"quotation "
                f"mark may be missing there"
            )
        yield decoded(line, codec, number, source)


def _guarded(lines: io.TextIOWrapper, source: SourceFile) -> Iterator[str]:
    number = 0
    try:
        while line := lines.readline(LONGEST_LINE):
            number += 1
            yield line
    except UnicodeError as error:
        raise UnreadableFile(
            f"{source.path.name} is not {lines.encoding} after line {number:,} ({error}); say which it "
            f"is "
            f"with --encoding"
        ) from None
    except EOFError:
        if not source.partial:
            raise _cut_off(source, number) from None
    except (zlib.error, gzip.BadGzipFile) as error:
        if not source.partial:
            raise _damaged(source, number, error) from None


def decoded(line: bytes, codec: str, number: int, source: SourceFile) -> str:
    try:
        text = line.decode(codec)
    except UnicodeError as error:
        byte = f" (byte 0x{line[error.start]:02x})" if isinstance(error, UnicodeDecodeError) else ""
        raise UnreadableFile(
            f"line {number:,} of {source.path.name} is not {codec.upper()}{byte}; say which encoding it "
            f"is, "
            f"such as --encoding cp1252"
        ) from None
    return text.removeprefix("\ufeff") if number == 1 else text


class TableRow(Value):
    """One row of a table, by column."""

    number: int
    fields: Mapping[str, str]
    wide: int = 0  # fields beyond the header

    def __getitem__(self, name: str) -> str:
        return self.fields.get(name, "")


def table(source: SourceFile) -> Iterator[TableRow]:
    """The rows of a table with a header line. Column names are taken in lower case, without a "g:" before
    them."""
    csv.field_size_limit(LONGEST_LINE)
    lines = text_lines(source)
    first = next(lines, "")
    separator = _separator(first)
    header = _header(source, first, separator)
    held: list[str] = []  # the lines of the row at hand
    reader = csv.reader(map(_keeping(held), lines), delimiter=separator)
    last: list[str] = []
    try:
        for cells in reader:
            last[:] = held
            held.clear()
            if any(cells):
                fields = {
                    name: cell.strip()
                    for name, cell in zip(header, cells, strict=False)
                    if name and cell.strip()
                }
                yield TableRow(
                    number=reader.line_num + 1, fields=fields, wide=max(0, len(cells) - len(header))
                )
    except csv.Error as error:
        raise UnreadableFile(
            f"{source.path.name}, near line {reader.line_num + 1:,}: {error}; a quotation mark may be missing"
        ) from None
    if _open(last, separator):
        begun = reader.line_num + 2 - len(last)
        raise UnreadableFile(
            f"{source.path.name}, line {begun:,}: a quotation mark is never closed, so that all that "
            f"follows "
            f"would be one field"
        )


def _keeping(held: list[str]) -> Callable[[str], str]:
    def keep(line: str) -> str:
        held.append(line)
        return line

    return keep


def _open(row: list[str], separator: str) -> bool:
    """Does the row end within quotation marks?"""
    try:
        list(csv.reader(row, delimiter=separator, strict=True))
    except csv.Error as error:
        return "unexpected end" in str(error)
    return False


def header_of(source: SourceFile) -> list[str]:
    """The columns of a table."""
    first = next(text_lines(source), "")
    return _header(source, first, _separator(first))


def _separator(header: str) -> str:
    return max("\t,;|", key=header.count)


def _header(source: SourceFile, line: str, separator: str) -> list[str]:
    if not line.strip():
        raise UnreadableFile(f"{source.path.name} has no header line")
    if "\r" in line.rstrip("\r\n"):
        raise UnreadableFile(
            f"{source.path.name} ends its lines with carriage returns alone, as old programs did; save "
            f"it "
            f"with other line ends"
        )
    header = [column_name(name) for name in next(csv.reader([line], delimiter=separator))]
    if len(header) > COLUMNS:
        raise UnreadableFile(f"{source.path.name} has {len(header):,} columns; a table may have {COLUMNS:,}")
    seen: set[str] = set()
    for name in header:
        if name in seen:
            raise UnreadableFile(
                f"{source.path.name} has two columns called {name!r}; rename one of them, or take it out"
            )
        if name:
            seen.add(name)
    return header


def column_name(name: str) -> str:
    return " ".join(name.strip().removeprefix("g:").replace("_", " ").split()).lower()[:LONGEST_COLUMN]
