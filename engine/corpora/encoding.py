"""The second reading of a corpus: training pairs become token ids in a store, pairs kept out stay text."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.config import CorpusConfig
from engine.corpora.bitext import Part, SentencePair
from engine.corpora.joining import choose_joins, join
from engine.corpora.report import ImportReport
from engine.corpora.sources import training_pairs
from engine.corpora.survey import Survey
from engine.corpora.token_store import TokenPairs, TokenWriter
from engine.corpora.word_links import WordLinks, token_links, word_links
from engine.errors import CorpusError
from engine.text.language_side import BLOCK
from engine.text.normalization import Span
from engine.text.segmentation import Segmenter
from engine.text.token_array import TokenArray, offsets_of

Linked = tuple[SentencePair, WordLinks | None]
Tables = tuple[NDArray[np.int32], NDArray[np.int32]]
_TOLD_EVERY = 1_000_000  # pairs from one word of progress to the next


class Encoder(Protocol):
    """One side's way from texts to ids."""

    @property
    def segmenter(self) -> Segmenter:
        """What cuts the texts."""

    def encode_array(self, texts: Sequence[str]) -> TokenArray:
        """The ids of the texts, end of sentence included."""


@dataclass(frozen=True)
class KeptOut:
    """The pairs for validation and for a test, as text."""

    dev: tuple[SentencePair, ...]
    test: tuple[SentencePair, ...]


def encode_corpus(
    config: CorpusConfig,
    found: Survey,
    encoders: tuple[Encoder, Encoder],
    writer: TokenWriter,
    tell: Callable[[int], None],
) -> KeptOut:
    """Write all training pairs that are not too long; the rest is counted in the report of the survey.

    tell: gets the number of pairs read so far.
    Raises CorpusError where no pair is left, or the files are not the ones that were surveyed.
    """
    kept_out: dict[int, list[SentencePair]] = {Part.DEV: list(found.dev), Part.TEST: []}
    pairs = zip(_linked(config, len(found.parts)), found.parts.tobytes(), strict=False)
    written = 0
    for number, block in enumerate(_blocks(pairs), start=1):
        train = [linked for linked, part in block if part == Part.TRAIN]
        for (pair, _), part in block:
            if part in kept_out:
                kept_out[part].append(pair)
        if train:
            written += _encode_block(train, encoders, writer, (config.max_length, found.report))
        if number * BLOCK % _TOLD_EVERY == 0:
            tell(number * BLOCK)
    if not written:
        raise CorpusError(
            f"Every training pair is longer than {config.max_length} tokens.",
            "Choose a preset for longer sentences, or cut the sentences up.",
        )
    found.report.kept = written
    return KeptOut(tuple(kept_out[Part.DEV]), tuple(kept_out[Part.TEST]))


def recode(provisional: TokenPairs, ids: Tables, writer: TokenWriter) -> None:
    """Write the pairs with other ids; ids: for each side the new id of each provisional one."""
    for begin in range(0, len(provisional), BLOCK):
        block = provisional.take(np.arange(begin, min(begin + BLOCK, len(provisional))))
        source = TokenArray(ids[0][block.source.ids], block.source.offsets)
        target = TokenArray(ids[1][block.target.ids], block.target.offsets)
        writer.append(TokenPairs(source, target, block.links))


def append_joined(config: CorpusConfig, writer: TokenWriter) -> int:
    """Write pairs that are joined from those written so far; how many they are."""
    pairs = writer.written()
    lengths = [(side.lengths() - 1).astype(np.int32) for side in (pairs.source, pairs.target)]
    groups = choose_joins((lengths[0], lengths[1]), config.max_length, config.joined_share, config.seed)
    joined = 0
    while block := list(islice(groups, BLOCK)):
        writer.append(join(pairs, block))
        joined += len(block)
    return joined


def _encode_block(
    linked: Sequence[Linked],
    encoders: tuple[Encoder, Encoder],
    writer: TokenWriter,
    limit: tuple[int, ImportReport],
) -> int:
    """Write the pairs of at most so many tokens a side, report the others; the number written."""
    max_length, report = limit
    pairs = [pair for pair, _ in linked]
    source = encoders[0].encode_array([pair.source for pair in pairs])
    target = encoders[1].encode_array([pair.target for pair in pairs])
    fits = np.maximum(source.lengths(), target.lengths()) - 1 <= max_length
    rows = np.flatnonzero(fits)
    for number in np.flatnonzero(~fits).tolist():
        report.drop(f"longer than {max_length} tokens", pairs[number].file, pairs[number].line)
    encoded = TokenPairs(source, target, _links(linked, encoders))
    writer.append(encoded if len(rows) == len(pairs) else encoded.take(rows))
    return len(rows)


def _links(linked: Sequence[Linked], encoders: tuple[Encoder, Encoder]) -> TokenArray | None:
    """The links between the tokens of each pair; None where none are asked for."""
    rows = [token_links(words, *_places(pair, encoders)) for pair, words in linked if words is not None]
    if not rows:
        return None
    counts = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
    return TokenArray(np.concatenate(rows), offsets_of(counts))


def _places(pair: SentencePair, encoders: tuple[Encoder, Encoder]) -> tuple[Sequence[Span], Sequence[Span]]:
    """Where the tokens of a pair stand in its texts."""
    source, target = encoders
    return source.segmenter.segment(pair.source).spans, target.segmenter.segment(pair.target).spans


def _linked(config: CorpusConfig, count: int) -> Iterator[Linked]:
    """The pairs of the files once more, with the links between their words where these are asked for."""
    pairs = _again(config, count)
    return word_links(config, pairs) if config.links else ((pair, None) for pair in pairs)


def _again(config: CorpusConfig, count: int) -> Iterator[SentencePair]:
    """The pairs of the files once more."""
    number = 0
    for number, pair in enumerate(training_pairs(config, ImportReport()), start=1):
        if number > count:
            break
        yield pair
    if number != count:
        raise CorpusError("The corpus files were changed while they were read.", "Start again.")


def _blocks(pairs: Iterator[tuple[Linked, int]]) -> Iterator[list[tuple[Linked, int]]]:
    while block := list(islice(pairs, BLOCK)):
        yield block
