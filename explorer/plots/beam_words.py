"""What stands around a beam graph: the numbers of the steps, what the colours say, one node in words."""

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPalette

from explorer.number_text import number
from explorer.plots.beam_geometry import BeamGeometry
from explorer.plots.beam_nodes import NO_RANK, BeamNodes
from explorer.plots.beam_painter import NodeStyle, node_styles

ISOLATE, END_ISOLATE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
SWATCH, SWATCH_GAP = 12.0, 4.0
GAP = 8.0
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
BETWEEN = "   "  # two parts of what is told of a node
USUAL_CHARACTERS, MOST_LINES = 170, 6  # of what is told of a node
MOST_OF_HEIGHT = 0.25


def node_parts(nodes: BeamNodes, node: int) -> tuple[str, ...]:
    """The token of a node, where it stands, its numbers with three digits, and what became of it."""
    log_prob = float(nodes.log_probs[node])
    where = _told("step {step}, pruned") if nodes.pruned[node] else _told("step {step}, slot {slot}")
    parts = [
        ISOLATE + nodes.labels[node] + END_ISOLATE,
        where.format(step=int(nodes.steps[node]) + 1, slot=int(nodes.rows[node]) + 1),
        _told("probability {value:.3f}").format(value=math.exp(log_prob)),
        _told("log-probability {value}").format(value=number(log_prob)),
        _told("log-probability of the path {value}").format(value=number(float(nodes.scores[node]))),
        _told("normalised score {value}").format(value=number(nodes.normalised_score(node))),
        _fate(nodes, node),
    ]
    return tuple(parts)


def node_in_words(nodes: BeamNodes, node: int) -> str:
    """All that is known of a node, in one line."""
    return BETWEEN.join(node_parts(nodes, node))


def node_tip(nodes: BeamNodes, node: int) -> str:
    """The same in lines of their own, and below them how scores are reckoned."""
    text = _told(
        "In nats (natural log). Of the path: the sum over its tokens. Normalised: that sum ÷ length ^ {power}"
    )
    return "\n".join([*node_parts(nodes, node), text.format(power=f"{nodes.length_power:g}")])


def _fate(nodes: BeamNodes, node: int) -> str:
    """What became of a node: which hypothesis goes through it, or why the search gave it up."""
    step, rank = int(nodes.steps[node]), int(nodes.ranks[node])
    if nodes.pruned[node]:
        if step < nodes.forced_steps:
            return _told("another word was given here")
        least = number(nodes.least_kept(step))
        return _told("pruned: the lowest score that was kept is {least}").format(least=least)
    if rank != NO_RANK:
        return _told("in hypothesis {rank} of {count}").format(rank=rank + 1, count=len(nodes.paths))
    if nodes.finished[node]:
        return _told("a finished translation that is not among the listed ones")
    if np.any(nodes.parents[~nodes.pruned] == node):
        return _told("in no listed hypothesis")
    return _told("dead end: no word after it scored high enough")


def paint_steps(painter: QPainter, geometry: BeamGeometry, marked: int | None, palette: QPalette) -> None:
    """The numbers of the steps over their columns, and a band behind the marked one."""
    metrics, viewport = QFontMetricsF(painter.font()), geometry.viewport
    first, behind = geometry.seen_steps()
    top = viewport.top() - metrics.height() - 4
    if marked is not None and first <= marked < behind:
        column = geometry.node_rect(marked, 0.0)
        band = QRectF(column.left() - 4, top, column.width() + 8, viewport.bottom() - top)
        painter.fillRect(band.intersected(viewport.adjusted(0, -100, 0, 0)), palette.midlight())
    width = metrics.horizontalAdvance(str(behind)) + GAP
    stride = max(1, math.ceil(width / geometry.column))
    for step in range(first, behind):
        is_marked = step == marked
        if not is_marked and (step % stride or (marked is not None and abs(step - marked) < stride)):
            continue
        column = geometry.node_rect(step, 0.0)
        box = QRectF(column.center().x() - width / 2, top, width, metrics.height())
        if viewport.left() <= column.center().x() <= viewport.right():
            role = QPalette.ColorRole.Accent if is_marked else QPalette.ColorRole.PlaceholderText
            painter.setPen(palette.color(role))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(step + 1))


