"""A corpus too small for its configuration is trained on as far as it goes, and the report says so."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.config import CorpusConfig
from engine.corpora.preparation import prepare
from engine.errors import CorpusError

LARGE = CorpusConfig(dev_size=1000, test_size=2000, source_vocabulary=5000, target_vocabulary=5000)


def _configured(tmp_path: Path, rows: list[str], config: CorpusConfig = LARGE) -> CorpusConfig:
    path = tmp_path / "few.tsv"
    path.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    return replace(config, train=(str(path),))


def _silent(stage: str, share: float) -> None:
    pass


@pytest.mark.parametrize("segmentation", ["sentencepiece", "words"])
def test_vocabularies_shrink_to_what_there_is(tmp_path: Path, segmentation: str) -> None:
    rows = [f"number {n} of them\tle {n} d'entre eux" for n in range(50)]
    config = _configured(tmp_path, rows, replace(LARGE, segmentation=segmentation))
    corpus = prepare(config, _silent)
    for name, side in (("source", corpus.source), ("target", corpus.target)):
        assert 4 < len(side.vocabulary.tokens) < 5000
        note = f"The {name} vocabulary has {len(side.vocabulary.tokens):,} tokens instead of 5,000"
        assert any(line.startswith(note) for line in corpus.report.notes)
    assert len(prepare(config, _silent).train) == len(corpus.train)  # found again, with the same sizes


def test_a_vocabulary_has_room_for_all_characters(tmp_path: Path) -> None:
    rows = [f"word {n}\t{chr(0x4E00 + n)}" for n in range(200)]
    corpus = prepare(_configured(tmp_path, rows, replace(LARGE, target_vocabulary=100)), _silent)
    assert len(corpus.target.vocabulary.tokens) == 160 + 1  # of the pairs trained on, and the blank
    assert 1 not in corpus.train.target.ids  # none is unknown
    assert any("so many characters" in note for note in corpus.report.notes)


def test_a_tenth_is_kept_out_at_most(tmp_path: Path) -> None:
    corpus = prepare(_configured(tmp_path, [f"s{n} a b\tt{n} c d" for n in range(60)]), _silent)
    assert (len(corpus.train), len(corpus.dev), len(corpus.test)) == (48, 6, 6)
    assert "For dev 6 pairs are kept out instead of 1,000: a tenth of the corpus." in corpus.report.notes


def test_two_pairs_are_enough_and_one_is_not(tmp_path: Path) -> None:
    corpus = prepare(_configured(tmp_path, ["a\tb", "c\td"]), _silent)
    assert (len(corpus.train), len(corpus.dev), len(corpus.test)) == (1, 1, 0)
    with pytest.raises(CorpusError, match="kept out of a corpus of 1"):
        prepare(_configured(tmp_path, ["a\tb"]), _silent)


def test_one_sentence_over_and_over_cannot_be_validated(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="No sentence can be kept out for validation"):
        prepare(_configured(tmp_path, ["the same\tla même"] * 300), _silent)


def test_what_was_dropped_from_the_dev_corpus_is_told(tmp_path: Path) -> None:
    dev = tmp_path / "dev.tsv"
    dev.write_text("one more\tun de plus\nno target\t\n", encoding="utf-8")
    config = _configured(tmp_path, [f"s{n} a b\tt{n} c d" for n in range(60)])
    corpus = prepare(replace(config, dev=(str(dev),)), _silent)
    assert "In the dev corpus: 1 dropped, empty target (dev.tsv line 2)" in corpus.report.notes
    assert not any(note.startswith("For dev") for note in corpus.report.notes)
