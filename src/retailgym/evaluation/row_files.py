"""Rows of an export as JSON lines, or as Parquet (extra `export`)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

import msgspec

from ..core.errors import RetailGymError
from ..core.values import encode
from .export import Pair, Transcript

SUFFIXES = (".jsonl", ".parquet")
AT_ONCE = 500  # rows of a group
CHATS = ("messages", "prompt", "chosen", "rejected")


class MissingParquet(RetailGymError, ValueError):
    """Parquet needs pyarrow."""


def write(path: Path, rows: Iterable[Transcript | Pair]) -> int:
    """Writes all of them, and says how many there were. The file appears whole or not at all."""
    half = path.with_name(f".{path.name}.part")
    try:
        with _opened(half, path.suffix) as file:
            count = 0
            for group in _groups(rows):
                file.write(group)
                count += len(group)
        half.replace(path)
    finally:
        half.unlink(missing_ok=True)
    return count


def _groups(rows: Iterable[Transcript | Pair]) -> Iterator[list[Transcript | Pair]]:
    left = iter(rows)
    while group := list(islice(left, AT_ONCE)):
        yield group


class RowFile(Protocol):
    def write(self, rows: Sequence[Transcript | Pair]) -> None: ...
    def __enter__(self) -> "RowFile": ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def _opened(path: Path, suffix: str) -> RowFile:
    return Lines(path) if suffix == ".jsonl" else Columns(path)


class Lines:
    """One JSON object a line."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb")

    def write(self, rows: Sequence[Transcript | Pair]) -> None:
        self._file.write(b"".join(encode(row) + b"\n" for row in rows))

    def __enter__(self) -> "Lines":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


class Columns:
    """Parquet, with one fixed layout for messages, so that files of different runs can be read together."""

    def __init__(self, path: Path) -> None:
        needs_pyarrow()
        self._path = path
        self._writer: Any = None

    def write(self, rows: Sequence[Transcript | Pair]) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        if self._writer is None:
            self._schema = _schema(type(rows[0]))
            self._writer = pq.ParquetWriter(self._path, self._schema, compression="zstd")
        self._writer.write_table(
            pa.Table.from_pylist([msgspec.to_builtins(row) for row in rows], schema=self._schema)
        )

    def __enter__(self) -> "Columns":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._writer is None and error is None:
            import pyarrow.parquet as pq

            self._writer = pq.ParquetWriter(self._path, _schema(Transcript))
        if self._writer is not None:
            self._writer.close()


def needs_pyarrow() -> None:
    from importlib.util import find_spec

    if find_spec("pyarrow") is None:
        raise MissingParquet('Parquet needs pyarrow; run  pip install "retailgym[export]"  or write .jsonl')


def _schema(kind: type[Transcript] | type[Pair]) -> Any:
    import pyarrow as pa

    call = pa.struct(
        [
            ("id", pa.string()),
            ("type", pa.string()),
            ("function", pa.struct([("name", pa.string()), ("arguments", pa.string())])),
        ]
    )
    chat = pa.struct(
        [
            ("role", pa.string()),
            ("content", pa.string()),
            ("tool_calls", pa.list_(call)),
            ("tool_call_id", pa.string()),
        ]
    )
    plain = {str: pa.string(), int: pa.int64(), float: pa.float64(), bool: pa.bool_()}
    fields = msgspec.structs.fields(kind)
    return pa.schema([(f.name, pa.list_(chat) if f.name in CHATS else plain[f.type]) for f in fields])
