"""An exclusive lock on an open file, on every system. It goes with the process that holds it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

if sys.platform == "win32":
    import msvcrt

    def held(file: IO[Any]) -> bool:
        """Take it until the process ends; false where another process has it."""
        try:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _take(file: IO[Any]) -> None:
        while True:
            try:
                file.seek(0)
                return msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
            except OSError:  # it gives up after ten seconds; building a large catalogue takes longer
                continue

    def _give(file: IO[Any]) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def held(file: IO[Any]) -> bool:
        """Take it until the file is closed; false where another process has it."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def _take(file: IO[Any]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX)

    def _give(file: IO[Any]) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)


@contextmanager
def exclusive(file: IO[Any]) -> Iterator[None]:
    """One process is inside at a time; the others wait."""
    _take(file)
    try:
        yield
    finally:
        _give(file)
