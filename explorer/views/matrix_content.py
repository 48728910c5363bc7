"""What the matrix view draws of a hypothesis: tokens or whole words, with end of sentence or without it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from engine.constraints import from_plain
from engine.text.vocabulary import EOS_ID
from engine.trace import DecodingTrace, Hypothesis
from engine.trace_words import Group, group_of, groups_of, merge
from explorer.plots.merged_pieces import MergedPieces
from explorer.views.matrix_choice import MatrixChoice
from explorer.views.tokens import source_words, target_words


@dataclass(frozen=True)
class MatrixContent:
    """weights: a row a group of target tokens, a column a group of source tokens.

    hidden: the weight of the column that is left out, on average over the rows; None where none is.
    pieces: what the weights between words are made of; None between tokens. is_uniform: whether attention was
    made uniform, which is uniform over pieces.
    """

    weights: NDArray[np.floating]
    source: tuple[Group, ...]
    target: tuple[Group, ...]
    source_labels: tuple[str, ...]
    target_labels: tuple[str, ...]
    hidden: float | None = None
    pieces: MergedPieces | None = None
    is_uniform: bool = False

    def row_of(self, step: int | None) -> int | None:
        """The row that holds a step; None where it is hidden."""
        return group_of(self.target, step)

    def column_of(self, position: int | None) -> int | None:
        """The column that holds a source position; None where it is hidden."""
        return group_of(self.source, position)

    def step_in(self, row: int, step: int) -> int:
        """A step of this row: `step` where the row holds it, else the row's first."""
        return _within(self.target[row], step)

    def position_in(self, column: int, position: int | None) -> int:
        """A source position of this column: `position` where the column holds it, else the first."""
        return _within(self.source[column], position)

    def note(self, threshold: float) -> str:
        """What the picture leaves out, and what would be misread in it; empty where neither is."""
        sentences = []
        if self.is_uniform and any(end - begin > 1 for begin, end in self.source):
            sentences.append(
                _told("Every piece has the same weight; a word of several pieces has the sum of theirs.")
            )
        if self.hidden is not None:
            sentences.append(
                _told("The hidden column holds {share:.3f} of the weight on average.").format(
                    share=self.hidden
                )
            )
        if threshold:
            text = _told("Weights below {least:g} are hidden: {share:.3f} of the weight of a row on average.")
            sentences.append(text.format(least=threshold, share=self.mass_below(threshold)))
        return " ".join(sentences)

    def mass_below(self, threshold: float) -> float:
        """The sum of a row's weights below the threshold, on average over the rows that are shown."""
        below = np.where(self.weights < threshold, self.weights, 0.0)
        return float(below.sum(axis=1).mean()) if below.size else 0.0


def matrix_content(trace: DecodingTrace, hypothesis: Hypothesis, choice: MatrixChoice) -> MatrixContent:
    """The weights of a hypothesis as they were chosen to be seen. Raises ValueError without attention."""
    tokens = trace.weights_of(hypothesis)
    if tokens is None:
        raise ValueError("a model without attention has no matrix")
    source, target = groups_of(trace, hypothesis, whole_words=choice.whole_words)
    weights = merge(tokens, source, target) if choice.whole_words else tokens
    pieces = MergedPieces(tokens, source, target) if choice.whole_words else None
    hidden = None
    if choice.hides_end:
        if _is_dispensable(target, hypothesis.token_ids):
            target, weights = target[:-1], weights[:-1]
        if _is_dispensable(source, trace.source_ids.tolist()):
            hidden = float(weights[:, -1].mean())
            source, weights = source[:-1], weights[:, :-1]
    return MatrixContent(
        weights,
        source,
        target,
        source_words(trace, source),
        target_words(hypothesis, target),
        hidden,
        pieces,
        is_uniform=from_plain(trace.constraints).attention == "uniform",
    )


def _is_dispensable(groups: tuple[Group, ...], ids: list[int] | tuple[int, ...]) -> bool:
    """Whether the last group is end of sentence, and something is left without it."""
    return len(groups) > 1 and ids[-1] == EOS_ID


def _within(group: Group, index: int | None) -> int:
    return index if index is not None and group[0] <= index < group[1] else group[0]


def _told(text: str) -> str:
    return QCoreApplication.translate("MatrixContent", text)
