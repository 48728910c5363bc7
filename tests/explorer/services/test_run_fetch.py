"""Which names of files from another machine are taken: those that stay inside of a folder on any system."""

import pytest

from explorer.services.run_fetch import _files


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", "../x", "/abs", "a/../b", "a\\b", "C:x", ".hidden", "a/.hidden", "a\x00", None, 5, ["a"]],
)
def test_a_name_that_leads_elsewhere_is_left_out(name) -> None:
    assert _files([{"name": name, "size": 1, "time": 1}]) == []


WRONG_TIMES = [[{"name": "a", "size": 1, "time": time}] for time in (-1, 1 << 80, 1.5)]


@pytest.mark.parametrize(
    "value",
    [None, {}, "text", [None], [{"name": "a"}], [{"name": "a", "size": "1", "time": 1}], *WRONG_TIMES],
)
def test_what_is_no_list_of_files_names_none(value) -> None:
    assert _files(value) == []


def test_plain_names_are_taken() -> None:
    (file,) = _files([{"name": "traces/update-00000010/00.forced.safetensors", "size": 3, "time": 4}])
    assert (file.size, file.time) == (3, 4)
