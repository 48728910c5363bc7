"""From files to ids: what training gets is what the files said, and resume gets the same."""

import hashlib
import random
from dataclasses import replace
from pathlib import Path

import pytest

from engine.config import BUILT_IN, CorpusConfig, GrammarConfig
from engine.corpora.bitext import sentence_key
from engine.corpora.preparation import PreparedCorpus, prepare
from engine.corpora.sources import fingerprint
from engine.errors import CorpusError
from engine.runs.layout import cache_home
from engine.text.language_side import load_sides, save_sides
from engine.text.normalization import normalize

SUBJECTS = {
    "the baker": "le boulanger",
    "a child": "un enfant",
    "my neighbour": "mon voisin",
    "the cat": "le chat",
}
VERBS = {"sees": "voit", "hears": "entend", "follows": "suit", "loves": "aime", "finds": "trouve"}
OBJECTS = {"the lake": "le lac", "a garden": "un jardin", "the old church": "la vieille église", "it": "cela"}


def silent(stage: str, share: float) -> None:
    pass


def rows() -> list[tuple[str, str]]:
    return [
        (
            f"{subject} {verb} {thing} {count} times.",
            f"{SUBJECTS[subject]} {VERBS[verb]} {OBJECTS[thing]} {count} fois.",
        )
        for subject in SUBJECTS
        for verb in VERBS
        for thing in OBJECTS
        for count in (2, 3, 40)
    ]


@pytest.fixture
def config(tmp_path: Path) -> CorpusConfig:
    path = tmp_path / "corpus.tsv"
    path.write_text("".join(f"{source}\t{target}\n" for source, target in rows()), encoding="utf-8")
    return CorpusConfig(
        train=(str(path),),
        dev_size=20,
        test_size=10,
        source_vocabulary=60,
        target_vocabulary=60,
        max_length=50,
        joined_share=0.25,
    )


@pytest.mark.parametrize("segmentation", ["sentencepiece", "words"])
def test_training_ids_say_what_the_file_said(config: CorpusConfig, segmentation: str) -> None:
    size = 60 if segmentation == "sentencepiece" else 1000
    corpus = prepare(
        replace(config, segmentation=segmentation, source_vocabulary=size, target_vocabulary=size), silent
    )
    plain = len(corpus.train) - corpus.joined
    pairs = _decoded(corpus)
    known = set(rows())
    kept_out = {(pair.source, pair.target) for pair in (*corpus.dev, *corpus.test)}
    assert (len(corpus.dev), len(corpus.test)) == (20, 10)
    assert kept_out < known
    assert set(pairs[:plain]) <= known - kept_out
    assert plain == corpus.report.kept
    assert plain + 30 + sum(entry.count for entry in corpus.report.dropped.values()) == len(rows())
    assert corpus.joined == round(0.25 * plain)
    assert all(
        set(_sentences(*pair)) <= known - kept_out and len(_sentences(*pair)) > 1 for pair in pairs[plain:]
    )
    assert all(len(ids) <= 50 + 1 and ids[-1] == 0 for pair in corpus.train for ids in pair)


def _decoded(corpus: PreparedCorpus) -> list[tuple[str, str]]:
    return [(corpus.source.decode(source), corpus.target.decode(target)) for source, target in corpus.train]


def _ids(corpus: PreparedCorpus) -> tuple[list[list[int]], list[list[int]]]:
    return corpus.train.source.tolist(), corpus.train.target.tolist()


def _sentences(source: str, target: str) -> list[tuple[str, str]]:
    sides = [[f"{part}." for part in text.removesuffix(".").split(". ")] for text in (source, target)]
    return list(zip(*sides, strict=True))


def test_too_long_pairs_are_left_out_and_counted(config: CorpusConfig) -> None:
    with_long = Path(config.train[0])
    long = "again and again " * 20
    with_long.write_text(with_long.read_text("utf-8") + f"{long}\tencore\nencore\t{long}\n", encoding="utf-8")
    corpus = prepare(config, silent)
    assert corpus.report.dropped["longer than 50 tokens"].places[-2:] == [
        ("corpus.tsv", 241),
        ("corpus.tsv", 242),
    ]
    assert not any("encore" in target for _, target in _decoded(corpus))


def test_vocabularies_are_learned_from_the_training_part_only(config: CorpusConfig, tmp_path: Path) -> None:
    dev = tmp_path / "dev.tsv"
    dev.write_text("xylophones\tzythums\nTHE BAKER sees  the lake 2 times.\tle boulanger\n", encoding="utf-8")
    corpus = prepare(replace(config, dev=(str(dev),), segmentation="words", source_vocabulary=500), silent)
    assert corpus.dev[0].source == "xylophones"
    assert "xylophones" not in corpus.source.vocabulary.tokens
    assert "zythums" not in corpus.target.vocabulary.tokens
    assert corpus.report.dropped["source sentence also in dev"].count == 1
    train = {sentence_key(source) for source, _ in _decoded(corpus)}
    assert not train & {sentence_key(pair.source) for pair in (*corpus.dev, *corpus.test)}


