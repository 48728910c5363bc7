"""The soft alignment of one hypothesis in the two layouts in which Nematus writes it (--output_alignment).

The text is what SoftAlignments reads as "Nematus"; the JSON is that of Nematus's --json_alignment. Both name
end of sentence themselves, so that it is no word of theirs. A token never holds white space or a bar: readers
cut lines there.
"""

import json
import re
from collections.abc import Sequence

from engine.exports.numbers import AlignmentNumbers
from engine.text.vocabulary import EOS, EOS_ID

SENTENCE = 0  # the number of the sentence: a file has one
_SPACE = "▁"


def nematus_text_bytes(numbers: AlignmentNumbers) -> bytes:
    """UTF-8 text: a head, then a row of weights a target token, a column a source token; a blank line.

    The head: number of the sentence ||| target words ||| cost, the negative log-probability ||| source words
    ||| counts of columns and rows, in which end of sentence counts.
    """
    source, target, weights = _source_words(numbers), _target_words(numbers), numbers.weights
    sizes = f"{weights.shape[1]} {weights.shape[0]}"
    cost = f"{0.0 - numbers.hypothesis.score:.9g}"
    head = " ||| ".join([str(SENTENCE), " ".join(target), cost, " ".join(source), sizes])
    rows = [" ".join(f"{weight:.9g}" for weight in row) for row in weights]
    return ("\n".join([head, *rows]) + "\n\n").encode("utf-8", "replace")


def nematus_json_bytes(numbers: AlignmentNumbers) -> bytes:
    """UTF-8 text: a list of [target token, source token, weight as text, sentence, sentence], row by row."""
    source = [*_source_words(numbers), EOS][: numbers.weights.shape[1]]
    target = [*_target_words(numbers), EOS][: numbers.weights.shape[0]]
    links = [
        [row_token, column_token, f"{weight:.9g}", SENTENCE, SENTENCE]
        for row_token, row in zip(target, numbers.weights, strict=True)
        for column_token, weight in zip(source, row, strict=True)
    ]
    return (json.dumps(links, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "replace")


def _source_words(numbers: AlignmentNumbers) -> list[str]:
    trace = numbers.trace
    return _words(trace.source_tokens, trace.source_ids.tolist())


def _target_words(numbers: AlignmentNumbers) -> list[str]:
    return _words(numbers.hypothesis.tokens, numbers.hypothesis.token_ids)


def _words(tokens: Sequence[str], ids: Sequence[int]) -> list[str]:
    return [_word(token) for token, number in zip(tokens, ids, strict=True) if number != EOS_ID]


def _word(token: str) -> str:
    return re.sub(r"\s+", _SPACE, token).replace("|", "&#124;") or _SPACE
