"""Cutting a text into tokens and joining them again: Moses words (B, section 4.1) or SentencePiece BPE."""

import io
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Protocol

import sentencepiece

from engine.errors import VocabularyError
from engine.text.description import (
    SENTENCEPIECE,
    WORDS,
    fingerprint_of,
    read_bytes,
    read_description,
    write_description,
)
from engine.text.normalization import Span, normalize, normalize_with_spans

_BLANK = "▁"  # how SentencePiece writes a blank
_COUNTED = 10_000  # texts that are joined to count their characters: fast, and never all at once
_RARE = 5_000_000  # a character that does not come up once in so many is left unknown


@dataclass(frozen=True)
class Segmented:
    """The tokens of a text, without end of sentence, and where each stands in the text as typed."""

    tokens: tuple[str, ...]
    spans: tuple[Span, ...]


class Segmenter(Protocol):
    """One side's way of cutting text; `language` is the code it was made for, such as "fr"."""

    language: str

    @property
    def fingerprint(self) -> str:
        """SHA-256, in hexadecimal, of all that decides how a text is cut."""

    def segment(self, text: str) -> Segmented:
        """The tokens of one text with their spans."""

    def segment_all(self, texts: Sequence[str]) -> list[list[str]]:
        """The tokens alone, of many texts: the same as `segment` gives, and faster."""

    def join(self, tokens: Iterable[str]) -> str:
        """The text that the tokens spell, with the spacing of the language."""

    def is_word_start(self, token: str) -> bool:
        """Whether the token begins a new word (every token does, where tokens are words)."""

    def save(self, directory: Path, name: str) -> None:
        """Write `name`.json, and what belongs to it, into the directory."""


class WordSegmenter:
    """Moses tokenisation. Apostrophes of all shapes elide alike, and "aujourd'hui" stays one word."""

    def __init__(self, language: str) -> None:
        self.language = language
        from sacremoses import MosesDetokenizer, MosesTokenizer  # half a second that subwords do without

        moses = re.split("[-_]", language)[0].lower()  # the rules of Moses know "fr", not "fr-CA"
        self._tokenizer = MosesTokenizer(lang=moses)
        self._detokenizer = MosesDetokenizer(lang=moses)

    @property
    def fingerprint(self) -> str:
        return fingerprint_of(WORDS, self.language, b"")

    def segment(self, text: str) -> Segmented:
        normalized = normalize_with_spans(text)
        places = self._words(normalized.text)
        tokens = tuple(normalized.text[begin:end] for begin, end in places)
        return Segmented(tokens, tuple(normalized.origin(begin, end) for begin, end in places))

    def segment_all(self, texts: Sequence[str]) -> list[list[str]]:
        normalized = (normalize(text) for text in texts)
        return [[text[begin:end] for begin, end in self._words(text)] for text in normalized]

    def join(self, tokens: Iterable[str]) -> str:
        # Escapes were never made, so none are undone: "&amp;" in a text is that text.
        return _spaced(str(self._detokenizer.detokenize(list(tokens), unescape=False)))

    def is_word_start(self, token: str) -> bool:
        return True

    def save(self, directory: Path, name: str) -> None:
        write_description(directory / f"{name}.json", WORDS, self.language)

    def _words(self, text: str) -> list[Span]:
        tokens = self._tokenizer.tokenize(text, escape=False)
        places = _places(text, tokens)
        return _mended(text, places)


def _places(text: str, tokens: Sequence[str]) -> list[Span]:
    """Where the tokens stand in the text, one after the other with nothing but blanks between.

    The tokenizer uses words of its own as marks ("DOTMULTI"). A text that holds such a word comes back
    changed; it is cut at its blanks instead.
    """
    places: list[Span] = []
    at = 0
    for token in tokens:
        at += text[at : at + 1] == " "
        if not text.startswith(token, at):
            break
        places.append((at, at + len(token)))
        at += len(token)
    return places if at == len(text) else [match.span() for match in re.finditer("[^ ]+", text)]


def _spaced(text: str) -> str:
    """The text with what the detokenizer leaves undone: blanks about ”, … and “, after 5 € and in 2:30."""
    text = re.sub(" (?=[”…])", "", text)
    text = re.sub(r"(?<=\d [€$£¥])(?=[^\W\d_]|\()", " ", text)
    text = re.sub(r"(?<=\d) ?: (?=\d\d\b)", ":", text)
    return text if "„" in text else re.sub("(?<=[^ (])“ ", " “", text)  # after „ it is “ that closes


def _mended(text: str, places: list[Span]) -> list[Span]:
    """The places with "aujourd'" and "hui" put together where they touch."""
    if "ujourd'hui" not in text.lower():
        return places
    mended: list[Span] = []
    for begin, end in places:
        if mended and mended[-1][1] == begin and text[mended[-1][0] : end].lower() == "aujourd'hui":
            mended[-1] = (mended[-1][0], end)
        else:
            mended.append((begin, end))
    return mended


