"""Frames between foreign bytes: what is no frame is set aside, and every frame is read, however it is cut."""

import pytest

from engine.protocol import Frame, FrameBuffer, ProtocolError, encode

FIRST, SECOND = Frame({"kind": "a"}, b"AXF1 inside a payload"), Frame({"kind": "b"})


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
@pytest.mark.parametrize("noise", [b"", b"Welcome to the host\n", b"AXF", b"A\nAX\nAXF\nAXF0"])
def test_frames_are_found_between_noise(noise: bytes, size: int) -> None:
    stream = noise + encode(FIRST) + noise + encode(SECOND)
    buffer, frames = FrameBuffer(skip_noise=True), []
    for begin in range(0, len(stream), size):
        frames += buffer.feed(stream[begin : begin + size])
    assert [frame.message["kind"] for frame in frames] == ["a", "b"]
    assert frames[0].payload == FIRST.payload
    assert buffer.take_noise() == noise + noise
    assert buffer.take_noise() == b""


def test_without_leave_noise_is_an_error() -> None:
    with pytest.raises(ProtocolError):
        FrameBuffer().feed(b"Welcome to the host\n")
