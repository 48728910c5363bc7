"""From corpus files to what training reads: ids for train, text for dev and test, and both vocabularies."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.config import CorpusConfig
from engine.corpora.bitext import Bitext, SentencePair, Split, sentence_key, split
from engine.corpora.importers import import_bitext
from engine.corpora.joining import choose_joins, join
from engine.corpora.report import ImportReport
from engine.errors import CorpusError
from engine.text.language_side import LanguageSide, train_side

Progress = Callable[[str, float], None]  # what is being done, and the share of the whole that is behind
Sides = tuple[LanguageSide, LanguageSide]


@dataclass(frozen=True)
class PreparedCorpus:
    """A corpus ready for training.

    train_source, train_target: the ids of each training pair, end of sentence included, in step.
    dev, test: the pairs kept out, as text. fingerprints: SHA-256 of each file's content, by its path.
    joined: how many of the training pairs, the last ones, were made by joining others.
    """

    train_source: list[list[int]]
    train_target: list[list[int]]
    dev: tuple[SentencePair, ...]
    test: tuple[SentencePair, ...]
    source: LanguageSide
    target: LanguageSide
    report: ImportReport
    fingerprints: dict[str, str]
    joined: int


def prepare(config: CorpusConfig, progress: Progress, sides: Sides | None = None) -> PreparedCorpus:
    """Read, split, segment, encode, filter by length and join, as the configuration says.

    Vocabularies and segmenters are learned from the training part only, or are `sides` where given (resume);
    the same files, configuration and sides give the same corpus.
    Raises CorpusError and VocabularyError.
    """
    if not config.train:
        raise CorpusError(
            "No corpus file was given to train on.", "Choose a TSV file or a pair of Moses files."
        )
    progress("Reading the corpus", 0.0)
    fingerprints = {path: fingerprint(Path(path)) for path in (*config.train, *config.dev)}
    bitext, report = import_bitext(config.train)
    parts = _parts(bitext, config, report)
    progress("Learning the vocabularies", 0.2)
    source, target = sides or _train_sides(parts.train, config)
    progress("Encoding the training pairs", 0.5)
    source_ids, target_ids = _encode(parts.train, (source, target), config.max_length, report)
    progress("Joining short pairs", 0.8)
    lengths = [(len(ids) - 1, len(others) - 1) for ids, others in zip(source_ids, target_ids, strict=True)]
    groups = choose_joins(lengths, config.max_length, config.joined_share, config.seed)
    report.kept = len(source_ids)
    report.note(f"{len(parts.dev):,} pairs are kept out for validation and {len(parts.test):,} for a test.")
    report.note(f"{len(groups):,} more training pairs were made by joining short ones.")
    progress("Corpus ready", 1.0)
    return PreparedCorpus(
        train_source=source_ids + join(source_ids, groups),
        train_target=target_ids + join(target_ids, groups),
        dev=parts.dev.pairs,
        test=parts.test.pairs,
        source=source,
        target=target,
        report=report,
        fingerprints=fingerprints,
        joined=len(groups),
    )


def fingerprint(path: Path) -> str:
    """SHA-256, in hexadecimal, of the file's bytes as they lie on disk; raises CorpusError."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise CorpusError(
            f"The file {path} cannot be read: {error.strerror or error}.",
            "Check its name and your right to read it.",
        ) from error


def _parts(bitext: Bitext, config: CorpusConfig, report: ImportReport) -> Split:
    if not config.dev:
        return split(bitext, config.dev_size, config.test_size, config.seed)
    dev, _ = import_bitext(config.dev)
    known = {sentence_key(pair.source) for pair in dev.pairs}
    rest: list[SentencePair] = []
    for pair in bitext.pairs:
        if sentence_key(pair.source) in known:
            report.drop("source sentence also in dev", pair.file, pair.line)
        else:
            rest.append(pair)
    if not rest:
        raise CorpusError("Every sentence of the training corpus is also in dev.", "Give another dev corpus.")
    parts = split(Bitext(tuple(rest)), 0, config.test_size, config.seed)
    return Split(parts.train, dev, parts.test)


def _train_sides(train: Bitext, config: CorpusConfig) -> Sides:
    texts = ([pair.source for pair in train.pairs], [pair.target for pair in train.pairs])
    source = train_side(texts[0], config.segmentation, config.source_vocabulary, config.source_language)
    target = train_side(texts[1], config.segmentation, config.target_vocabulary, config.target_language)
    return source, target


def _encode(
    bitext: Bitext, sides: Sides, max_length: int, report: ImportReport
) -> tuple[list[list[int]], list[list[int]]]:
    """The ids, source and target, of the pairs of at most `max_length` tokens a side; the rest is counted."""
    source = sides[0].encode_all([pair.source for pair in bitext.pairs])
    target = sides[1].encode_all([pair.target for pair in bitext.pairs])
    kept: tuple[list[list[int]], list[list[int]]] = ([], [])
    for pair, ids, others in zip(bitext.pairs, source, target, strict=True):
        if max(len(ids), len(others)) - 1 > max_length:
            report.drop(f"longer than {max_length} tokens", pair.file, pair.line)
        else:
            kept[0].append(ids)
            kept[1].append(others)
    if not kept[0]:
        raise CorpusError(
            f"Every training pair is longer than {max_length} tokens.", "Raise the length that is allowed."
        )
    return kept
