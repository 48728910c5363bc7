"""What changed in the alignment of a sentence between two frames of a film."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.trace import DecodingTrace
from explorer.views.matrix_choice import MatrixChoice
from explorer.views.matrix_content import matrix_content
from explorer.views.word_difference import kept_pairs


@dataclass(frozen=True)
class Difference:
    """numbers: the later weights minus the earlier ones, a row a target label that both frames have.

    all_rows: how many labels the later frame has.
    """

    numbers: NDArray[np.floating]
    source_labels: tuple[str, ...]
    target_labels: tuple[str, ...]
    all_rows: int

    @property
    def is_whole(self) -> bool:
        """Whether every row of the later frame is compared."""
        return len(self.target_labels) == self.all_rows


def difference(before: DecodingTrace, now: DecodingTrace, choice: MatrixChoice) -> Difference:
    """The best hypotheses of two traces of one source, compared where they have the same words in order.

    Along a reference that is every word. Raises ValueError where a model has no attention, or the sources
    are not in the same tokens.
    """
    if before.source_tokens != now.source_tokens:
        raise ValueError("the two traces are of different sources")
    old, new = (matrix_content(trace, trace.best(), choice) for trace in (before, now))
    pairs = kept_pairs(old.target_labels, new.target_labels)
    earlier, later = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    numbers = new.weights[later].astype(np.float64) - old.weights[earlier]
    labels = tuple(new.target_labels[row] for row in later)
    return Difference(numbers, new.source_labels, labels, len(new.target_labels))
