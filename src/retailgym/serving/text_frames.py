"""WebSocket frames that hold a whole text, read and written in one go; all others are left to the parser.

Nearly every message of a client is one such frame, read in one piece. To lead it through a general parser
costs as much as a short turn of the game."""

from websockets.frames import apply_mask

FINAL_TEXT = 0x81
MASKED = 0x80
MASK_BYTES = 4


def end_of_frame(data: bytes, at: int) -> int | None:
    """Where the client's frame that begins there ends; None if not even its length is there."""
    if len(data) < at + 2:
        return None
    length = data[at + 1] & 0x7F
    more = {126: 2, 127: 8}.get(length, 0)
    head = at + 2 + more
    if len(data) < head:
        return None
    size = int.from_bytes(data[at + 2 : head], "big") if more else length
    return head + (MASK_BYTES if data[at + 1] & MASKED else 0) + size


def whole_text(data: bytes, most: int) -> bytes | None:
    """The text, where the data is one frame with a text of at most so many bytes and nothing else."""
    if len(data) < 2 + MASK_BYTES or data[0] != FINAL_TEXT or not data[1] & MASKED:
        return None
    if end_of_frame(data, 0) != len(data):
        return None
    head = {126: 4, 127: 10}.get(data[1] & 0x7F, 2) + MASK_BYTES
    return apply_mask(data[head:], data[head - MASK_BYTES : head]) if len(data) - head <= most else None


def text_frame(text: bytes) -> bytes:
    """As a server sends it."""
    size = len(text)
    if size < 126:
        return bytes((FINAL_TEXT, size)) + text
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text


class FrameEdges:
    """Follows the frames of a connection, to know whether what comes next begins one."""

    __slots__ = ("_missing",)

    def __init__(self) -> None:
        self._missing: int | None = 0  # bytes of the last frame; None once that cannot be said

    @property
    def between(self) -> bool:
        return self._missing == 0

    def follow(self, data: bytes) -> None:
        """A length that comes in pieces is not put together: from there on the parser alone knows."""
        end = self._missing
        while end is not None and end < len(data):
            end = end_of_frame(data, end)
        self._missing = None if end is None else end - len(data)
