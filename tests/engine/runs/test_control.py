import logging
import os
from pathlib import Path

import pytest

from engine.errors import RunError
from engine.runs.control import REQUESTS, Request, forget_old_request, request, take_request
from engine.runs.layout import RunLayout
from engine.runs.process import own_start


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
