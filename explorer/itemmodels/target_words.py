"""The target tokens of a hypothesis as a Qt item model: their cost, and what was likelier."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import Qt

from engine.trace import DecodingTrace, Hypothesis
from engine.trace_words import Group
from explorer.itemmodels.flat_table import FlatTable, Index
from explorer.number_text import number
from explorer.score_names import nats
from explorer.views.tokens import candidate_label, isolated, target_labels

STEP, WORD, LOG_PROB, RANK, CHOICE = range(5)


@dataclass(frozen=True)
class TargetWord:
    """Token i of a hypothesis. rank: 1 for the likeliest; None: not among the recorded candidates."""

    label: str
    log_prob: float
    rank: int | None
    choice: str  # the likeliest token, and its log-probability; "" where nothing is recorded
    choice_log_prob: float

    @property
    def is_otherwise(self) -> bool:
        """Whether another token was likelier."""
        return bool(self.choice) and self.rank != 1


def target_words_of(trace: DecodingTrace, hypothesis: Hypothesis) -> tuple[TargetWord, ...]:
    """Every token of the hypothesis, with what the model thought of it at its step."""
    slots = trace.path(hypothesis)
    found = []
    for step, label in enumerate(target_labels(hypothesis)):
        slot = int(slots[step])
        log_prob = float(trace.log_probs[step, slot])
        rank, choice, choice_log_prob = _place(trace, step, slot)
        found.append(TargetWord(label, log_prob, rank, choice, choice_log_prob))
    return tuple(found)


def merged_words(
    words: Sequence[TargetWord], groups: Sequence[Group], labels: Sequence[str]
) -> tuple[TargetWord, ...]:
    """Whole words of these tokens: the log-probability of a word is the sum of those of its pieces.

    Its rank is the worst of theirs; what the model would rather have written is told of the first piece at
    which it would.
    """
    found = []
    for (begin, end), label in zip(groups, labels, strict=True):
        pieces = words[begin:end]
        first = next((piece for piece in pieces if piece.is_otherwise), pieces[0])
        ranks = [piece.rank for piece in pieces if piece.rank is not None]
        found.append(
            replace(
                first,
                label=label,
                log_prob=sum(piece.log_prob for piece in pieces),
                rank=max(ranks) if len(ranks) == len(pieces) else None,
            )
        )
    return tuple(found)


def _place(trace: DecodingTrace, step: int, slot: int) -> tuple[int | None, str, float]:
    if trace.candidate_ids is None or trace.candidate_log_probs is None:
        return None, "", 0.0
    ids, values = trace.candidate_ids[step, slot].tolist(), trace.candidate_log_probs[step, slot].tolist()
    pairs = sorted(
        ((value, token) for token, value in zip(ids, values, strict=True) if math.isfinite(value)),
        key=lambda pair: -pair[0],
    )
    if not pairs:
        return None, "", 0.0
    order = [token for _, token in pairs]
    chosen = int(trace.token_ids[step, slot])
    value, best = pairs[0]
    rank = order.index(chosen) + 1 if chosen in order else None
    return rank, candidate_label(best, trace.candidate_tokens[best]), value


class TargetWordModel(FlatTable):
    """A row a word or a token: its step, log-probability and rank, and what was likelier."""

    numbers = (STEP, LOG_PROB, RANK)

    def __init__(self) -> None:
        super().__init__()
        self.words: tuple[TargetWord, ...] = ()
        self._steps: tuple[int, ...] = ()
        self._heads = (
            ("", self.tr("The step; of a whole word its first")),
            (self.tr("Word"), ""),
            (
                self.tr("Log-prob."),
                self.tr("log p of the word given all before it, in {unit}").format(unit=nats()),
            ),
            (self.tr("Rank"), self.tr("1 where the model itself thought it the likeliest")),
            (self.tr("Likelier"), self.tr("What the model would rather have written here")),
        )
        self._short_heads = {LOG_PROB: self.tr("log p")}

    def set_words(self, words: tuple[TargetWord, ...], steps: tuple[int, ...]) -> None:
        """Show these; each has a step, from 0."""
        self.beginResetModel()
        self.words, self._steps = words, steps
        self.endResetModel()

    def count(self) -> int:
        """The number of rows."""
        return len(self.words)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self.side(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(index.row(), index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._whole(self.words[index.row()])
        return None

    def _text(self, row: int, column: int) -> str:
        word = self.words[row]
        likelier = word.choice if word.is_otherwise else ""
        rank = str(word.rank) if word.rank is not None else ("–" if word.choice else "")
        return (str(self._steps[row] + 1), word.label, number(word.log_prob, 2), rank, likelier)[column]

    def _whole(self, word: TargetWord) -> str:
        text = f"{isolated(word.label)} {number(word.log_prob)}"
        if word.is_otherwise:
            rank = self.tr("rank {rank}").format(rank=word.rank) if word.rank else self.tr("of a lower rank")
            text += f", {rank}; {isolated(word.choice)} {number(word.choice_log_prob)}"
        return text
