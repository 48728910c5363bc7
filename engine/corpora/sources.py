"""Where the training pairs of a corpus come from: files, or the built-in grammar; and what both amount to."""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from engine.config import BUILT_IN, CorpusConfig, GrammarConfig
from engine.corpora.bitext import SentencePair
from engine.corpora.grammar.corpus import fingerprint as grammar_fingerprint
from engine.corpora.grammar.corpus import generate
from engine.corpora.importers import read_pairs
from engine.corpora.report import ImportReport
from engine.errors import CorpusError

_MOST_KEPT = 50_000  # pairs, some 30 MB


def training_pairs(config: CorpusConfig, report: ImportReport) -> Iterator[SentencePair]:
    """The pairs, one by one, always the same; `report` is complete after the last one.

    Raises CorpusError where a file is no corpus or the grammar has too few sentences.
    """
    if config.grammar is None:
        yield from read_pairs(config.train, report)
        return
    size = config.grammar.size
    for pair in _kept(config.grammar) if size <= _MOST_KEPT else _built_in(config.grammar):
        report.kept += 1
        if config.source_language == "fr":
            pair = replace(pair, source=pair.target, target=pair.source)
        yield pair


def _built_in(config: GrammarConfig) -> Iterator[SentencePair]:
    return (made.pair for made in generate(config))


@lru_cache(maxsize=1)
def _kept(config: GrammarConfig) -> tuple[SentencePair, ...]:
    """All at once, for they are read twice and making them takes longer than reading a file."""
    return tuple(_built_in(config))


def fingerprints(config: CorpusConfig) -> dict[str, str]:
    """SHA-256 of each file's content, that of links too, by its path, and of the built-in corpus if used.

    Raises CorpusError where a file cannot be read.
    """
    links = (config.links,) if config.links not in ("", BUILT_IN) else ()
    files = {path: fingerprint(Path(path)) for path in (*config.train, *config.dev, *links)}
    return files if config.grammar is None else {**files, BUILT_IN: grammar_fingerprint()}


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
