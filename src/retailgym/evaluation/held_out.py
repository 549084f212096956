"""The splits that nobody may learn from: exports and trainers refuse their seeds."""

from ..core.errors import RetailGymError
from ..core.spec import Spec, split_of

HELD_OUT = ("test", "sealed")


class HeldOut(RetailGymError, ValueError):
    """A test or sealed spec, which nobody may learn from."""


def refuse_held_out(spec: Spec, instead: str = "export --split train instead") -> None:
    """Say no to a spec of a held-out split, and what to do instead."""
    if (split := split_of(spec.seed)) in HELD_OUT:
        raise HeldOut(
            f"{spec.env}/{spec.level}/{spec.seed} is of the {split} split, and whoever learns from it spoils "
            f"it; {instead}"
        )
