import logging
import os
from pathlib import Path

import pytest

from engine.errors import RunError
from engine.runs.condition import read_status
from engine.runs.control import (
    REQUESTS,
    Request,
    forget_old_request,
    read_limit,
    request,
    set_limit,
    take_request,
)
from engine.runs.layout import RunLayout
from engine.runs.process import own_start
from engine.runs.writer import RunWriter


@pytest.mark.parametrize("word", REQUESTS)
def test_a_wish_is_taken_once(tmp_path: Path, word: Request) -> None:
    request(tmp_path, word)
    assert RunLayout(tmp_path).request.read_text().strip() == word
    assert take_request(RunLayout(tmp_path)) == word
    assert take_request(RunLayout(tmp_path)) is None
    assert list(tmp_path.iterdir()) == []


def test_the_newer_wish_replaces_the_older(tmp_path: Path) -> None:
    request(tmp_path, "pause")
    request(tmp_path, "stop")
    assert take_request(RunLayout(tmp_path)) == "stop"
    assert take_request(RunLayout(tmp_path)) is None


@pytest.mark.parametrize("data", [b"explode\n", b"", b"\xff\xfe", b"stop now"])
def test_a_word_that_means_nothing_is_removed_and_logged(
    tmp_path: Path, data: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    RunLayout(tmp_path).request.write_bytes(data)
    with caplog.at_level(logging.WARNING):
        assert take_request(RunLayout(tmp_path)) is None
    assert "means nothing" in caplog.text
    assert list(tmp_path.iterdir()) == []


def test_a_wish_that_is_none_and_a_folder_that_is_none_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="explode"):
        request(tmp_path, "explode")  # type: ignore[arg-type]
    with pytest.raises(RunError, match="cannot be asked to stop"):
        request(tmp_path / "nothing", "stop")


def test_a_wish_for_an_earlier_process_is_forgotten_and_one_for_this_process_stays(tmp_path: Path) -> None:
    layout = RunLayout(tmp_path)
    request(tmp_path, "stop")
    forget_old_request(layout)
    assert layout.request.exists()
    before = own_start() - 10
    os.utime(layout.request, (before, before))
    forget_old_request(layout)
    assert not layout.request.exists()
    forget_old_request(layout)


def test_the_end_of_a_run_is_kept_until_another_one_is_set(writer: RunWriter) -> None:
    layout = writer.layout
    assert read_limit(layout) is None
    assert writer.take_limit() is None
    set_limit(layout.path, 700)
    assert writer.take_limit() == 700
    assert writer.take_limit() is None  # told once
    assert read_limit(layout) == 700
    assert_told(writer, 700)
    os.utime(layout.limit, (1, 1))
    set_limit(layout.path, 900)
    assert writer.take_limit() == 900


def assert_told(writer: RunWriter, end: int) -> None:
    writer.set_status("running")
    status = read_status(writer.layout)
    assert status is not None
    assert status.max_updates == end


def test_an_end_that_lies_behind_is_refused(writer: RunWriter) -> None:
    writer.set_progress(20, 1, 0)
    writer.set_status("running")
    for updates in (0, 20):
        with pytest.raises(RunError, match="at update 20 already"):
            set_limit(writer.layout.path, updates)
    set_limit(writer.layout.path, 21)
    assert read_limit(writer.layout) == 21


@pytest.mark.parametrize("data", [b"", b"many", b"-4", b"0", b"\xff\xfe", b"1.5", b"9" * 26])
def test_an_end_that_is_none_is_as_if_nobody_had_set_one(tmp_path: Path, data: bytes) -> None:
    layout = RunLayout(tmp_path)
    layout.limit.write_bytes(data)
    assert read_limit(layout) is None


def test_an_end_that_no_status_could_tell_is_refused(writer: RunWriter) -> None:
    with pytest.raises(RunError, match="at most 1,000,000,000"):
        set_limit(writer.layout.path, 1 << 60)
    assert read_limit(writer.layout) is None


def test_a_folder_that_is_gone_takes_no_end(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="cannot be changed"):
        set_limit(tmp_path / "nothing", 5)
