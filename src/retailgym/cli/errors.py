"""A user's mistake is one line that says what to do, never a stack trace. Anything else that is raised is our
bug and stays loud."""

from collections.abc import Iterator
from contextlib import contextmanager

from ..core.errors import RetailGymError


class UserError(RetailGymError):
    """What the user gave cannot be used; the message says why, and what can."""


@contextmanager
def mistakes() -> Iterator[None]:
    """Around the reading of what the user gave, and nothing more: what is refused in here is their
    mistake."""
    try:
        yield
    except OSError as error:
        where = f" {error.filename!r}" if error.filename else ""
        raise UserError(f"cannot use{where}: {error.strerror or error}") from None
    except ValueError as error:
        raise UserError(str(error)) from None
