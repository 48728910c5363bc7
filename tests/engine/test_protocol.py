"""Frames: whole, in pieces, cut, foreign and too large."""

import io
import random
import struct

import pytest

from engine.protocol import Frame, FrameBuffer, ProtocolError, encode, read_frame

FRAMES = [
    Frame({"id": 1, "kind": "translate", "text": "deux\u2028lignes\nnaïves 🙂"}),
    Frame({"id": 2, "kind": "trace"}, bytes(range(256)) * 40),
    Frame({"id": 3, "kind": "cancelled"}),
]


def same(found: Frame, sent: Frame) -> bool:
    message = {name: value for name, value in found.message.items() if name != "version"}
    return message == sent.message and found.payload == sent.payload


def test_frames_come_through_a_stream() -> None:
    stream = io.BytesIO(b"".join(map(encode, FRAMES)))
    for frame in FRAMES:
        assert same(read_frame(stream), frame)
    assert read_frame(stream) is None


def test_frames_come_through_pieces_of_any_size() -> None:
    data, draw = b"".join(map(encode, FRAMES)), random.Random(4)
    for _ in range(20):
        buffer, found, at = FrameBuffer(), [], 0
        while at < len(data):
            size = draw.choice((1, 3, 11, 12, 13, 500, 5000))
            found += buffer.feed(data[at : at + size])
            at += size
        assert len(found) == len(FRAMES)
        assert all(map(same, found, FRAMES))


@pytest.mark.parametrize("keep", [5, 12, 30, -1])
def test_a_cut_stream_is_told_from_its_end(keep: int) -> None:
    with pytest.raises(ProtocolError, match="ended inside"):
        read_frame(io.BytesIO(encode(FRAMES[1])[:keep]))


@pytest.mark.parametrize(
    "data",
    [
        b"Hello, this is no frame",
        struct.pack(">4sII", b"AXF1", 2**31, 0),
        struct.pack(">4sII", b"AXF1", 2, 2**32 - 1),
        struct.pack(">4sII", b"AXF1", 2, 0) + b"[]",
        struct.pack(">4sII", b"AXF1", 4, 0) + b"{bad",
        struct.pack(">4sII", b"AXF1", 14, 0) + b'{"version": 9}',
        struct.pack(">4sII", b"AXF1", 200_000, 0) + b"[" * 200_000,
    ],
)
def test_foreign_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(ProtocolError):
        read_frame(io.BytesIO(data))
    with pytest.raises(ProtocolError):
        FrameBuffer().feed(data)


def test_half_a_surrogate_pair_passes() -> None:
    assert read_frame(io.BytesIO(encode(Frame({"text": "caf\ud83d"})))).message["text"] == "caf\ud83d"
