"""The soft alignment of a hypothesis as a matrix: a row a target token (B, figure 3)."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QLabel, QMenu, QStackedLayout, QWidget

from engine.evaluation.alignment import GoldLinks
from engine.exports.numbers import AlignmentNumbers, table_text
from engine.trace import DecodingTrace, Hypothesis
from explorer.plots.alignment_matrix import AlignmentMatrix
from explorer.plots.pictures import DOTS, Drawing, Picture, image_of
from explorer.plots.widget_drawing import widget_drawing
from explorer.views.base import TraceView
from explorer.views.film_gold import gold_rings
from explorer.views.link_clicks import LinkClicks
from explorer.views.matrix_choice import MatrixChoice, choice_from
from explorer.views.matrix_content import MatrixContent, matrix_content
from explorer.views.matrix_menu import MatrixMenu, PictureButton
from explorer.widgets.empty_state import EmptyState
from explorer.workspace import Selection


class MatrixView(TraceView):
    """Draws the weights of the selected hypothesis, and says in words where a model has none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._drawn: tuple[DecodingTrace, Hypothesis, MatrixChoice] | None = None
        self._content: MatrixContent | None = None
        self.menu = MatrixMenu(self)
        self.button = PictureButton(self.menu)
        self.note = QLabel()
        self.matrix = AlignmentMatrix()
        self.matrix.set_corner(self.button.sizeHint())
        self._waiting = EmptyState(
            self.tr("The alignment will stand here"),
            self.tr("Each translated word gets a row that shows where in the source the model looked."),
        )
        self._without = EmptyState(
            self.tr("This model has no attention"),
            self.tr("It reads the whole sentence into one vector, so there is no alignment to draw."),
            framed=True,
        )
        self._pages = QStackedLayout(self)
        self._picture = self._with_corner()
        for page in (self._waiting, self._without, self._picture):
            self._pages.addWidget(page)
        self._links: GoldLinks | None = None
        self._clicks = LinkClicks(self.matrix)
        self._clicks.cell_marked.connect(self._request_link)
        self.menu.choice_changed.connect(self._on_choice)
        self.menu.copy_picture_requested.connect(self._copy_picture)
        self.menu.copy_numbers_requested.connect(self._copy_numbers)
        self.matrix.pointed.connect(self._request_place)
        self.matrix.step_clicked.connect(lambda step: self._request_place(step, None))
        self.matrix.menu_requested.connect(self._open_menu)

    def show_drawing(self, drawing: dict[str, Any]) -> None:
        """Draw as was chosen elsewhere, or earlier."""
        self.menu.set_choice(choice_from(drawing))
        self._draw()

    def show_trace(self, trace: DecodingTrace | None, selection: Selection) -> None:
        """Draw the selected hypothesis of this trace."""
        super().show_trace(trace, selection)
        self._draw()

    def show_selection(self, selection: Selection) -> None:
        """Mark the step's row and the position's column; another hypothesis is drawn in full."""
        super().show_selection(selection)
        self._draw()

    def show_links(self, links: GoldLinks | None, *, is_editable: bool) -> None:
        """Lay rings over the cells of these links; while they can be edited, a click sets them."""
        if is_editable and not self._clicks.is_on:
            self.matrix.setFocus()  # for the keys that go to a cell and link it
        self._links, self._clicks.is_on = links, is_editable
        if is_editable:
            self._picture.setCursor(Qt.CursorShape.CrossCursor)
        else:
            self._picture.unsetCursor()
        self._draw_links()

    def menus(self) -> list[tuple[str, QMenu]]:
        """How the matrix is drawn."""
        return [(self.tr("Picture"), self.menu)]

    def drawing(self, *, whole: bool) -> Drawing:
        """The matrix as it is seen, or every cell of it on paper."""
        if whole and self._drawn is not None:
            return self.matrix.paper(self.note.text()).drawing()
        return super().drawing(whole=whole)

    def _on_choice(self) -> None:
        self._draw()
        self.drawing_changed.emit(self.menu.choice().to_plain())

    def _with_corner(self) -> QWidget:
        """The matrix in all the room there is, the button in the corner that its labels leave free."""
        self.note.setProperty("rank", "second")
        self.note.setWordWrap(True)
        self.note.hide()
        page = QWidget()
        layout = QGridLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.matrix, 0, 0)
        layout.addWidget(self.button, 0, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.note, 1, 0)
        layout.setRowStretch(0, 1)
        self.setTabOrder(self.button, self.matrix)
        return page

    def _draw(self) -> None:
        if self.trace is None or self.hypothesis is None:
            self._drawn = None
            self.matrix.clear()
            self._pages.setCurrentWidget(self._waiting)
            return
        if self.trace.weights is None:
            self._drawn = None
            self.matrix.clear()
            self._pages.setCurrentWidget(self._without)
            return
        content = self._drawn_content(self.trace, self.hypothesis)
        self.matrix.set_marked(
            content.row_of(self.selection.step), content.column_of(self.selection.position)
        )
        self._pages.setCurrentWidget(self._picture)

    def _drawn_content(self, trace: DecodingTrace, hypothesis: Hypothesis) -> MatrixContent:
        """What is in the matrix now; filled in anew only where something else is to be seen."""
        choice = replace(self.menu.choice(), whole_words=self.whole_words)
        if self._content is not None and self._is_drawn(trace, hypothesis, choice):
            return self._content
        content = matrix_content(trace, hypothesis, choice)
        self.matrix.set_style(choice.style)
        self.matrix.set_alignment(
            content.weights, content.source_labels, content.target_labels, growing=not hypothesis.finished
        )
        self.matrix.set_pieces(content.pieces)
        note = content.note(choice.style.threshold)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self._drawn, self._content = (trace, hypothesis, choice), content
        self._draw_links()
        return content

    def _draw_links(self) -> None:
        """A link is between whole words, so that its ring goes round all cells of their pieces."""
        if self._drawn is not None and self._content is not None:
            trace, hypothesis, _ = self._drawn
            links = self._links or GoldLinks()
            self.matrix.set_rings(gold_rings(trace, self._content, links, hypothesis))

    def _request_link(self, row: int, column: int, is_sure: bool) -> None:
        if self._content is not None:
            step = self._content.step_in(row, self.selection.step)
            position = self._content.position_in(column, self.selection.position)
            self._request_place(row, column)  # from where the keys go on
            self.link_requested.emit(step, position, is_sure)

    def _is_drawn(self, trace: DecodingTrace, hypothesis: Hypothesis, choice: MatrixChoice) -> bool:
        drawn = self._drawn
        return drawn is not None and drawn[0] is trace and drawn[1] is hypothesis and drawn[2] == choice

    def _copy_picture(self) -> None:
        """As it is on screen, with the note of what it leaves out, and without the button."""
        picture = Picture(widget_drawing(self._picture), "", "")
        dots = round(DOTS * self.devicePixelRatioF())
        QGuiApplication.clipboard().setImage(image_of(picture, dots))

    def _copy_numbers(self) -> None:
        """Every token and every weight of the hypothesis, whatever the picture leaves out."""
        if self.trace is not None and self.hypothesis is not None:
            numbers = AlignmentNumbers(self.trace, self.hypothesis)
            QGuiApplication.clipboard().setText(table_text(numbers))

    def _open_menu(self, where: QPoint, row: int | None, column: int | None) -> None:
        """The picture's menu at a cell or a label, under what others have to offer for the word there."""
        if self._content is None:
            return
        step = None if row is None else self._content.step_in(row, self.selection.step)
        position = None if column is None else self._content.position_in(column, self.selection.position)
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.menu_requested.emit(menu, step, position)
        menu.addSeparator()
        menu.addActions(self.menu.actions())
        menu.popup(where)

    def _request_place(self, row: int | None, column: int | None) -> None:
        """Pointing is selecting, in tokens also where words are shown; a word that is selected stays so."""
        if self._content is None:
            return
        selection = self.selection
        if row is not None:
            selection = replace(selection, step=self._content.step_in(row, selection.step))
        if column is not None:
            position = self._content.position_in(column, selection.position)
            selection = replace(selection, position=position)
        if selection != self.selection:
            self.selection_requested.emit(selection)
