"""The short way of a message is the long one: read and written by hand, frames are what websockets makes of
them."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol

from retailgym.serving.text_frames import FrameEdges, text_frame, whole_text

SIZES = (0, 1, 125, 126, 127, 1000, 65_535, 65_536, 70_000)
MOST = 1 << 20
kinds = st.sampled_from([Opcode.TEXT, Opcode.BINARY, Opcode.CONT, Opcode.PING, Opcode.CLOSE])


@st.composite
def sent_frames(draw: st.DrawFn) -> bytes:
    """As a client sends it."""
    kind, final = draw(kinds), draw(st.booleans())
    control = kind in (Opcode.PING, Opcode.CLOSE)
    size = draw(st.sampled_from(SIZES[:3] if control else SIZES))
    return Frame(kind, b"x" * size, fin=final or control).serialize(mask=True)


def test_a_whole_text_is_what_was_sent() -> None:
    for size in SIZES:
        text = ("é" * size).encode()[:size]
        sent = Frame(Opcode.TEXT, text).serialize(mask=True)
        assert whole_text(sent, MOST) == text
        assert whole_text(sent, size) == text and (not size or whole_text(sent, size - 1) is None)
        assert whole_text(sent[:-1], MOST) is whole_text(sent + b"\x81", MOST) is None


def test_what_is_no_whole_text_of_a_client_is_left_to_the_parser() -> None:
    others = [Frame(kind, b"x" * 20) for kind in Opcode if kind is not Opcode.TEXT]
    others += [Frame(Opcode.TEXT, b"x", fin=False), Frame(Opcode.TEXT, b"x", rsv1=True)]
    for frame in others:
        frame.check = lambda: None  # type: ignore[method-assign]
        assert whole_text(frame.serialize(mask=True), MOST) is None
    assert whole_text(Frame(Opcode.TEXT, b"x" * 20).serialize(mask=False), MOST) is None
    assert whole_text(b"", MOST) is whole_text(b"\x81\x80", MOST) is None


def test_an_answer_is_written_as_websockets_writes_it() -> None:
    for size in SIZES:
        server = ServerProtocol()
        server.send_frame(Frame(Opcode.TEXT, b"x" * size))
        assert [text_frame(b"x" * size)] == server.data_to_send()


@given(st.lists(sent_frames(), min_size=1, max_size=5), st.lists(st.integers(0, 80_000), max_size=8))
def test_between_two_frames_is_where_one_ends(frames: list[bytes], cuts: list[int]) -> None:
    stream = b"".join(frames)
    ends = {sum(map(len, frames[:n])) for n in range(len(frames) + 1)}
    edges = FrameEdges()
    for first, last in pairwise(sorted({0, len(stream), *(cut for cut in cuts if cut < len(stream))})):
        edges.follow(stream[first:last])
        assert not edges.between or last in ends
    in_one_piece = FrameEdges()
    in_one_piece.follow(stream)
    assert in_one_piece.between
