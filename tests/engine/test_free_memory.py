"""What the system tells about its memory is read as it stands, and anything else is no number."""

import sys

import pytest

from engine.free_memory import free_memory


def test_the_memory_that_linux_calls_available(tmp_path):
    file = tmp_path / "meminfo"
    file.write_text("MemTotal:  9000 kB\nMemFree:   10 kB\nMemAvailable:    2048 kB\nHugePages_Total: 0\n")
    assert free_memory(file) == 2048 * 1024


@pytest.mark.parametrize(
    "text", ["", "MemFree: 10 kB\n", "MemAvailable: much\n", "MemAvailable: 5 MB\n", "é"]
)
def test_no_number_where_there_is_none(tmp_path, text):
    file = tmp_path / "meminfo"
    file.write_text(text, encoding="utf-8")
    assert free_memory(file) is None


def test_a_system_that_has_no_such_file(tmp_path):
    assert free_memory(tmp_path / "meminfo") is None


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells it in a file")
def test_this_machine():
    free = free_memory()
    assert free is not None
    assert free > 1 << 20
