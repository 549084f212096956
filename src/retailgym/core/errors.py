"""Errors: one base for all that the package raises on purpose, and the hint that goes with a misspelt
name."""

from collections.abc import Iterable
from difflib import get_close_matches


class RetailGymError(Exception):
    """Base of every exception of the package. Each is also of the built-in kind that callers expect, such as
    ValueError."""


def did_you_mean(
    name: str, known: Iterable[str], otherwise: str | None = None, most: int = 1, cutoff: float = 0.6
) -> str:
    """The nearest of the known names as a question, whatever their capitals; where none is near, what to say
    otherwise: all that there are."""
    known = list(known)
    lower = {k.lower(): k for k in known}
    near = get_close_matches(name.lower(), lower, n=most, cutoff=cutoff)
    if near:
        return f"did you mean {' or '.join([repr(lower[k]) for k in near])}?"
    return f"there are {', '.join(known)}" if otherwise is None else otherwise
