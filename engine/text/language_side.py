"""One side of a language pair: its segmenter and its vocabulary, from text to ids and back."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path

import numpy as np

from engine.errors import VocabularyError
from engine.text.description import SENTENCEPIECE
from engine.text.normalization import Span
from engine.text.segmentation import (
    Segmenter,
    SentencePieceSegmenter,
    SubwordCountError,
    load_segmenter,
    train_sentencepiece,
)
from engine.text.token_array import TokenArray
from engine.text.vocabulary import EOS, EOS_ID, Vocabulary
from engine.text.word_counter import WordCounter

BLOCK = 10_000  # texts of a corpus to encode at a time, so that its tokens are never all held as texts
_NAMES = ("source", "target")


@dataclass(frozen=True)
class EncodedText:
    """A text as a model reads it. The three tuples have one entry a token, end of sentence last.

    A token that the vocabulary lacks has the id UNK and keeps its own text in `tokens`.
    spans: (begin, end) in the text as typed; the end of sentence stands at (n, n).
    """

    ids: tuple[int, ...]
    tokens: tuple[str, ...]
    spans: tuple[Span, ...]


@dataclass(frozen=True)
class LanguageSide:
    """Text to ids and ids to text, for one language of a model."""

    segmenter: Segmenter
    vocabulary: Vocabulary

    def encode(self, text: str) -> EncodedText:
        """The text's ids, tokens and spans, end of sentence included."""
        segmented = self.segmenter.segment(text)
        ids = (*self.vocabulary.encode(segmented.tokens), EOS_ID)
        return EncodedText(ids, (*segmented.tokens, EOS), (*segmented.spans, (len(text), len(text))))

    def encode_array(self, texts: Sequence[str]) -> TokenArray:
        """The ids of many texts, end of sentence included: the fast way for a corpus, in blocks."""
        if isinstance(self.segmenter, SentencePieceSegmenter):
            sentences = self.segmenter.number_all(texts)
        else:
            sentences = [self.vocabulary.encode(tokens) for tokens in self.segmenter.segment_all(texts)]
        counts = np.fromiter(map(len, sentences), dtype=np.int64, count=len(sentences))
        ids = np.fromiter(chain.from_iterable(sentences), dtype=np.int32)
        if isinstance(self.segmenter, SentencePieceSegmenter):
            ids += 1  # pieces are numbered from the unknown one, ids from the end of sentence
        return TokenArray.closed(ids, counts)

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256, in hexadecimal, of segmenter and vocabulary: equal where all texts get equal ids."""
        both = self.segmenter.fingerprint + self.vocabulary.fingerprint
        return hashlib.sha256(both.encode("ascii")).hexdigest()

    def decode(self, ids: Iterable[int]) -> str:
        """The text of the ids up to the first end of sentence; unknown words read "<unk>".

        Raises VocabularyError for an id that the vocabulary does not have.
        """
        tokens: list[str] = []
        for token_id in ids:
            if token_id == EOS_ID:
                break
            tokens.append(self.vocabulary.token(token_id))
        return self.segmenter.join(tokens)


def train_side(sentences: Sequence[str], segmentation: str, size: int, language: str) -> LanguageSide:
    """A side learned from the sentences: `size` subwords ("sentencepiece") or at most `size` words ("words").

    Where the sentences do not give that many subwords it has as many as they give, and where they have more
    characters than that, one for each of these. Raises VocabularyError where there is no text.
    """
    if segmentation == SENTENCEPIECE:
        try:
            subwords = train_sentencepiece(sentences, size, language)
        except SubwordCountError as error:
            subwords = train_sentencepiece(sentences, error.possible, language)
        return LanguageSide(subwords, Vocabulary(subwords.pieces))
    words = WordCounter(language)
    words.encode_array(sentences)
    return side_of_words(words, size)


def side_of_words(words: WordCounter, size: int) -> LanguageSide:
    """A side of the most frequent words that were counted; raises VocabularyError where there are none."""
    vocabulary = words.vocabulary(size)
    if not vocabulary.tokens:
        raise VocabularyError("There is no text to take words from.", "Choose a corpus with sentences.")
    return LanguageSide(words.segmenter, vocabulary)


def save_sides(directory: Path, source: LanguageSide, target: LanguageSide) -> None:
    """Write `vocabulary/` and `segmenter/`, each with a source and a target, into the directory."""
    for name, side in zip(_NAMES, (source, target), strict=True):
        for folder in ("vocabulary", "segmenter"):
            (directory / folder).mkdir(parents=True, exist_ok=True)
        side.vocabulary.save(directory / "vocabulary" / f"{name}.json")
        side.segmenter.save(directory / "segmenter", name)


def load_sides(directory: Path) -> tuple[LanguageSide, LanguageSide]:
    """The source and the target side that `save_sides` wrote.

    Raises VocabularyError where a file is missing or damaged, or where segmenter and vocabulary differ.
    """
    source, target = (_load_side(directory, name) for name in _NAMES)
    return source, target


def _load_side(directory: Path, name: str) -> LanguageSide:
    segmenter = load_segmenter(directory / "segmenter", name)
    vocabulary = Vocabulary.load(directory / "vocabulary" / f"{name}.json")
    if isinstance(segmenter, SentencePieceSegmenter) and segmenter.pieces != vocabulary.tokens:
        raise VocabularyError(
            f"The {name} segmenter and the {name} vocabulary in {directory} do not belong together.",
            "Take both again from the same model.",
        )
    return LanguageSide(segmenter, vocabulary)
