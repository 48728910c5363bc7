"""What a weight between whole words is made of: the weights of the pieces that it sums up and averages."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

MOST_TOLD = 4  # pieces of a word whose weights are told one by one


@dataclass(frozen=True)
class MergedPieces:
    """weights: target pieces x source pieces.

    source, target: of each word its first piece and the one behind its last.
    """

    weights: NDArray[np.floating]
    source: tuple[tuple[int, int], ...]
    target: tuple[tuple[int, int], ...]

    def in_words(self, step: int, position: int) -> list[str]:
        """For each side on which the word has several pieces: how many, and how much each adds."""
        rows, columns = slice(*self.target[step]), slice(*self.source[position])
        part = self.weights[rows, columns].astype(np.float64)
        words = []
        if part.shape[1] > 1:
            text = _told("sum of {count} source pieces").format(count=part.shape[1])
            words.append(text + _numbers(part.mean(axis=0), " + "))
        if part.shape[0] > 1:
            text = _told("mean of {count} target pieces").format(count=part.shape[0])
            words.append(text + _numbers(part.sum(axis=1), " \u00b7 "))
        return words


def _numbers(shares: Sequence[float] | NDArray[np.float64], between: str) -> str:
    if len(shares) > MOST_TOLD:
        return ""
    return ": " + between.join(f"{share:.3f}" for share in shares)


def _told(text: str) -> str:
    return QCoreApplication.translate("MergedPieces", text)
