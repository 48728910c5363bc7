import hashlib
import os
from pathlib import Path

import pytest

from engine.runs import publishing


class Killed(BaseException):
    """Stands for the end of the process: nobody catches it by accident."""


def _fill_and_die(target: Path) -> None:
    with publishing.whole_folder(target) as part:
        (part / "file").write_text("new")
        raise Killed


def test_text_is_replaced_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "status.json"
    publishing.write_text(path, "old")

    def killed(source: Path, target: Path) -> None:
        assert target.read_text() == "old"
        assert source.read_text() == "new é"
        raise Killed

    monkeypatch.setattr(publishing, "replace", killed)
    with pytest.raises(Killed):
        publishing.write_text(path, "new é")
    assert [entry.name for entry in tmp_path.iterdir()] == ["status.json"]
    monkeypatch.undo()
    publishing.write_text(path, "new é")
    assert path.read_bytes() == "new é".encode()


def test_a_pipe_where_a_part_would_be_written_hangs_nobody(tmp_path: Path, at_most) -> None:
    os.mkfifo(tmp_path / "request.part")
    with at_most(10), pytest.raises(OSError, match="request"):
        publishing.write_text(tmp_path / "request", "stop")
    publishing.write_text(tmp_path / "request", "stop")
    assert (tmp_path / "request").read_text() == "stop"


def test_a_folder_appears_only_when_it_is_full(tmp_path: Path) -> None:
    target = tmp_path / "deep" / "folder"
    with publishing.whole_folder(target) as part:
        (part / "file").write_text("x")
        assert not target.exists()
    assert (target / "file").read_text() == "x"
    assert [entry.name for entry in target.parent.iterdir()] == ["folder"]


def test_a_folder_that_fails_leaves_the_older_one(tmp_path: Path) -> None:
    target = tmp_path / "folder"
    with publishing.whole_folder(target) as part:
        (part / "file").write_text("old")
    with pytest.raises(Killed):
        _fill_and_die(target)
    assert (target / "file").read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["folder"]
    with publishing.whole_folder(target) as part:
        (part / "file").write_text("new")
    assert (target / "file").read_text() == "new"
    assert [entry.name for entry in tmp_path.iterdir()] == ["folder"]


def test_leftovers_are_removed_and_a_folder_moved_aside_comes_back(tmp_path: Path) -> None:
    for name in ("a.part", "b.replaced", "c", "c.replaced", "d"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text(name)
    (tmp_path / "e.part").write_text("half")
    publishing.clear_leftovers(tmp_path)
    found = {entry.name: (entry / "file").read_text() for entry in tmp_path.iterdir()}
    assert found == {"b": "b.replaced", "c": "c", "d": "d"}
    publishing.clear_leftovers(tmp_path / "nothing")


def test_sha256_of_a_file_longer_than_a_block(tmp_path: Path) -> None:
    data = bytes(range(256)) * 5000
    (tmp_path / "file").write_bytes(data)
    assert publishing.sha256_of(tmp_path / "file") == hashlib.sha256(data).hexdigest()


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (130, "130 bytes"),
        (20 * 1024, "20 KiB"),
        (3 * 512 * 1024, "1.5 MiB"),
        (52 * 1024**2, "52 MiB"),
        (48 * 1024**3 + 1024**2, "48 GiB"),
    ],
)
def test_sizes_in_words(size: int, text: str) -> None:
    assert publishing.megabytes(size) == text


def test_a_small_file_is_overwritten_in_its_place(tmp_path: Path) -> None:
    path = tmp_path / "status.json"
    path.write_text("a longer text than the new one")
    place = path.stat().st_ino
    publishing.overwrite_text(path, "été")
    assert (path.read_text(encoding="utf-8"), path.stat().st_ino) == ("été", place)


def test_a_removal_that_is_killed_leaves_no_half_of_a_folder_under_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "update-1"
    folder.mkdir()
    (folder / "model").write_text("one")
    seen = []
    monkeypatch.setattr(publishing.shutil, "rmtree", lambda path, **_: seen.append((path, folder.exists())))
    publishing.remove_folder(folder)
    assert seen[-1] == (tmp_path / "update-1.part", False)
    monkeypatch.undo()
    publishing.clear_leftovers(tmp_path)
    assert list(tmp_path.iterdir()) == []
