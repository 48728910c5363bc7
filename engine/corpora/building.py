"""The work of preparing a corpus: its files are read twice as a stream, and a token store is written.

Once to see which sentences are kept out and to learn subwords, once to encode the others. Words are counted
in all training pairs while these are encoded; the numbers that they got meanwhile are exchanged at the end.
"""

import shutil
from collections.abc import Callable
from dataclasses import astuple
from pathlib import Path

from engine.config import CorpusConfig
from engine.corpora.bitext import Part
from engine.corpora.encoding import KeptOut, append_joined, encode_corpus, recode
from engine.corpora.report import ImportReport
from engine.corpora.survey import Sample, Survey, survey
from engine.corpora.token_store import TokenWriter
from engine.text.description import SENTENCEPIECE
from engine.text.language_side import LanguageSide, side_of_words, train_side
from engine.text.word_counter import WordCounter

Progress = Callable[[str, float], None]  # what is being done, and the share of the whole that is behind
Sides = tuple[LanguageSide, LanguageSide]
SAMPLE_BYTES = 250 << 20  # of texts that subwords are learned from: some 800,000 pairs of 15 words
_PROVISIONAL = "words"
_ANY = (1 << 31, 1 << 31)  # different words that the two sides may have


def build(config: CorpusConfig, given: Sides | None, folder: Path, progress: Progress) -> Sides:
    """Write the token store of a corpus into the new folder; the sides that were given, or learned.

    The header of the store holds "dev" and "test" (source, target, line and file of each pair kept out),
    "joined" and "report". Raises CorpusError, VocabularyError and, from writing, OSError.
    """
    found, sides = _look(config, given, progress)
    progress("Encoding the training pairs", 0.5)
    if sides is None:
        return _build_of_words(config, found, folder, progress)
    if given is None:
        _note_sizes(config, sides, found.report)
    with _writer(folder, sides, linked=bool(config.links)) as writer:
        kept_out = encode_corpus(config, found, sides, writer, _encoding(progress, found))
        _finish(config, found, kept_out, writer, progress)
    return sides


def _look(config: CorpusConfig, given: Sides | None, progress: Progress) -> tuple[Survey, Sides | None]:
    """The survey, and the sides but where they are words that are still to be counted."""
    learns = given is None and config.segmentation == SENTENCEPIECE
    sample = Sample(SAMPLE_BYTES, config.seed) if learns else None
    found = survey(config, sample, lambda pairs: progress(f"Reading the corpus: {pairs:,} pairs", 0.1))
    progress("Learning the vocabularies", 0.2)
    if sample is None:
        return found, given
    pairs = sample.of_part(found.parts, Part.TRAIN)
    kind = config.segmentation
    return found, (
        train_side([pair.source for pair in pairs], kind, config.source_vocabulary, config.source_language),
        train_side([pair.target for pair in pairs], kind, config.target_vocabulary, config.target_language),
    )


def _build_of_words(config: CorpusConfig, found: Survey, folder: Path, progress: Progress) -> Sides:
    """Encode with provisional numbers while the words are counted, then exchange the numbers."""
    counters = WordCounter(config.source_language), WordCounter(config.target_language)
    with TokenWriter(folder / _PROVISIONAL, _ANY, linked=bool(config.links)) as provisional:
        kept_out = encode_corpus(config, found, counters, provisional, _encoding(progress, found))
        source = side_of_words(counters[0], config.source_vocabulary)
        target = side_of_words(counters[1], config.target_vocabulary)
        _note_sizes(config, (source, target), found.report)
        ids = counters[0].final_ids(source.vocabulary), counters[1].final_ids(target.vocabulary)
        with _writer(folder, (source, target), linked=bool(config.links)) as writer:
            recode(provisional.written(), ids, writer)
            _finish(config, found, kept_out, writer, progress)
    shutil.rmtree(folder / _PROVISIONAL)
    return source, target


def _note_sizes(config: CorpusConfig, sides: Sides, report: ImportReport) -> None:
    """Say where a vocabulary has not the size that was asked for, because the corpus does not give it."""
    asked = config.source_vocabulary, config.target_vocabulary
    for name, side, size in zip(("source", "target"), sides, asked, strict=True):
        if (has := len(side.vocabulary.tokens)) != size:
            why = "the corpus gives no more" if has < size else "the corpus has so many characters"
            report.note(f"The {name} vocabulary has {has:,} tokens instead of {size:,}: {why}.")


def _writer(folder: Path, sides: Sides, *, linked: bool) -> TokenWriter:
    return TokenWriter(folder, (len(sides[0].vocabulary), len(sides[1].vocabulary)), linked=linked)


def _encoding(progress: Progress, found: Survey) -> Callable[[int], None]:
    """Tells how far the encoding is."""
    return lambda pairs: progress(
        f"Encoding the training pairs: {pairs:,} read", 0.5 + 0.3 * pairs / len(found.parts)
    )


def _finish(
    config: CorpusConfig, found: Survey, kept_out: KeptOut, writer: TokenWriter, progress: Progress
) -> None:
    """Add the joined pairs, and the header with all that is not a number."""
    progress("Joining short pairs", 0.8)
    joined = append_joined(config, writer)
    dev, test, report = kept_out.dev, kept_out.test, found.report
    report.note(f"{len(dev):,} pairs are kept out for validation and {len(test):,} for a test.")
    if config.joined_share:
        report.note(f"{joined:,} more training pairs were made by joining short ones.")
    texts = {"dev": [astuple(pair) for pair in dev], "test": [astuple(pair) for pair in test]}
    writer.finish({**texts, "joined": joined, "report": report.to_json()})
