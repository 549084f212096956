"""What a catalogue must have for each job, as people are told who bring one that has not."""

from collections.abc import Mapping

from ..core.errors import RetailGymError


class TooSmall(RetailGymError, ValueError):
    """The catalogue has not what a task needs; the message says what."""


NEEDS: Mapping[str, str] = {
    "": "it needs a shelf of 32 products that share an attribute",
    "discovery": (
        "it needs a shelf of 32 products, most of them in stock, that share attributes in which they differ"
    ),
    "substitution": (
        "it needs a shelf of 32 products, most of them in stock, of which twelve differ in what "
        "their pages say"
    ),
    "cart": "it needs a shelf of 32 products with three variants in stock each, told apart by their options",
    "returns": "it needs a shelf of 32 products that share an attribute",
    "tracking": "it needs a shelf of 32 products that share an attribute",
    "policy": "it needs a shelf of 32 products that share an attribute",
    "bundle": (
        "it needs shelves for a project, by name and attributes; "
        "retailgym.envs.shared.projects.PROJECTS lists them"
    ),
    "journey": "it needs to serve at least two of the single jobs",
    "desk": "it needs a shelf of 32 products that share an attribute",
}


class NoKernel(RetailGymError, ValueError):
    """RETAILGYM_KERNEL names no kernel that is there."""
