"""The translation of a frame as text in which the words that the frame before did not have are marked."""

from collections.abc import Sequence
from html import escape

from PySide6.QtGui import QColor, QPalette

from explorer.views.word_difference import Span, differing


def marked_html(before: str | None, now: str, palette: QPalette) -> str:
    """The text as HTML, its new words on a coloured ground; without a text before, none is new."""
    if not now:
        return ""
    spans = [] if before is None else joined(differing(before, now)[1], now)
    ground = QColor(palette.color(QPalette.ColorRole.Accent))
    base = palette.color(QPalette.ColorRole.Window)
    mixed = QColor.fromRgbF(*(0.3 * a + 0.7 * b for a, b in zip(_rgb(ground), _rgb(base), strict=True)))
    parts, end = [], 0
    for begin, stop in spans:
        parts.append(escape(now[end:begin]))
        parts.append(f'<span style="background-color: {mixed.name()}">{escape(now[begin:stop])}</span>')
        end = stop
    return "".join([*parts, escape(now[end:])])


def joined(spans: Sequence[Span], text: str) -> list[Span]:
    """Spans between which there are only blanks as one."""
    found: list[Span] = []
    for begin, end in spans:
        if found and not text[found[-1][1] : begin].strip():
            begin = found.pop()[0]
        found.append((begin, end))
    return found


def _rgb(colour: QColor) -> tuple[float, float, float]:
    return colour.redF(), colour.greenF(), colour.blueF()
