"""Models whose parts do not belong together, or cannot be a model, are refused with what is wrong."""

import shutil
from pathlib import Path

import pytest
import torch

from engine.catalogue import describe_model, find_model, list_models
from engine.checkpoint import VOCABULARIES, load_checkpoint, publish_model, save_checkpoint
from engine.config import DecodeConfig
from engine.errors import CheckpointError
from engine.text.language_side import load_sides
from engine.translator import Translator


@pytest.fixture
def run(short_run: Path, tmp_path: Path) -> Path:
    """A copy of a short run whose one checkpoint tells the vocabularies that it was trained with."""
    run = tmp_path / "run"
    shutil.copytree(short_run, run)
    folder = find_model(run)
    whole = load_checkpoint(folder)
    source, target = load_sides(run)
    state = {**whole.state, VOCABULARIES: [source.vocabulary.fingerprint, target.vocabulary.fingerprint]}
    save_checkpoint(folder, whole.model, whole.optimizer, state)
    return run


def exchange_sides(home: Path) -> None:
    for folder in ("vocabulary", "segmenter"):
        source, target = home / folder / "source.json", home / folder / "target.json"
        source.rename(home / "kept")
        target.rename(source)
        (home / "kept").rename(target)


def test_the_right_parts_are_taken(run: Path) -> None:
    assert Translator.load(run).translate("big red cat", DecodeConfig()).hypotheses


def test_exchanged_vocabularies_of_a_run_are_told(run: Path) -> None:
    exchange_sides(run)
    with pytest.raises(CheckpointError, match="fit if the vocabularies of source and target are exchanged"):
        Translator.load(run)


@pytest.mark.parametrize(("kept", "lost"), [("source", "target"), ("target", "source")])
def test_another_vocabulary_is_told_by_its_side(run: Path, kept: str, lost: str) -> None:
    shutil.copy(run / "vocabulary" / f"{kept}.json", run / "vocabulary" / f"{lost}.json")
    with pytest.raises(CheckpointError, match=f"another {lost} vocabulary"):
        Translator.load(run)


def test_exchanged_vocabularies_of_a_bundled_model_are_refused(run: Path, tmp_path: Path) -> None:
    model = tmp_path / "bundled"
    publish_model(find_model(run), model, {})
    exchange_sides(model)
    with pytest.raises(CheckpointError, match="do not match its checksum"):
        Translator.load(model)


def test_a_card_may_be_edited_and_has_to_be_readable(run: Path, tmp_path: Path) -> None:
    model = tmp_path / "bundled"
    publish_model(find_model(run), model, {"title": "old"})
    (model / "card.json").write_text('{"title": "new"}')
    assert Translator.load(model).card == {"title": "new"}
    (model / "card.json").write_text("{")
    with pytest.raises(CheckpointError, match="not JSON"):
        Translator.load(model)


def test_impossible_sizes_are_told(run: Path) -> None:
    path = run / "experiment.json"
    written = path.read_text()
    for size, words in ((1_000_000, "does not fit its configuration"), (99999999999, "at most 1,000,000")):
        path.write_text(written.replace('"hidden_size": 12', f'"hidden_size": {size}'))
        with pytest.raises(CheckpointError, match=words):
            Translator.load(run)


def test_weights_that_are_missing_are_told(run: Path) -> None:
    folder = find_model(run)
    (folder / "model.safetensors").rename(run / "elsewhere")
    with pytest.raises(CheckpointError, match=r"model\.safetensors is missing"):
        Translator.load(folder)


def test_links_in_a_circle_and_names_that_cannot_be_are_listed_as_broken(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.symlink_to(second)
    second.symlink_to(first)
    entries = list_models([first, Path("a\0b")])[-2:]
    assert [entry.name for entry in entries] == ["first", "a\0b"]
    assert all(entry.problem for entry in entries)


def test_the_folder_one_stands_in_has_its_own_name(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(run)
    assert describe_model(Path()).name == "run"
    monkeypatch.chdir(run / "checkpoints")
    assert describe_model(Path("..")).name == "run"


def test_weights_of_another_kind_of_network_are_refused(run: Path) -> None:
    path = run / "experiment.json"
    text = path.read_text()
    others = {"rnnsearch": "rnnencdec", "rnnencdec": "lstm-seq2seq", "lstm-seq2seq": "rnnsearch"}
    kind = next(kind for kind in others if f'"kind": "{kind}"' in text)
    path.write_text(text.replace(f'"kind": "{kind}"', f'"kind": "{others[kind]}"'))
    with pytest.raises(CheckpointError, match="does not fit its configuration"):
        Translator.load(run)
    assert torch.get_default_device().type == "cpu"  # as it was before
