"""The words of a text by their places, and which of them each token belongs to."""

import re
from collections.abc import Sequence

import numpy as np

from engine.text.normalization import Span

_WORD = re.compile(r"[^ \t\r\n]+")


def word_spans(text: str) -> tuple[Span, ...]:
    """Where the words of a text stand: what spaces and tabs separate, as in Pharaoh's files."""
    return tuple(match.span() for match in _WORD.finditer(text))


def words_of_tokens(tokens: Sequence[Span], words: Sequence[Span]) -> tuple[int, ...]:
    """For each token's span the index of its word: the first that ends after the token begins.

    A token behind the last word, such as end of sentence, gets len(words).
    """
    ends = [end for _, end in words]
    return tuple(int(np.searchsorted(ends, begin, side="right")) for begin, _ in tokens)
