"""Records that the database could not take, in files beside it. They go in when it can take them again."""

import os
import secrets
from pathlib import Path

import msgspec

from ..core.values import encode
from .records import Attempt, Records, StoredRecord

_decode = msgspec.json.Decoder(StoredRecord | Attempt).decode


class Spill:
    """One file for each batch: it is there whole, or not at all."""

    def __init__(self, directory: Path | None) -> None:
        self._directory = directory

    def put(self, batch: list[StoredRecord | Attempt]) -> bool:
        """Whether it is on the disk; a disk that is full takes this no more than the rest."""
        if self._directory is None or not batch:
            return not batch
        name = self._directory / secrets.token_hex(8)
        try:
            self._directory.mkdir(parents=True, exist_ok=True)
            with name.with_suffix(".part").open("wb") as file:
                file.write(b"".join(encode(one) + b"\n" for one in batch))
                file.flush()
                os.fsync(file.fileno())
            name.with_suffix(".part").replace(name.with_suffix(".jsonl"))
        except OSError:
            name.with_suffix(".part").unlink(missing_ok=True)
            return False
        return True

    def waiting(self) -> list[Path]:
        return sorted(self._directory.glob("*.jsonl")) if self._directory is not None else []

    def recover(self, records: Records) -> int:
        """Bring in what was spilled, by this process or by one before; how many records and traces there
        were.

        Two processes that do so at once harm nothing: what is kept already stays as it is.
        """
        count = 0
        for file in self.waiting():
            try:
                batch = [_decode(line) for line in file.read_bytes().splitlines()]
            except (FileNotFoundError, msgspec.DecodeError):
                continue  # another process was faster; or it is no file of ours
            records.write(batch)
            file.unlink(missing_ok=True)
            count += len(batch)
        return count
