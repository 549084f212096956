"""What an endpoint's complaint means: whose account it belongs to, and whether to ask again."""

import time
from email.utils import parsedate_to_datetime
from typing import NamedTuple

import msgspec

from ...core.errors import RetailGymError
from .failure import Failure, InfrastructureFailure, InfrastructureKind, PlayerFailure

_OVERFLOW = (
    "context_length_exceeded", "exceed_context_size", "maximum context length", "context length",
    "context size", "context window",
    "too many tokens", "input is too long", "prompt is too long", "maximum input length", "max_seq_len",
    "reduce the length",
    "token count exceeds", "inputs` tokens + `max_new_tokens`",
)  # fmt: skip
_FILTERED = (
    "content_filter",
    "content_policy",
    "content management policy",
    "responsible ai",
    "safety system",
    "flagged",
)
_UNPARSED = ("failed_generation", "tool_use_failed", "failed to parse input", "failed to parse tool")
_UNKNOWN = (
    "model_not_supported",
    "model_not_found",
    "not supported by provider",
    "not supported by any provider",
)
_SPENT = ("insufficient_quota", "exceeded your monthly", "billing")
_KINDS: dict[int, InfrastructureKind] = {
    401: "unauthorised", 402: "unauthorised", 403: "unauthorised", 404: "not_found", 405: "not_found",
    408: "timeout", 429: "rate_limit",
    504: "timeout", 524: "timeout", 301: "not_found", 302: "not_found", 303: "not_found", 307: "not_found",
    308: "not_found",
}  # fmt: skip
_AGAIN = ("rate_limit", "timeout", "server", "dropped", "garbled")
LONGEST_LOADING_S = 60.0  # what an endpoint guesses about that is often wrong
HOPELESS = ("unauthorised", "not_found")  # no other episode would fare better


class Trouble(RetailGymError):
    """A request that brought no answer."""

    def __init__(self, failure: Failure, *, again: bool = False, retry_after_s: float = 0.0) -> None:
        super().__init__(failure)
        self.failure, self.again, self.retry_after_s = failure, again, retry_after_s
        self.retries = 0  # that were made in vain
        self.absent = ""  # why there was no connection at all


class Unparsed(RetailGymError):
    """The endpoint could not read the model's own output as calls: malformed output, as the model wrote
    it."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class ErrorAnswer(NamedTuple):
    """An answer of the endpoint that is not a completion."""

    status: int
    body: bytes
    retry_after: str = ""


def trouble_from(answered: ErrorAnswer) -> Trouble | Unparsed:
    """Sorts an answer with an error status."""
    text = answered.body.decode(errors="replace")
    lower, detail = text.lower(), f"status {answered.status}: {' '.join(text.split())[:300]}"
    asked_wrongly = 400 <= answered.status < 500 and answered.status not in _KINDS
    if (asked_wrongly or answered.status == 500) and any(sign in lower for sign in _UNPARSED):
        return Unparsed(_generation(answered.body) or detail)
    if (asked_wrongly or answered.status == 500) and any(sign in lower for sign in _OVERFLOW):
        return Trouble(PlayerFailure(kind="overflow", detail=detail))
    if asked_wrongly and any(sign in lower for sign in _FILTERED):
        return Trouble(PlayerFailure(kind="refused", detail=detail))
    kind = _KINDS.get(answered.status, "rejected" if asked_wrongly else "server")
    if kind == "rate_limit" and any(sign in lower for sign in _SPENT):
        kind = "unauthorised"
    if asked_wrongly and any(sign in lower for sign in _UNKNOWN):
        kind = "not_found"
    return infrastructure(
        kind, detail, retry_after_s=seconds_from(answered.retry_after) or _loading(answered.body)
    )


def infrastructure(kind: InfrastructureKind, detail: str, *, retry_after_s: float = 0.0) -> Trouble:
    return Trouble(
        InfrastructureFailure(kind=kind, detail=detail), again=kind in _AGAIN, retry_after_s=retry_after_s
    )


def seconds_from(retry_after: str) -> float:
    """A Retry-After header, which is a number of seconds or a date."""
    try:
        return max(0.0, float(retry_after or 0))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - time.time())
    except ValueError:
        return 0.0


def _generation(body: bytes) -> str:
    """The output itself, where the endpoint gives it."""
    error = _object(body).get("error")
    text = error.get("failed_generation") if isinstance(error, dict) else None
    return text if isinstance(text, str) else ""


def _loading(body: bytes) -> float:
    """Seconds until the model will have been loaded, where the endpoint guesses them."""
    guess = _object(body).get("estimated_time")
    return max(0.0, min(LONGEST_LOADING_S, guess)) if isinstance(guess, int | float) else 0.0


def _object(body: bytes) -> dict[str, object]:
    try:
        answer = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeError):
        return {}
    return answer if isinstance(answer, dict) else {}
