"""Words of a trace: which subword pieces stand together, and the soft alignment between words.

A piece that carries SentencePiece's mark "▁" begins a word; every other piece goes on with it, an unknown
one too, for the mark of its blank is a piece of its own. Punctuation that was written close to a word stays
with it. In a trace of whole words each token is a word. End of sentence always stands alone.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.text.vocabulary import EOS_ID, UNK_ID
from engine.trace import DecodingTrace, Hypothesis

WORD_START = "▁"

Group = tuple[int, int]  # the first token of a word and the one behind its last


def word_groups(tokens: Sequence[str], token_ids: Sequence[int]) -> tuple[Group, ...]:
    """The words of one side in order; together they hold every token once."""
    ids = [int(number) for number in token_ids]
    if not _are_pieces(tokens, ids):
        return tuple((index, index + 1) for index in range(len(tokens)))
    begins = [
        index
        for index, token in enumerate(tokens)
        if index == 0 or token.startswith(WORD_START) or EOS_ID in ids[index - 1 : index + 1]
    ]
    return tuple(zip(begins, [*begins[1:], len(tokens)], strict=True))


def source_groups(trace: DecodingTrace) -> tuple[Group, ...]:
    """The words of the source, over the positions 0 to J - 1."""
    return word_groups(trace.source_tokens, trace.source_ids.tolist())


def target_groups(hypothesis: Hypothesis) -> tuple[Group, ...]:
    """The words of a hypothesis, over its tokens."""
    return word_groups(hypothesis.tokens, hypothesis.token_ids)


def group_texts(tokens: Sequence[str], groups: Sequence[Group]) -> tuple[str, ...]:
    """The text of each group of tokens, without the mark of a word's beginning."""
    return tuple("".join(tokens[begin:end]).replace(WORD_START, "") for begin, end in groups)


def groups_of(
    trace: DecodingTrace, hypothesis: Hypothesis, *, whole_words: bool
) -> tuple[tuple[Group, ...], tuple[Group, ...]]:
    """The words of the source and of the hypothesis; or each token alone, as the model has it."""
    if whole_words:
        return source_groups(trace), target_groups(hypothesis)
    return _singles(len(trace.source_tokens)), _singles(len(hypothesis.tokens))


def group_of(groups: Sequence[Group], index: int | None) -> int | None:
    """Which group holds this token; None where none does."""
    if index is None:
        return None
    return next((place for place, (begin, end) in enumerate(groups) if begin <= index < end), None)


def _singles(count: int) -> tuple[Group, ...]:
    return tuple((index, index + 1) for index in range(count))


def merge(
    weights: NDArray[np.floating], source: Sequence[Group], target: Sequence[Group]
) -> NDArray[np.float64]:
    """Target words x source words: the SUM over a word's source pieces, the MEAN over its target pieces.

    weights: target tokens x source tokens. Rows that sum to 1 still do.
    Raises ValueError where the groups hold another number of tokens than the weights.
    """
    if weights.shape != (_token_count(target), _token_count(source)):
        raise ValueError(f"groups of {_token_count(target)} x {_token_count(source)} for {weights.shape}")
    if not weights.size:
        return np.zeros((len(target), len(source)))
    pieces = np.array([end - begin for begin, end in target])
    sums = np.add.reduceat(weights.astype(np.float64), [begin for begin, _ in source], axis=1)
    rows = np.add.reduceat(sums, [begin for begin, _ in target], axis=0)
    means: NDArray[np.float64] = rows / pieces[:, None]
    return means


def merged_sums(
    numbers: NDArray[np.floating], source: Sequence[Group], target: Sequence[Group]
) -> NDArray[np.float64]:
    """Target words x source words: the SUM over the pieces of both, for numbers of log-probability.

    numbers: target tokens x source tokens. The log-probability of a word is the sum of its pieces'.
    """
    sums = np.add.reduceat(numbers.astype(np.float64), [begin for begin, _ in source], axis=1)
    found: NDArray[np.float64] = np.add.reduceat(sums, [begin for begin, _ in target], axis=0)
    return found


def _token_count(groups: Sequence[Group]) -> int:
    return groups[-1][1] if groups else 0


def _are_pieces(tokens: Sequence[str], ids: Sequence[int]) -> bool:
    """A sentence of pieces begins with a marked one; only where that is unknown are the others asked."""
    if not tokens:
        return False
    asked = tokens if ids[0] == UNK_ID else tokens[:1]
    return any(token.startswith(WORD_START) for token in asked)