class SentencePieceSegmenter:
    """Byte pair encoding by SentencePiece, which itself changes nothing in the normalised text.

    model: the bytes of a SentencePiece model, as `train_sentencepiece` gives them.
    Raises VocabularyError where they are no such model.
    """

    def __init__(self, language: str, model: bytes) -> None:
        self.language = language
        self._model = model
        try:
            self._processor = sentencepiece.SentencePieceProcessor(model_proto=model)
        except RuntimeError as error:
            raise VocabularyError(
                "The subword model is damaged.", "Take it again from the model directory that it belongs to."
            ) from error
        if self._processor.unk_id() != 0:
            raise VocabularyError(
                "The subword model was not made by this program.", "Learn one from your own corpus."
            )

    @property
    def fingerprint(self) -> str:
        return fingerprint_of(SENTENCEPIECE, self.language, self._model)

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        """The subwords it can give, in the order of the model, the unknown one, number 0, left out."""
        return tuple(self._processor.id_to_piece(number) for number in range(1, len(self._processor)))

    def segment(self, text: str) -> Segmented:
        normalized = normalize_with_spans(text)
        tokens = self._processor.encode(normalized.text, out_type=str)
        spans: list[Span] = []
        at = -1  # the first blank is not in the text: SentencePiece puts it before each sentence
        for token in tokens:
            begin = at + (token[0] == _BLANK and (len(token) > 1 or at < 0))
            end = at + len(token)
            spans.append(normalized.origin(begin, end) if end > begin else _empty_at(normalized.spans, begin))
            at = end
        return Segmented(tuple(tokens), tuple(spans))

    def segment_all(self, texts: Sequence[str]) -> list[list[str]]:
        pieces: list[list[str]] = self._processor.encode(
            [normalize(text) for text in texts], out_type=str, num_threads=1
        )
        return pieces

    def number_all(self, texts: Sequence[str]) -> list[list[int]]:
        """The numbers of the same pieces: 0 for the unknown one, else 1 + the place in `pieces`.

        Faster, for no piece is ever made a text.
        """
        numbers: list[list[int]] = self._processor.encode(
            [normalize(text) for text in texts], out_type=int, num_threads=1
        )
        return numbers

    def join(self, tokens: Iterable[str]) -> str:
        return "".join(tokens).replace(_BLANK, " ").removeprefix(" ")

    def is_word_start(self, token: str) -> bool:
        return token.startswith(_BLANK)

    def save(self, directory: Path, name: str) -> None:
        write_description(directory / f"{name}.json", SENTENCEPIECE, self.language)
        (directory / f"{name}.model").write_bytes(self._model)


def _empty_at(spans: tuple[Span, ...], at: int) -> Span:
    begin = spans[at][0] if at < len(spans) else 0
    return begin, begin


class SubwordCountError(VocabularyError):
    """The sentences do not give the number of subwords asked for; `possible` is the nearest they give."""

    def __init__(self, what: str, remedy: str, possible: int) -> None:
        super().__init__(what, remedy)
        self.possible = possible


def train_sentencepiece(sentences: Iterable[str], size: int, language: str) -> SentencePieceSegmenter:
    """A segmenter of exactly `size` subwords, learned from the sentences; the same ones give the same model.

    Raises SubwordCountError where the sentences cannot give that many subwords or have more characters than
    that, and VocabularyError where there is no text.
    """
    texts = [text for text in map(normalize, sentences) if text]
    if not texts:
        raise VocabularyError("There is no text to learn subwords from.", "Choose a corpus with sentences.")
    model = io.BytesIO()
    try:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(texts),
            model_writer=model,
            model_type="bpe",
            vocab_size=size + 1,  # and the unknown one, which a SentencePiece model always has
            character_coverage=_coverage(texts),
            normalization_rule_name="identity",
            remove_extra_whitespaces=False,
            unk_id=0,
            bos_id=-1,
            eos_id=-1,
            pad_id=-1,
            max_sentence_length=max(10, 1 + max(len(text.encode()) for text in texts)),  # leave none out
            num_threads=1,
            minloglevel=2,
        )
    except RuntimeError as error:
        raise _size_error(size, str(error)) from error
    return SentencePieceSegmenter(language, model.getvalue())


def _coverage(texts: Sequence[str]) -> float:
    """The share of the characters that SentencePiece has to know so that it leaves out the rare ones only.

    It takes characters by frequency until this share is reached, so a little less than what the last one
    completes is given, and never less than the 0.98 it takes. It counts a blank before each sentence.
    """
    counts = Counter({" ": len(texts)})
    for begin in range(0, len(texts), _COUNTED):
        counts.update("".join(texts[begin : begin + _COUNTED]))
    kept = [count for count in counts.values() if count * _RARE >= counts.total()]
    if len(kept) == len(counts):
        return 1.0
    return max(0.98, sum(kept) / counts.total() - min(0.005, min(kept) / 2 / counts.total()))


def _size_error(size: int, message: str) -> VocabularyError:
    if largest := re.search(r"too high.*<= (\d+)", message):
        most = int(largest[1]) - 1
        return SubwordCountError(
            f"This corpus supports at most {most} subwords a side, fewer than the {size} asked for.",
            f"Ask for {most} or fewer, or give more text.",
            most,
        )
    if smallest := re.search(r"smaller than required_chars\. \d+ vs (\d+)", message):
        least = int(smallest[1]) - 1
        return SubwordCountError(
            f"This corpus has {least} different characters, more than the {size} subwords asked for.",
            f"Ask for {least} or more.",
            least,
        )
    return VocabularyError(
        f"Subwords cannot be learned from this corpus: {message}", "Try another vocabulary size."
    )


def load_segmenter(directory: Path, name: str) -> Segmenter:
    """The segmenter that `save` wrote under this name.

    Raises VocabularyError where a file is missing or damaged, or follows rules that this version lacks.
    """
    kind, language = read_description(directory / f"{name}.json")
    if kind == WORDS:
        return WordSegmenter(language)
    return SentencePieceSegmenter(language, read_bytes(directory / f"{name}.model"))
