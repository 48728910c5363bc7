"""A corpus is prepared once: what is found again is what was made, and what differs is made anew."""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.config import CorpusConfig
from engine.corpora import encoding, preparation
from engine.corpora.preparation import PreparedCorpus, prepare
from engine.errors import CorpusError
from engine.text.language_side import load_sides, save_sides

KINDS = pytest.mark.parametrize("segmentation", ["sentencepiece", "words"])


def silent(stage: str, share: float) -> None:
    pass


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ALIGNMENT_EXPLORER_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "prepared"


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch) -> list[CorpusConfig]:
    """The configurations that were built from their files, one by one."""
    built: list[CorpusConfig] = []
    build: Callable[..., Any] = preparation.build

    def noted(config: CorpusConfig, *rest: Any) -> Any:
        built.append(config)
        return build(config, *rest)

    monkeypatch.setattr(preparation, "build", noted)
    return built


@pytest.fixture
def config(tmp_path: Path) -> CorpusConfig:
    draw = random.Random(3)
    words = [first + last for first in ("ba", "ce", "di", "fo") for last in ("lu", "mi", "no", "pé")]
    lines = (" ".join(draw.choices(words, k=draw.randint(1, 8))) for _ in range(400))
    path = tmp_path / "corpus.tsv"
    path.write_text("".join(f"{line}\t{line.upper()}\n" for line in lines), encoding="utf-8")
    return CorpusConfig(
        train=(str(path),), dev_size=20, test_size=10, source_vocabulary=40, target_vocabulary=40,
        max_length=9, joined_share=0.3,
    )  # fmt: skip


def contents(corpus: PreparedCorpus) -> tuple[Any, ...]:
    return (
        corpus.train.source.tolist(),
        corpus.train.target.tolist(),
        (corpus.dev, corpus.test, corpus.joined, corpus.fingerprints),
        corpus.report.to_json(),
        (corpus.source.fingerprint, corpus.target.fingerprint),
    )


@KINDS
def test_the_second_time_it_is_found(
    config: CorpusConfig, builds: list[CorpusConfig], segmentation: str
) -> None:
    config = replace(config, segmentation=segmentation)
    first, again = prepare(config, silent), prepare(config, silent)
    assert len(builds) == 1
    assert contents(again) == contents(first)
    assert first.joined > 50


@KINDS
def test_a_resumed_run_finds_what_its_start_made(
    config: CorpusConfig, builds: list[CorpusConfig], tmp_path: Path, segmentation: str
) -> None:
    config = replace(config, segmentation=segmentation)
    first = prepare(config, silent)
    save_sides(tmp_path / "run", first.source, first.target)
    assert contents(prepare(config, silent, load_sides(tmp_path / "run"))) == contents(first)
    assert len(builds) == 1


def test_another_configuration_or_content_is_prepared_anew(
    config: CorpusConfig, builds: list[CorpusConfig]
) -> None:
    prepare(config, silent)
    for number, change in enumerate([{"max_length": 5}, {"seed": 2}, {"joined_share": 0.1}], start=2):
        prepare(replace(config, **change), silent)
        assert len(builds) == number
    path = Path(config.train[0])
    path.write_text(path.read_text(encoding="utf-8") + "balu\tBALU\n", encoding="utf-8")
    longer = prepare(config, silent)
    assert len(builds) == 5
    dropped = sum(entry.count for entry in longer.report.dropped.values())
    assert longer.report.kept + dropped + 30 == 401


def test_the_same_content_elsewhere_is_found(
    config: CorpusConfig, builds: list[CorpusConfig], tmp_path: Path
) -> None:
    prepare(config, silent)
    moved = tmp_path / "elsewhere" / "corpus.tsv"
    moved.parent.mkdir()
    Path(config.train[0]).rename(moved)
    assert list(prepare(replace(config, train=(str(moved),)), silent).fingerprints) == [str(moved)]
    assert len(builds) == 1


@pytest.mark.parametrize(
    "file", ["source.ids", "target.offsets", "header.json", "checksums", "vocabulary/source.json"]
)
def test_what_is_damaged_is_made_again(
    config: CorpusConfig, builds: list[CorpusConfig], home: Path, file: str
) -> None:
    expected = contents(prepare(config, silent))
    (path,) = home.glob(f"*/{file}") if file != "checksums" else home.glob("tokens-*/checksums")
    path.write_bytes(path.read_bytes()[:-3])
    assert contents(prepare(config, silent)) == expected
    assert contents(prepare(config, silent)) == expected
    # a vocabulary is learned again while its tokens are still there, so these are made twice as well
    assert len(builds) == 2


@KINDS
def test_the_size_of_the_blocks_does_not_matter(
    config: CorpusConfig, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, segmentation: str
) -> None:
    config = replace(config, segmentation=segmentation)
    whole = contents(prepare(config, silent))
    monkeypatch.setenv("ALIGNMENT_EXPLORER_CACHE", str(tmp_path / "other"))
    monkeypatch.setattr(encoding, "BLOCK", 7)
    assert contents(prepare(config, silent)) == whole


@pytest.mark.parametrize("change", ["balu\tBALU\n", None])
def test_a_file_that_changes_under_way_is_told(
    config: CorpusConfig, monkeypatch: pytest.MonkeyPatch, home: Path, change: str | None
) -> None:
    path = Path(config.train[0])
    text = path.read_text(encoding="utf-8")

    def meddle(stage: str, share: float) -> None:
        if stage.startswith("Encoding"):
            path.write_text(text + change if change else text[: len(text) // 2], encoding="utf-8")

    with pytest.raises(CorpusError, match="changed while they were read"):
        prepare(config, meddle)
    assert list(home.iterdir()) == []


def test_a_cache_that_cannot_be_written_is_told(
    config: CorpusConfig, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("ALIGNMENT_EXPLORER_CACHE", str(tmp_path / "file"))
    with pytest.raises(CorpusError, match=r"cannot be kept in .*file") as caught:
        prepare(config, silent)
    assert "ALIGNMENT_EXPLORER_CACHE" in caught.value.remedy
