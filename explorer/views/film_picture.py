"""The picture of one frame of a film: its matrix, or in words why there is none."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QStackedLayout, QWidget

from engine.exports.numbers import AlignmentNumbers, table_text
from engine.trace import DecodingTrace
from explorer.film import Frame
from explorer.plots.alignment_matrix import AlignmentMatrix
from explorer.plots.pictures import DOTS, Picture, image_of
from explorer.plots.widget_drawing import widget_drawing
from explorer.views.film_history import FilmHistory
from explorer.views.matrix_choice import MatrixChoice
from explorer.views.matrix_content import matrix_content
from explorer.views.matrix_menu import MatrixMenu, PictureButton
from explorer.widgets.empty_state import EmptyState


class FilmPicture(QWidget):
    """Draws frames. A cell that was pointed at stays marked: its weight is read from frame to frame."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._trace: DecodingTrace | None = None
        self.menu = MatrixMenu(self)
        self.menu.set_choice(MatrixChoice(whole_words=True))
        self.button, self.matrix = PictureButton(self.menu), AlignmentMatrix()
        self.message, self.history = EmptyState("", "", framed=True), FilmHistory()
        self.matrix.set_corner(self.button.sizeHint())
        self._page = QWidget()
        self._pages = QStackedLayout(self)
        self._lay_out()
        self.menu.choice_changed.connect(self._draw)
        self.menu.copy_picture_requested.connect(self._copy_picture)
        self.menu.copy_numbers_requested.connect(self._copy_numbers)
        self.matrix.pointed.connect(self.matrix.set_marked)

    def show_frame(self, frame: Frame) -> None:
        """Draw this frame, or say why it cannot be drawn."""
        self._trace = frame.trace
        if frame.trace is None:
            self.show_words(self.tr("This frame cannot be shown"), frame.problem)
        elif not frame.trace.hypotheses or not frame.trace.best().tokens:
            self.show_words(self.tr("No words"), self.tr("There is nothing to translate in this sentence."))
        else:
            self._draw()

    def show_words(self, title: str, text: str) -> None:
        """Say something in place of a picture."""
        self._trace = None
        self.message.set_texts(title, text)
        self._pages.setCurrentWidget(self.message)

    def show_history(self, frames: list[Frame]) -> None:
        """For a model without attention: how the translation came about, the newest frame last."""
        self._trace = None
        self.history.show_frames(frames)
        self._pages.setCurrentWidget(self.history)

    def _draw(self) -> None:
        if self._trace is None:
            return
        choice = self.menu.choice()
        content = matrix_content(self._trace, self._trace.best(), choice)
        self.matrix.set_style(choice.style)
        self.matrix.set_alignment(content.weights, content.source_labels, content.target_labels, growing=True)
        self.matrix.set_pieces(content.pieces)
        self._pages.setCurrentWidget(self._page)

    def _copy_picture(self) -> None:
        picture = Picture(widget_drawing(self._page), "", "")
        QGuiApplication.clipboard().setImage(image_of(picture, round(DOTS * self.devicePixelRatioF())))

    def _copy_numbers(self) -> None:
        if self._trace is not None:
            numbers = AlignmentNumbers(self._trace, self._trace.best())
            QGuiApplication.clipboard().setText(table_text(numbers))

    def _lay_out(self) -> None:
        layout = QGridLayout(self._page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.matrix, 0, 0)
        layout.addWidget(self.button, 0, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setTabOrder(self.button, self.matrix)
        for page in (self.message, self._page, self.history):
            self._pages.addWidget(page)
