"""Links between the words of training pairs, for guided alignment: from a file, or of the built-in corpus.

A file has a line of Pharaoh links for each pair of the corpus, in the order in which the corpus is read, the
words counted from 0 as `python main.py corpus FILE … --out PREFIX` writes them for an aligner.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.config import BUILT_IN, CorpusConfig
from engine.corpora.bitext import SentencePair
from engine.corpora.grammar.corpus import generate
from engine.corpora.lines import read_records
from engine.corpora.report import ImportReport
from engine.errors import CorpusError
from engine.text.normalization import Span
from engine.text.pharaoh import Links, parse_pharaoh
from engine.text.segmentation import WordSegmenter
from engine.text.token_array import Ids
from engine.text.word_places import words_of_tokens

_TARGET = 32  # a link between tokens is one number: target place << 32 | source place
_SOURCE = (1 << _TARGET) - 1


@dataclass(frozen=True)
class WordLinks:
    """The sure links of a pair, between words that stand at these places of its texts."""

    links: Links
    source: Sequence[Span]
    target: Sequence[Span]


def word_links(
    config: CorpusConfig, pairs: Iterator[SentencePair]
) -> Iterator[tuple[SentencePair, WordLinks]]:
    """Each pair of the corpus with its links. Raises CorpusError where a file of links does not fit it."""
    if config.links == BUILT_IN:
        return _built_in(config, pairs)
    return _from_file(config, pairs)


def token_links(words: WordLinks, source: Sequence[Span], target: Sequence[Span]) -> NDArray[np.int64]:
    """Links between the tokens at these places, all those of a target word's with all those of its source
    words, as numbers that `places` takes apart."""
    of_source = _tokens_of_words(source, words.source)
    of_target = _tokens_of_words(target, words.target)
    found = {
        t << _TARGET | s for i, j in words.links for t in of_target.get(j, ()) for s in of_source.get(i, ())
    }
    return np.array(sorted(found), dtype=np.int64)


def places(numbers: Ids) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The places of the source and of the target tokens of links, both 0-based in their sentences."""
    return np.asarray(numbers & _SOURCE), np.asarray(numbers >> _TARGET)


def moved(numbers: Ids, source: NDArray[np.int64], target: NDArray[np.int64]) -> NDArray[np.int64]:
    """The links of sentences that begin so many tokens later."""
    return np.asarray(numbers + (target << _TARGET | source))


def _tokens_of_words(tokens: Sequence[Span], words: Sequence[Span]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for token, word in enumerate(words_of_tokens(tokens, words)):
        found.setdefault(word, []).append(token)
    return found


def _built_in(
    config: CorpusConfig, pairs: Iterator[SentencePair]
) -> Iterator[tuple[SentencePair, WordLinks]]:
    assert config.grammar is not None
    for pair, made in zip(pairs, generate(config.grammar), strict=False):
        places_of_words, (sure, _) = made.linked_from(config.source_language)
        yield pair, WordLinks(sure, *places_of_words)


def _from_file(
    config: CorpusConfig, pairs: Iterator[SentencePair]
) -> Iterator[tuple[SentencePair, WordLinks]]:
    path = Path(config.links)
    words = WordSegmenter(config.source_language), WordSegmenter(config.target_language)
    with closing(read_records(path, ImportReport())) as lines:
        for number, pair in enumerate(pairs, start=1):
            line = next(lines, None)
            if line is None:
                raise _unequal(path, f"its line {number:,} is missing or no text")
            source, target = words[0].segment(pair.source).spans, words[1].segment(pair.target).spans
            yield pair, WordLinks(_links(path, number, line, (len(source), len(target))), source, target)
        if next(lines, None) is not None:
            raise _unequal(path, "it has more lines than the corpus has pairs")


def _links(path: Path, number: int, line: str, lengths: tuple[int, int]) -> Links:
    """The sure links of one line. Raises CorpusError where one lies outside of its pair."""
    written = parse_pharaoh([line], path.name, number)
    for link in written:
        if link.first >= lengths[0] or link.second >= lengths[1]:
            linked, has = f"{link.first} and {link.second}", f"{lengths[0]} and {lengths[1]}"
            raise _unequal(path, f"line {number:,} links the words {linked} of a pair of {has} words")
    return frozenset((link.first, link.second) for link in written if link.sure)


def _unequal(path: Path, what: str) -> CorpusError:
    return CorpusError(
        f"The links in {path} do not belong to the corpus: {what}.",
        "Make them for the words that 'python main.py corpus FILE --out PREFIX' writes, counted from 0.",
    )