def foot_height(metrics: QFontMetricsF, width: float, height: float) -> float:
    """What the foot has of a picture of this size, whichever node is read out."""
    lines = told_lines(metrics, width, height) + len(_legend_lines(metrics, width))
    return lines * metrics.height()


def paint_foot(painter: QPainter, parts: Sequence[str], foot: QRectF, palette: QPalette) -> None:
    """What is known of a node, part by part, and below it what the colours and the lines say."""
    metrics = QFontMetricsF(painter.font())
    lines = round(foot.height() / metrics.height()) - len(_legend_lines(metrics, foot.width()))
    painter.setPen(palette.color(QPalette.ColorRole.WindowText))
    for index, words in enumerate(flowing(parts, metrics, foot.width(), lines)):
        line = QRectF(foot.left(), foot.top() + index * metrics.height(), foot.width(), metrics.height())
        painter.drawText(line, LEFT, metrics.elidedText(words, Qt.TextElideMode.ElideRight, line.width()))
    paint_legend(painter, foot.adjusted(0, lines * metrics.height(), 0, 0), palette)


def paint_legend(painter: QPainter, place: QRectF, palette: QPalette) -> None:
    """What the colours and the lines say, in as many lines as it takes."""
    metrics, styles = QFontMetricsF(painter.font()), node_styles(palette)
    for index, entries in enumerate(_legend_lines(metrics, place.width())):
        line = QRectF(place.left(), place.top() + index * metrics.height(), place.width(), metrics.height())
        for kind, name in entries:
            if kind in styles:
                _paint_swatch(painter, line, styles[kind])
                line.setLeft(line.left() + SWATCH + SWATCH_GAP)
            painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
            shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, max(line.width(), 1.0))
            painter.drawText(line, LEFT, shown)
            line.setLeft(line.left() + metrics.horizontalAdvance(name) + 2 * GAP)


def told_lines(metrics: QFontMetricsF, width: float, height: float) -> int:
    """How many lines a node gets: as many as a usual one needs, so that the graph stands still.

    Where the picture is low it gets fewer, and the last one is cut; all is told where it is pointed at.
    """
    needed = math.ceil(USUAL_CHARACTERS * metrics.averageCharWidth() / max(width, 1.0))
    spared = max(int(MOST_OF_HEIGHT * height / metrics.height()), 1)
    return min(needed, spared, MOST_LINES)


def flowing(parts: Sequence[str], metrics: QFontMetricsF, width: float, most: int) -> list[str]:
    """The parts in lines of this width, none of them broken; the last line holds all that is left."""
    lines: list[str] = []
    for part in parts:
        longer = f"{lines[-1]}{BETWEEN}{part}" if lines else part
        if lines and (len(lines) == most or metrics.horizontalAdvance(longer) <= width):
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


def _paint_swatch(painter: QPainter, line: QRectF, style: NodeStyle) -> None:
    swatch = QRectF(line.left(), line.center().y() - SWATCH / 2, SWATCH, SWATCH)
    painter.setPen(style.outline)
    painter.setBrush(style.fill)
    painter.drawRoundedRect(swatch.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)


def _legend_lines(metrics: QFontMetricsF, width: float) -> list[list[tuple[str, str]]]:
    """What the legend says, in as many lines as it takes: kinds of nodes with their names."""
    entries = (
        ("selected", _told("selected")),
        ("listed", _told("other hypotheses")),
        ("dead", _told("dead ends")),
        ("", _told("thicker line: likelier word")),
    )
    lines: list[list[tuple[str, str]]] = []
    used = width
    for kind, name in entries:
        wide = metrics.horizontalAdvance(name) + (SWATCH + SWATCH_GAP if kind else 0)
        if used + 2 * GAP + wide > width:
            lines.append([])
            used = -2 * GAP
        lines[-1].append((kind, name))
        used += 2 * GAP + wide
    return lines


def _told(text: str) -> str:
    return QCoreApplication.translate("BeamGraph", text)
