"""Which node of a beam graph a key goes to."""

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from explorer.plots.beam_nodes import START, BeamNodes

_KEYPAD = Qt.KeyboardModifier.KeypadModifier


def node_after(event: QKeyEvent, node: int, nodes: BeamNodes) -> int | None:
    """The node that an arrow goes to from this one, which stays where there is none; None for another key.

    Up and down within the step, left to the parent, right to the likeliest continuation, kept ones first.
    """
    if event.modifiers() & ~_KEYPAD:
        return None
    match event.key():
        case Qt.Key.Key_Up:
            return _beside(node, nodes, -1)
        case Qt.Key.Key_Down:
            return _beside(node, nodes, 1)
        case Qt.Key.Key_Left:
            parent = int(nodes.parents[node])
            return node if parent == START else parent
        case Qt.Key.Key_Right:
            children = np.flatnonzero(nodes.parents == node)
            best = sorted(children.tolist(), key=lambda child: (nodes.pruned[child], -nodes.scores[child]))
            return best[0] if best else node
    return None


def _beside(node: int, nodes: BeamNodes, by: int) -> int:
    """The next node of the step, upwards or downwards."""
    column = np.flatnonzero(nodes.steps == nodes.steps[node])
    column = column[np.argsort(nodes.rows[column], kind="stable")].tolist()
    return column[min(max(column.index(node) + by, 0), len(column) - 1)]
