"""Why an episode went wrong that the shop did not end: on the player's own account, or on that of the
infrastructure; never on both."""

from typing import Literal

from ...core.values import Value

PlayerKind = Literal["invalid", "overflow", "refused"]
InfrastructureKind = Literal[
    "rate_limit",
    "timeout",
    "dropped",
    "server",
    "unauthorised",
    "not_found",
    "rejected",
    "garbled",
    "stopped",
]


class PlayerFailure(Value, tag="player", tag_field="account"):
    """The player's own: malformed output (invalid), a full context window (overflow), or the model would not
    answer (refused). It is judged."""

    kind: PlayerKind
    detail: str = ""


class InfrastructureFailure(Value, tag="infrastructure", tag_field="account"):
    """Nobody's play: the episode has no verdict, counts in no score, and is played again on resume."""

    kind: InfrastructureKind
    detail: str = ""


Failure = PlayerFailure | InfrastructureFailure
