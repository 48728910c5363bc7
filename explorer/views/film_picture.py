"""The picture of one frame of a film: its matrix, or in words why there is none."""

from dataclasses import replace

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QStackedLayout, QStackedWidget, QWidget

from engine.exports.numbers import AlignmentNumbers, table_text
from engine.trace import DecodingTrace
from explorer.film import Frame
from explorer.plots.alignment_matrix import AlignmentMatrix
from explorer.plots.difference_matrix import DifferenceMatrix
from explorer.plots.pictures import DOTS, Drawing, Picture, image_of
from explorer.plots.widget_drawing import widget_drawing
from explorer.views.base import TraceView
from explorer.views.film_difference import Difference, difference
from explorer.views.film_gold import Gold, gold_rings
from explorer.views.film_history import FilmHistory
from explorer.views.matrix_choice import MatrixChoice
from explorer.views.matrix_content import MatrixContent, matrix_content
from explorer.views.matrix_menu import MatrixMenu, PictureButton
from explorer.widgets.empty_state import EmptyState


class FilmPicture(TraceView):
    """Draws frames. A cell that was pointed at stays marked: its weight is read from frame to frame.

    `reference_requested` where the gold links have no place in another translation than the reference.
    """

    reference_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._frame: Frame | None = None
        self._base: Frame | None = None
        self._gold: Gold | None = None
        self.menu = MatrixMenu(self)
        self.button, self.note = PictureButton(self.menu), QLabel()
        self.along = QPushButton(self.tr("Show the reference with its links"))
        self.matrix, self.difference = AlignmentMatrix(), DifferenceMatrix()
        self.message, self.history = EmptyState("", "", framed=True), FilmHistory()
        self._page, self._matrices = QWidget(), QStackedWidget()
        self._pages = QStackedLayout(self)
        self._lay_out()
        self.menu.choice_changed.connect(self._draw)
        self.along.clicked.connect(self.reference_requested)
        self.menu.copy_picture_requested.connect(self._copy_picture)
        self.menu.copy_numbers_requested.connect(self._copy_numbers)
        for matrix in (self.matrix, self.difference):
            matrix.set_corner(self.button.sizeHint())
            matrix.pointed.connect(matrix.set_marked)

    def show_frame(self, frame: Frame, base: Frame | None = None, gold: Gold | None = None) -> None:
        """Draw this frame, or say why it cannot be drawn.

        base: a frame whose weights are taken away from those of this one. gold: the links to be laid over it.
        """
        self._frame, self._base, self._gold = frame, base, gold
        self.trace = frame.trace
        problem = _problem(frame) or (_problem(base) if base else "")
        if problem:
            others = self.tr("The other frames are not touched by that.")
            self.show_words(self.tr("This frame cannot be shown"), f"{problem} {others}")
        else:
            self._draw()

    def show_pieces(self, *, whole: bool) -> None:
        """Draw whole words, or the raw pieces that the model reads and writes."""
        self.whole_words = whole
        self._draw()

    def drawing(self, *, whole: bool) -> Drawing:
        """The matrix as it is seen, or every cell of it on paper."""
        if whole and self._pages.currentWidget() is self._page:
            return self._matrices.currentWidget().paper(self.note.text()).drawing()
        return super().drawing(whole=whole)

    def show_words(self, title: str, text: str) -> None:
        """Say something in place of a picture."""
        self._frame = self.trace = None
        self.message.set_texts(title, text)
        self._pages.setCurrentWidget(self.message)

    def show_history(self, frames: list[Frame]) -> None:
        """For a model without attention: how the translation came about, the newest frame last."""
        self._frame, self.trace = None, frames[-1].trace
        self.history.show_frames(frames)
        self._pages.setCurrentWidget(self.history)

    def _draw(self) -> None:
        if self._frame is None or self._frame.trace is None:
            return
        trace = self._frame.trace
        choice = replace(self.menu.choice(), whole_words=self.whole_words)
        self.along.hide()
        content = matrix_content(trace, trace.best(), choice)
        base = self._base.trace if self._base else None
        if base is None:
            changes = not trace.is_forced  # room is kept, so that the cells do not jump from frame to frame
            notes = [
                self._draw_weights(content, choice, growing=changes),
                self._draw_gold(self.matrix, trace, content),
            ]
        else:
            found = difference(base, trace, choice)
            notes = [self._draw_difference(found, choice)]
            notes.append(
                self._draw_gold(self.difference, trace, content) if found.is_whole else self._without_gold()
            )
        note = " ".join(filter(None, notes))
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self._pages.setCurrentWidget(self._page)

    def _draw_weights(self, content: MatrixContent, choice: MatrixChoice, *, growing: bool) -> str:
        """Draw the weights; what the picture leaves out, in words."""
        self.matrix.set_style(choice.style)
        self.matrix.set_alignment(
            content.weights, content.source_labels, content.target_labels, growing=growing
        )
        self.matrix.set_pieces(content.pieces)
        self._matrices.setCurrentWidget(self.matrix)
        return content.note(choice.style.threshold)

    def _draw_difference(self, found: Difference, choice: MatrixChoice) -> str:
        """Draw what changed; what is left out of the comparison, in words."""
        assert self._base is not None
        base = self.tr("at update {update:,}").format(update=self._base.key.update)
        self.difference.turn_like(choice.style)
        self.difference.set_difference(found.numbers, found.source_labels, found.target_labels, base)
        self._matrices.setCurrentWidget(self.difference)
        if found.is_whole:
            return ""
        text = self.tr(
            "The two translations differ. Compared are the {shared} of {all} rows that both have, in order."
        )
        return text.format(shared=len(found.target_labels), all=found.all_rows)

    def _draw_gold(self, matrix: AlignmentMatrix, trace: DecodingTrace, content: MatrixContent) -> str:
        """Lay the gold links over a matrix; how many have no place there, in words."""
        if self._gold is None:
            return ""
        rings = gold_rings(trace, content, self._gold.links)
        matrix.set_rings(rings)
        if len(rings) == self._gold.count:
            return ""
        if trace.is_forced:
            text = self.tr("{placed} of {all} gold links are on words that are in this picture.")
        else:
            self.along.show()
            text = self.tr(
                "The gold links belong to the reference, and this is another translation: {placed} of {all} "
                "are on words that both have."
            )
        return text.format(placed=len(rings), all=self._gold.count)

    def _without_gold(self) -> str:
        """Rows of two translations have no gold links of their own; why none is seen, in words."""
        if self._gold is None:
            return ""
        self.along.show()
        return self.tr("The gold links belong to the reference; none is laid over rows of two translations.")

    def _copy_picture(self) -> None:
        picture = Picture(widget_drawing(self._page), "", "")
        QGuiApplication.clipboard().setImage(image_of(picture, round(DOTS * self.devicePixelRatioF())))

    def _copy_numbers(self) -> None:
        if self._frame is not None and self._frame.trace is not None:
            numbers = AlignmentNumbers(self._frame.trace, self._frame.trace.best())
            QGuiApplication.clipboard().setText(table_text(numbers))

    def _lay_out(self) -> None:
        self.note.setProperty("rank", "second")
        self.note.setWordWrap(True)
        self.note.hide()
        self.along.hide()
        self._matrices.addWidget(self.matrix)
        self._matrices.addWidget(self.difference)
        layout = QGridLayout(self._page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._matrices, 0, 0)
        layout.addWidget(self.button, 0, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.note, 1, 0)
        layout.addWidget(self.along, 2, 0, Qt.AlignmentFlag.AlignLeft)
        layout.setRowStretch(0, 1)
        self.setTabOrder(self.button, self.matrix)
        for page in (self.message, self._page, self.history):
            self._pages.addWidget(page)


def _problem(frame: Frame) -> str:
    """Why a frame has no picture; empty where it has one."""
    if frame.trace is None:
        return frame.problem
    if not frame.trace.hypotheses or not frame.trace.best().tokens:
        return QCoreApplication.translate("FilmPicture", "It has no words.")
    return ""
