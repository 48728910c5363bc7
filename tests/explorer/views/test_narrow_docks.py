"""Every dock in little room and with large letters: what has no room scrolls, and nothing is cut."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QTableView, QWidget

from explorer.plots.zoom_canvas import ZoomCanvas
from explorer.views import DOCKED
from explorer.views.view_dock import NARROWEST, ViewDock
from explorer.widgets.upright_area import UprightArea
from explorer.workspace import Translation
from tests.explorer.made_probes import made_attention_test, made_importance
from tests.explorer.made_traces import made_trace
from tests.explorer.views.test_states import with_states

TEXT = "the old man gave it"
LOW = 300  # pixels
HEAD_PADDING = 22  # pixels, at both sides of a heading
ARROW = 24  # pixels, at the right of a box of choices


@pytest.fixture(params=(1.0, 2.0), ids=("usual", "larger"))
def dock_of(request, qtbot, theme):
    """Opens a dock of this view, with text of a size, as narrow as it can be."""
    theme.set_text_size(request.param)

    def opened(name: str) -> ViewDock:
        translation = Translation("made")
        trace = with_states(made_trace(TEXT))
        translation.show_result(trace)
        dock = ViewDock(name, translation)
        qtbot.addWidget(dock)
        dock.resize(NARROWEST, LOW)
        dock.show()
        translation.select_step(1)
        ids = trace.best().token_ids
        translation.probes.take("occlusion", made_importance(TEXT, ids, "occlusion"))
        translation.probes.take("attention_test", made_attention_test(TEXT, ids))
        dock.show_probes()
        for _ in range(5):
            QApplication.processEvents()
        return dock

    yield opened
    theme.set_text_size(1.0)


def place_in(child: QWidget, area: UprightArea) -> tuple[int, int]:
    """How far a child reaches to the left and to the right in what its area scrolls."""
    left = child.mapTo(area.widget(), QPoint()).x()
    return left, left + child.width()


@pytest.mark.parametrize("name", DOCKED)
def test_no_words_are_cut(dock_of, name: str) -> None:
    dock = dock_of(name)
    area = dock.view.parentWidget().parentWidget()
    assert isinstance(area, UprightArea)
    assert area.horizontalScrollBar().maximum() == 0
    for label in [label for label in dock.view.findChildren(QLabel) if label.isVisible()]:
        if label.wordWrap():
            assert label.height() >= label.heightForWidth(label.width()), label.text()
        elif label.minimumSizeHint().width():
            assert label.width() >= label.sizeHint().width(), label.text()
    for child in dock.view.findChildren(QWidget):
        if child.isVisible() and isinstance(child, QLabel | QAbstractButton | QComboBox):
            left, right = place_in(child, area)
            assert left >= 0, child
            assert right <= area.viewport().width(), child
            if isinstance(child, QComboBox):
                assert child.width() >= child.fontMetrics().horizontalAdvance(child.currentText()) + ARROW
            elif isinstance(child, QAbstractButton):
                assert child.width() >= child.minimumSizeHint().width(), child


@pytest.mark.parametrize("name", DOCKED)
def test_no_heading_of_a_table_is_cut(dock_of, name: str) -> None:
    for table in dock_of(name).view.findChildren(QTableView):
        header, model = table.horizontalHeader(), table.model()
        for column in [column for column in range(model.columnCount()) if not header.isSectionHidden(column)]:
            words = model.headerData(column, Qt.Orientation.Horizontal)
            assert header.sectionSize(column) >= header.fontMetrics().horizontalAdvance(words) + HEAD_PADDING


@pytest.mark.parametrize("name", DOCKED)
def test_every_picture_and_table_has_a_height_to_be_read(dock_of, name: str) -> None:
    dock = dock_of(name)
    for picture in dock.view.findChildren(ZoomCanvas):
        assert picture.isHidden() or picture.height() >= 11 * picture.fontMetrics().height()
    for table in dock.view.findChildren(QTableView):
        assert table.isHidden() or table.height() >= 4 * table.verticalHeader().defaultSectionSize()


def test_a_dock_that_is_too_low_scrolls_to_its_end(dock_of) -> None:
    dock = dock_of("attention_test")
    area = dock.view.parentWidget().parentWidget()
    assert area.verticalScrollBar().maximum() > 0
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    bottom = dock.view.caveat.mapTo(area.viewport(), QPoint(0, dock.view.caveat.height())).y()
    assert bottom <= area.viewport().height()
