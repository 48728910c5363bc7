"""The workspace file: what is saved is read again, from another folder too; other files are told and left."""

import contextlib
import json
import os
import shutil
from pathlib import Path

import pytest

from engine.catalogue import BUNDLED
from engine.constraints import Constraints, StepWeights
from engine.evaluation.alignment import GoldLinks
from explorer.pair_links import PairLinks, WordPair
from explorer.sentence_list import MOST_CHARACTERS, MOST_SENTENCES
from explorer.what_if import DecodingChoice, Question
from explorer.workspace_file import (
    FORMAT,
    SavedModel,
    SavedWorkspace,
    WorkspaceError,
    load_workspace,
    save_workspace,
)

CHANGED = Constraints(
    prefix=(4, 7),
    masked=(1,),
    temperature=0.5,
    attention="shuffled",
    seed=3,
    weights=(StepWeights(2, (0.25, 0.75)),),
)


def full(model: Path) -> SavedWorkspace:
    """A workspace in which nothing has its default."""
    return SavedWorkspace(
        models=(SavedModel("my-run", str(model), "abc"), None, SavedModel("gone", "/no/such/model")),
        source_text="le chat « dort » שלום\n",
        decoding=DecodingChoice(7, 4),
        questions=(
            Question("le chat", None, decoding=DecodingChoice(2, 1)),
            Question("le chat", "the cat", CHANGED, DecodingChoice(2, 2)),
        ),
        current=0,
        place="compare",
        views={"step": "left", "lines": "bottom"},
        selection=(3, 1, 2),
        listed=("le chat", "", "שלום"),
        pinned=(0, 2),
        links=(
            PairLinks(
                WordPair(("le", "chat"), ("the",)), GoldLinks(frozenset({(0, 0)}), frozenset({(1, 0)}))
            ),
        ),
    )


@pytest.fixture
def model(tmp_path: Path) -> Path:
    folder = tmp_path / "here" / "runs" / "my-run"
    folder.mkdir(parents=True)
    return folder


def test_what_is_saved_is_read_again(tmp_path: Path, model: Path) -> None:
    path = tmp_path / "here" / "one.alignment"
    save_workspace(path, full(model))
    assert load_workspace(path) == full(model)
    assert sorted(path.parent.iterdir()) == [path, model.parent]


def test_the_largest_list_of_sentences_fits(tmp_path: Path) -> None:
    listed = ("\N{OLD PERSONAL COMPUTER}" * (MOST_CHARACTERS // MOST_SENTENCES),) * MOST_SENTENCES
    save_workspace(tmp_path / "one.alignment", SavedWorkspace(listed=listed))
    assert load_workspace(tmp_path / "one.alignment").listed == listed


def test_it_opens_from_another_folder_together_with_its_models(tmp_path: Path, model: Path) -> None:
    save_workspace(tmp_path / "here" / "one.alignment", full(model))
    shutil.move(tmp_path / "here", tmp_path / "there")
    found = load_workspace(tmp_path / "there" / "one.alignment").models[0]
    assert found.found() == str(tmp_path / "there" / "runs" / "my-run")


def test_it_opens_from_another_folder_while_its_models_stay(tmp_path: Path, model: Path) -> None:
    save_workspace(tmp_path / "here" / "one.alignment", full(model))
    (tmp_path / "a" / "b").mkdir(parents=True)
    shutil.move(tmp_path / "here" / "one.alignment", tmp_path / "a" / "b" / "one.alignment")
    assert load_workspace(tmp_path / "a" / "b" / "one.alignment").models[0].found() == str(model)


def test_a_bundled_model_is_found_by_its_name_and_a_missing_one_is_not_found() -> None:
    name = next(path.name for path in BUNDLED.iterdir() if path.is_dir())
    assert SavedModel(name, "/of/another/machine").found() == str(BUNDLED / name)
    assert SavedModel("gone", "/no/such/model").found() == ""
    assert SavedModel("../models", "/no/such/model").found() == ""


@pytest.mark.parametrize(
    "content",
    [b"", b"\0" * 50, b'{"format": "ali', b"[" * 100_000, b"\xff\xfe"],
    ids=["empty", "nul bytes", "cut", "deep", "no utf-8"],
)
def test_a_damaged_file_is_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.alignment"
    path.write_bytes(content)
    with pytest.raises(WorkspaceError, match="damaged") as told:
        load_workspace(path)
    assert "stays as it is" in told.value.remedy
    assert path.read_bytes() == content


@pytest.mark.parametrize("values", [[], "text", {}, {"format": "other", "version": 1}])
def test_a_foreign_file_is_told(tmp_path: Path, values: object) -> None:
    path = tmp_path / "other.json"
    path.write_text(json.dumps(values))
    with pytest.raises(WorkspaceError, match="no workspace"):
        load_workspace(path)


def test_a_newer_file_is_told_whatever_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "new.alignment"
    path.write_text(json.dumps({"format": FORMAT, "version": 2}))
    with pytest.raises(WorkspaceError, match="newer version"):
        load_workspace(path)


@pytest.mark.parametrize("value", [None, "x", 7, [], {}, [1], {"a": 1}, -1, 1e300, True])
@pytest.mark.parametrize(
    "key", ["models", "source", "decoding", "sentences", "current", "views", "selection", "version"]
)
def test_any_wrong_value_is_told_or_taken_and_never_a_defect(
    tmp_path: Path, model: Path, key: str, value: object
) -> None:
    path = tmp_path / "here" / "one.alignment"
    save_workspace(path, full(model))
    path.write_text(json.dumps({**json.loads(path.read_text()), key: value}))
    with contextlib.suppress(WorkspaceError):
        loaded = load_workspace(path)
        save_workspace(path, loaded)
        assert load_workspace(path) == loaded


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("explorer.workspace_file.LARGEST", 10)
    path = tmp_path / "large.alignment"
    path.write_bytes(b" " * 11)
    with pytest.raises(WorkspaceError, match="no workspace"):
        load_workspace(path)


def test_a_file_that_cannot_be_written_is_told_and_the_old_one_stays(
    tmp_path: Path, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "here" / "one.alignment"
    save_workspace(path, full(model))
    before = path.read_bytes()

    def full_disk(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(WorkspaceError, match="No space left"):
        save_workspace(path, SavedWorkspace())
    assert path.read_bytes() == before
    assert sorted(path.parent.iterdir()) == [path, model.parent]


def test_a_file_or_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match="cannot be read"):
        load_workspace(tmp_path / "none.alignment")
    with pytest.raises(WorkspaceError, match="cannot be written"):
        save_workspace(tmp_path / "none" / "one.alignment", SavedWorkspace())
