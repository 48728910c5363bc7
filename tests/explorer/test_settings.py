"""Settings: damaged, foreign, newer or unwritable files never keep the window from starting."""

import json
import os
from pathlib import Path

import pytest

from explorer.settings import Settings, settings_path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "settings.json"


def write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True)
    path.write_bytes(content)


def test_what_is_saved_is_read_again(path: Path) -> None:
    settings = Settings(path)
    assert settings.notice is None
    settings["beam_size"] = 12
    settings.save()
    assert Settings(path)["beam_size"] == 12
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    "content",
    [b"", b"\0" * 136, b'{"beam_size": 1', b"[1, 2]", b"\xff\xfe{}", b'"text"', b"[" * 100_000],
    ids=["empty", "nul bytes", "cut", "list", "no utf-8", "text", "deep"],
)
def test_a_damaged_file_gives_defaults_a_backup_and_one_notice(path: Path, content: bytes) -> None:
    write(path, content)
    settings = Settings(path)
    assert settings["beam_size"] == 5
    assert settings.notice is not None
    backup = path.with_name("settings.json.bak")
    assert backup.read_bytes() == content
    assert str(backup) in settings.notice.remedy
    settings["beam_size"] = 6
    settings.save()
    again = Settings(path)
    assert again.notice is None
    assert again["beam_size"] == 6


def test_a_value_of_the_wrong_type_takes_its_default_and_the_others_stay(path: Path) -> None:
    write(path, json.dumps({"beam_size": "wide", "n_best": 4, "geometry": [1, 2], "maximized": 1}).encode())
    settings = Settings(path)
    assert (settings["beam_size"], settings["n_best"], settings["geometry"]) == (5, 4, [])
    assert settings["maximized"] is False
    assert settings.notice is not None


@pytest.mark.parametrize("geometry", [[1, 1, 10**20, 5], [-(2**31), 0, 800, 600], [0, 0, 2**31 - 1, 600]])
def test_a_place_that_is_on_no_screen_of_this_world_is_not_taken(path: Path, geometry: list[int]) -> None:
    write(path, json.dumps({"geometry": geometry}).encode())
    assert Settings(path)["geometry"] == []


@pytest.mark.parametrize("speed", ["NaN", "Infinity", "-1", "true", "0"])
def test_a_speed_that_is_none_is_not_taken(path: Path, speed: str) -> None:
    write(path, f'{{"player_speed": {speed}}}'.encode())
    assert Settings(path)["player_speed"] == 1.5


def test_keys_of_a_newer_version_survive(path: Path) -> None:
    write(path, b'{"version": 99, "from_the_future": {"a": [1]}, "beam_size": 3}')
    settings = Settings(path)
    assert settings.notice is None
    settings["beam_size"] = 4
    settings.save()
    assert json.loads(path.read_bytes()) == {"version": 99, "from_the_future": {"a": [1]}, "beam_size": 4}


def test_half_a_character_survives(path: Path) -> None:
    """JSON can hold it, and a file name that is no UTF-8 makes one."""
    write(path, b'{"model": "/runs/\\udcff", "from_the_future": "\\ud800"}')
    settings = Settings(path)
    settings["export_folder"] = "/figures/\udcff"
    settings.save()
    assert (Settings(path)["model"], Settings(path)["export_folder"]) == ("/runs/\udcff", "/figures/\udcff")
    assert json.loads(path.read_bytes())["from_the_future"] == "\ud800"


def test_two_windows_keep_each_others_changes(path: Path) -> None:
    one, other = Settings(path), Settings(path)
    one["beam_size"] = 9
    one.save()
    other["theme"] = "dark"
    other.save()
    last = Settings(path)
    assert (last["beam_size"], last["theme"]) == (9, "dark")


def test_a_folder_that_cannot_be_written_is_told_and_the_values_hold(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("a file where the folder should be")
    settings = Settings(in_the_way / "settings.json")
    assert settings["beam_size"] == 5
    settings["beam_size"] = 7
    settings.save()
    assert settings["beam_size"] == 7
    assert settings.notice is not None
    assert "cannot be written" in settings.notice.what
    settings.notice = None
    settings["beam_size"] = 8
    settings.save()
    assert settings.notice is None  # once is enough


def test_a_write_that_fails_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(path)
    settings["beam_size"] = 8
    settings.save()
    before = path.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    settings["beam_size"] = 9
    settings.save()
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]
    assert "No space left" in settings.notice.what


def test_a_value_of_the_wrong_type_is_refused(path: Path) -> None:
    with pytest.raises(ValueError, match="beam_size"):
        Settings(path)["beam_size"] = 0


def test_the_environment_names_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ALIGNMENT_EXPLORER_SETTINGS", str(tmp_path / "mine.json"))
    assert settings_path() == tmp_path / "mine.json"
