"""The cache: an entry is whole or not there, and the folder does not grow without end."""

import os
import threading
import time
from pathlib import Path

import pytest

from engine.corpora import prepared_cache
from engine.corpora.prepared_cache import entry_name, find_entry, keep_entry, working_folder


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ALIGNMENT_EXPLORER_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "prepared"


def make(name: str, size: int = 1000, content: bytes = b"x") -> Path:
    with working_folder() as folder:
        (folder / "made" / "inner").mkdir(parents=True)
        (folder / "made" / "inner" / "file").write_bytes(content * size)
        (folder / "made" / "other").write_bytes(b"other")
        return keep_entry(folder / "made", name)


def grow_old(folder: Path, age: float) -> None:
    """Let the folder look as if nothing had touched it for so many seconds."""
    for path in (*folder.rglob("*"), folder):
        os.utime(path, (time.time() - age,) * 2)


def test_an_entry_is_found_under_the_name_of_what_made_it(home: Path) -> None:
    name = entry_name("tokens", {"b": 1, "a": ["é"]})
    assert find_entry(name) is None
    entry = make(name)
    assert find_entry(name) == entry == home / name
    assert (entry / "inner" / "file").read_bytes() == b"x" * 1000
    assert entry_name("tokens", {"a": ["é"], "b": 1}) == name
    assert entry_name("tokens", {"a": ["e"], "b": 1}) != name
    assert [path.name for path in home.iterdir()] == [name]


@pytest.mark.parametrize("file", ["inner/file", "other", "checksums"])
@pytest.mark.parametrize("damage", ["changed", "cut", "gone"])
def test_a_damaged_entry_is_removed_and_can_be_made_again(home: Path, file: str, damage: str) -> None:
    path = make("tokens-1") / file
    content = path.read_bytes()
    if damage == "gone":
        path.unlink()
    else:
        path.write_bytes(content[:-1] if damage == "cut" else bytes([content[0] ^ 1]) + content[1:])
    assert find_entry("tokens-1") is None
    assert list(home.iterdir()) == []
    assert find_entry(make("tokens-1").name) is not None


def test_a_file_too_many_is_damage_too() -> None:
    (make("tokens-1") / "stranger").write_bytes(b"?")
    assert find_entry("tokens-1") is None


def test_nothing_stays_of_work_that_fails(home: Path) -> None:
    def fail() -> None:
        with working_folder() as folder:
            (folder / "half").write_bytes(b"half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert list(home.iterdir()) == []


def test_two_that_make_the_same_do_not_disturb_each_other() -> None:
    meet = threading.Barrier(2)

    def work() -> None:
        with working_folder() as folder:
            (folder / "file").write_bytes(b"same")
            meet.wait()
            keep_entry(folder, "tokens-1")

    workers = [threading.Thread(target=work) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    entry = find_entry("tokens-1")
    assert entry is not None
    assert (entry / "file").read_bytes() == b"same"


def test_the_entries_used_longest_ago_make_room(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepared_cache, "LIMIT", 3500)
    for number, age in ((1, 300), (2, 200), (3, 100)):
        grow_old(make(f"tokens-{number}", 700), age)
    assert find_entry("tokens-1") is not None  # and it counts as used now
    make("tokens-4", 1000)
    assert sorted(path.name for path in home.iterdir()) == ["tokens-1", "tokens-3", "tokens-4"]
    make("tokens-5", 50_000)  # larger than the limit, and kept: it is what was just asked for
    assert [path.name for path in home.iterdir()] == ["tokens-5"]


def test_what_a_killed_process_left_goes_after_a_day(home: Path) -> None:
    for name, age in (("old.part", 25 * 3600), ("new.part", 3600)):
        (home / name).mkdir(parents=True)
        (home / name / "file").write_bytes(b"half")
        grow_old(home / name, age)
    make("tokens-1")
    assert sorted(path.name for path in home.iterdir()) == ["new.part", "tokens-1"]
