"""Traces for tests of the matrix, and what the matrix shows of them."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPoint

from engine.trace import DecodingTrace, Hypothesis
from explorer.views.matrix import MatrixView

SOURCE = ("the", "zone", "</s>")
# step x slot x position: slot 0 of step 1 comes from slot 1 of step 0
WEIGHTS = np.array(
    [
        [[0.8, 0.1, 0.1], [0.3, 0.6, 0.1]],
        [[0.0, 0.2, 0.8], [0.1, 0.1, 0.8]],
    ],
    dtype=np.float32,
)


def hypothesis(slot: int, first: str) -> Hypothesis:
    return Hypothesis(1, slot, (first, "</s>"), (5, 0), first, -1.0, -0.5, True)


def path_trace() -> DecodingTrace:
    """Two hypotheses whose paths cross: slot 0 of step 1 comes from slot 1 of step 0."""
    floats = np.zeros((2, 2), dtype=np.float32)
    return DecodingTrace(
        source_text="the zone",
        source_tokens=SOURCE,
        source_ids=np.array([2, 3, 0]),
        source_spans=((0, 3), (4, 8), (8, 8)),
        reading_order=np.arange(3),
        token_ids=np.array([[5, 6], [0, 0]]),
        parents=np.array([[0, 0], [1, 0]]),
        log_probs=floats,
        scores=floats,
        hypotheses=(hypothesis(0, "zone"), hypothesis(1, "la")),
        weights=WEIGHTS,
    )


def piece_trace() -> DecodingTrace:
    """Pieces of words: "▁Eu ropean ▁zone" against "▁euro péenne"; end of sentence stands alone."""
    weights = np.array(
        [[[0.4, 0.3, 0.2, 0.1]], [[0.2, 0.1, 0.6, 0.1]], [[0.0, 0.1, 0.1, 0.8]]], dtype=np.float32
    )
    tokens, ids = ("▁euro", "péenne", "</s>"), (5, 6, 0)
    return replace(
        path_trace(),
        source_text="European zone",
        source_tokens=("▁Eu", "ropean", "▁zone", "</s>"),
        source_ids=np.array([2, 3, 4, 0]),
        source_spans=((0, 2), (2, 8), (9, 13), (13, 13)),
        reading_order=np.arange(4),
        token_ids=np.array([[5], [6], [0]]),
        parents=np.zeros((3, 1), np.int64),
        log_probs=np.zeros((3, 1), np.float32),
        scores=np.zeros((3, 1), np.float32),
        hypotheses=(Hypothesis(2, 0, tokens, ids, "européenne", -1.0, -0.5, True),),
        weights=weights,
    )


def greys(view: MatrixView) -> np.ndarray:
    """The grey level at the centre of each cell, as the screen shows it."""
    image, geometry = view.matrix.grab().toImage(), view.matrix.matrix_geometry()
    centres = [
        [geometry.cell_rect(row, column).center().toPoint() for column in range(geometry.columns)]
        for row in range(geometry.rows)
    ]
    return np.array([[image.pixelColor(centre).red() for centre in row] for row in centres])


def cell_at(view: MatrixView, row: int, column: int) -> QPoint:
    """The centre of a cell, to point at."""
    return view.matrix.matrix_geometry().cell_rect(row, column).center().toPoint()
