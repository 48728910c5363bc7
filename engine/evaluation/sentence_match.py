"""One translation against its reference: sentence BLEU, chrF, and which n-grams are right, in their places.

An n-gram is right where the reference has it as well, at most as often as there (the clipped counts of
Papineni et al. 2002); of one that is written too often the first ones are.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.evaluation.metrics import bleu_tokens, chrf, sentence_bleu

ORDERS = (1, 2, 3, 4)


@dataclass(frozen=True)
class SentenceMatch:
    """bleu, chrf: 0 to 100. right, all: how many of the 1-grams to 4-grams are right, and how many there are.

    marks: parts of the text (begin, end) with the length of the longest right n-gram that holds them.
    """

    bleu: float
    chrf: float
    right: tuple[int, ...]
    all: tuple[int, ...]
    marks: tuple[tuple[int, int, int], ...]
    signature: str
    note: str  # why BLEU is 0, or rests on smoothing alone


def match_sentence(hypothesis: str, reference: str, target_language: str = "") -> SentenceMatch:
    """Compare a translation with its reference, both as plain text."""
    score, right = sentence_bleu(hypothesis, reference, target_language)
    tokens = bleu_tokens(hypothesis, target_language)
    longest = longest_right(tokens, bleu_tokens(reference, target_language))
    marks = tuple(
        (*span, order)
        for span, order in zip(_spans(hypothesis, tokens), longest, strict=True)
        if span is not None and order
    )
    return SentenceMatch(
        bleu=score.value,
        chrf=chrf([hypothesis], [[reference]]).value,
        right=tuple(right),
        all=tuple(max(len(tokens) - order + 1, 0) for order in ORDERS),
        marks=marks,
        signature=score.signature,
        note=score.note,
    )


def longest_right(tokens: Sequence[str], reference: Sequence[str]) -> list[int]:
    """For each token the length of the longest right n-gram that holds it, 0 where there is none."""
    longest = [0] * len(tokens)
    for order in ORDERS:
        left = Counter(_ngrams(reference, order))
        for place, ngram in enumerate(_ngrams(tokens, order)):
            if left[ngram]:
                left[ngram] -= 1
                longest[place : place + order] = [order] * order
    return longest


def _ngrams(tokens: Sequence[str], order: int) -> list[tuple[str, ...]]:
    return [tuple(tokens[place : place + order]) for place in range(len(tokens) - order + 1)]


def _spans(text: str, tokens: Sequence[str]) -> list[tuple[int, int] | None]:
    """Where each token stands in the text; None for one that the tokenizer wrote otherwise (an entity)."""
    spans: list[tuple[int, int] | None] = []
    place = 0
    for token in tokens:
        begin = text.find(token, place)
        spans.append(None if begin < 0 else (begin, begin + len(token)))
        place = place if begin < 0 else begin + len(token)
    return spans
