"""Event files, read by a reader written here from the format: length, CRC, event, CRC."""

import math
import struct
import threading
import time
from pathlib import Path

import pytest
from tensorboardX.proto.event_pb2 import Event, SessionLog

from engine.runs.eventfile import EventFile
from engine.runs.records import SessionRecord, TrainRecord, ValidationRecord


def crc32c(data: bytes) -> int:
    """Castagnoli's CRC, bit by bit."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def masked(data: bytes) -> int:
    crc = crc32c(data)
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def read_events(path: Path) -> list[Event]:
    data = path.read_bytes()
    events = []
    while data:
        (length, header_crc) = struct.unpack("<QI", data[:12])
        body = data[12 : 12 + length]
        (body_crc,) = struct.unpack("<I", data[12 + length : 16 + length])
        assert header_crc == masked(data[:8])
        assert body_crc == masked(body)
        events.append(Event.FromString(body))
        data = data[16 + length :]
    return events


def scalars(events: list[Event]) -> dict[tuple[str, int], float]:
    return {(value.tag, event.step): value.simple_value for event in events for value in event.summary.value}


def test_the_reader_knows_the_check_value_of_its_crc() -> None:
    assert crc32c(b"123456789") == 0xE3069283


def test_the_same_numbers_as_in_the_metrics(tmp_path: Path) -> None:
    events = EventFile(tmp_path, None)
    events.record(SessionRecord(0, 0, None, 1, "h"))
    events.record(TrainRecord(10, 1, 2.5, math.inf, math.nan, 0.5, 1000.0, time=77.0))
    events.record(ValidationRecord(10, 1, 2.25, 9.5, 31.25, "signature", 4.0, time=78.0))
    events.close()
    (path,) = tmp_path.iterdir()
    read = read_events(path)
    assert read[0].file_version == "brain.Event:2"
    assert (read[1].step, read[1].session_log.status) == (0, SessionLog.START)
    found = scalars(read)
    assert math.isnan(found.pop(("train/gradient_norm", 10)))
    assert found == {
        ("train/loss", 10): 2.5,
        ("train/perplexity", 10): math.inf,
        ("train/learning_rate", 10): 0.5,
        ("train/tokens_per_second", 10): 1000.0,
        ("validation/loss", 10): 2.25,
        ("validation/perplexity", 10): 9.5,
        ("validation/bleu", 10): 31.25,
        ("validation/seconds", 10): 4.0,
    }
    assert [event.wall_time for event in read[2:]] == [77.0, 78.0]


def test_a_resume_voids_what_comes_after_it(tmp_path: Path) -> None:
    events = EventFile(tmp_path, 100)
    events.close()
    (path,) = tmp_path.iterdir()
    session = read_events(path)[1]
    assert (session.step, session.session_log.status) == (101, SessionLog.START)


def test_no_two_files_share_a_name(tmp_path: Path) -> None:
    files = [EventFile(tmp_path, None) for _ in range(4)]
    for events in files:
        events.close()
    names = {path.name for path in tmp_path.iterdir()}
    assert len(names) == 4
    assert all(name.startswith("events.out.tfevents.") for name in names)


def test_no_thread_is_left_and_none_is_used(tmp_path: Path) -> None:
    before = threading.active_count()
    events = EventFile(tmp_path, None)
    assert threading.active_count() == before
    events.close()


def test_a_full_disk_is_an_error_and_blocks_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    events = EventFile(tmp_path, None)

    def full(data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(events._writer, "write", full)
    for _ in range(30):
        with pytest.raises(OSError, match="No space"):
            events.record(TrainRecord(1, 0, 1.0, 1.0, 1.0, 1.0, 1.0))
    events.close()


def test_files_are_read_in_the_order_of_the_sessions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the clock was set back between them."""
    names = []
    for now in (1_700_000_000.0, 1_700_000_000.2, 1_600_000_000.0, 1_700_000_500.0):
        monkeypatch.setattr(time, "time", lambda now=now: now)
        before = set(tmp_path.iterdir())
        EventFile(tmp_path, None).close()
        names += [path.name for path in set(tmp_path.iterdir()) - before]
    assert len(names) == 4
    assert names == sorted(names)