def test_a_dev_corpus_that_holds_all_of_train_is_refused(config: CorpusConfig) -> None:
    with pytest.raises(CorpusError, match="also in dev"):
        prepare(replace(config, dev=config.train), silent)


def test_the_same_files_give_the_same_corpus_and_resume_too(config: CorpusConfig, tmp_path: Path) -> None:
    first = prepare(config, silent)
    again = prepare(config, silent)
    save_sides(tmp_path / "run", first.source, first.target)
    resumed = prepare(config, silent, load_sides(tmp_path / "run"))
    for other in (again, resumed):
        assert _ids(other) == _ids(first)
        assert (other.dev, other.test) == (first.dev, first.test)
        assert other.source.vocabulary == first.source.vocabulary
        assert other.report.to_json() == first.report.to_json()


def test_given_sides_are_used_as_they_are(config: CorpusConfig) -> None:
    first = prepare(config, silent)
    other = prepare(replace(config, source_vocabulary=40), silent, (first.source, first.target))
    assert other.source is first.source


def test_fingerprints_are_those_of_the_files(config: CorpusConfig) -> None:
    (path,) = config.train
    expected = hashlib.sha256(Path(path).read_bytes()).hexdigest()
    assert prepare(config, silent).fingerprints == {path: expected}
    with pytest.raises(CorpusError, match="cannot be read"):
        fingerprint(Path(path).with_name("none"))


def test_the_built_in_corpus_is_split_by_sentence_and_made_once() -> None:
    config = CorpusConfig(grammar=GrammarConfig(size=400), dev_size=30, test_size=20, segmentation="words")
    first = prepare(config, silent)
    assert (len(first.train), len(first.dev), len(first.test)) == (350, 30, 20)
    kept_out = {sentence_key(pair.source) for pair in (*first.dev, *first.test)}
    trained = {sentence_key(first.source.decode(ids)) for ids in _ids(first)[0]}
    assert len(kept_out) == 50
    assert not kept_out & trained
    assert set(first.fingerprints) == {BUILT_IN}
    entries = set((cache_home() / "prepared").iterdir())
    assert prepare(config, silent).dev == first.dev
    assert set((cache_home() / "prepared").iterdir()) == entries
    other = prepare(replace(config, grammar=GrammarConfig(size=400, without=("negation",))), silent)
    assert other.dev != first.dev


def test_the_built_in_corpus_the_other_way_round() -> None:
    config = CorpusConfig(grammar=GrammarConfig(size=100), dev_size=10, segmentation="words")
    forth = _decoded(prepare(config, silent))
    back = _decoded(prepare(replace(config, source_language="fr", target_language="en"), silent))
    there = set(map(tuple, back)) & {(target, source) for source, target in forth}
    assert len(there) > 60, "the split is by source sentence, so some are in other parts"


def test_progress_goes_from_nothing_to_all(config: CorpusConfig) -> None:
    told: list[tuple[str, float]] = []
    prepare(config, lambda stage, share: told.append((stage, share)))
    shares = [share for _, share in told]
    assert shares[0] == 0.0
    assert shares[-1] == 1.0
    assert shares == sorted(shares)


def test_what_cannot_be_trained_on_is_told(config: CorpusConfig) -> None:
    with pytest.raises(CorpusError, match="No corpus file"):
        prepare(replace(config, train=()), silent)
    with pytest.raises(CorpusError, match="longer than 1 tokens"):
        prepare(replace(config, max_length=1), silent)


SHARED = Path(__file__).parents[4] / "shared" / "data" / "tatoeba_en_fr" / "train.en-fr.tsv.xz"


@pytest.mark.skipif(not SHARED.exists(), reason="the Tatoeba corpus does not lie beside this checkout")
def test_a_real_corpus_round_trips(tmp_path: Path) -> None:
    import lzma

    with lzma.open(SHARED, "rt", encoding="utf-8", newline="\n") as file:
        lines = file.read().split("\n")[:-1]
    sample = random.Random(1).sample(lines, 4000)
    path = tmp_path / "sample.tsv"
    path.write_text("\n".join(sample), encoding="utf-8", newline="\n")
    corpus = prepare(
        CorpusConfig(train=(str(path),), dev_size=100, source_vocabulary=800, target_vocabulary=800), silent
    )
    known = {tuple(map(normalize, line.split("\t"))) for line in sample}
    decoded = [pair for pair in _decoded(corpus) if "<unk>" not in "".join(pair)]
    assert len(decoded) > 3800
    assert set(decoded) <= known
