"""How a translation came about, as text: what a film shows of a model without attention."""

from html import escape

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget

from explorer.film import Frame
from explorer.views.film_text import marked_html


class FilmHistory(QWidget):
    """A line a frame, the shown one last; what is new in a line is marked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._frames: list[Frame] = []
        self.note = QLabel(
            self.tr(
                "This model has no attention: it reads the whole sentence into one vector, so there is no "
                "alignment to draw. Its last translations, with the new words of each marked:"
            )
        )
        self.lines = QLabel()
        self.note.setProperty("rank", "second")
        for label in (self.note, self.lines):
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.lines.setTextFormat(Qt.TextFormat.RichText)
        self.lines.setAlignment(Qt.AlignmentFlag.AlignTop)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(self.lines)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 0, 0, 0)
        layout.setSpacing(16)
        layout.addWidget(self.note)
        layout.addWidget(area, 1)

    def show_frames(self, frames: list[Frame]) -> None:
        """Write these frames, oldest first; each is compared with the one before it."""
        self._frames = frames
        self._write()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._write()

    def _write(self) -> None:
        rows, before = [], None
        for frame in self._frames:
            text = frame.trace.best().text if frame.trace is not None else None
            words = escape(frame.problem) if text is None else marked_html(before, text, self.palette())
            line = words if frame is not self._frames[-1] else f"<b>{words}</b>"
            number = f'<td align="right" style="padding: 4px 16px 4px 0">{frame.key.update:,}</td>'
            rows.append(f'<tr>{number}<td style="padding: 4px 0">{line}</td></tr>')
            before = text if text is not None else before
        self.lines.setText(f"<table>{''.join(rows)}</table>")
