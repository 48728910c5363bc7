"""Every view of the table has a name, is reached by the Tab key, and shows where the keys are."""

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton, QVBoxLayout, QWidget

from explorer.actions import ACTIONS, dock_action
from explorer.keys import all_keys, plain
from explorer.probes import Probes
from explorer.views import DOCKED, VIEWS
from explorer.workspace import Selection
from tests.explorer.made_probes import made_attention_test, made_importance
from tests.explorer.made_traces import made_trace
from tests.explorer.views.test_states import with_states

TEXT = "the old cat"
MOST_STOPS = 40


class Frame(QWidget):
    """A view in a dock's frame, between two buttons."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName("side")  # as the style sheet knows the docks
        self.before, self.after, self.view = QPushButton("before"), QPushButton("after"), VIEWS[name].create()
        layout = QVBoxLayout(self)
        layout.addWidget(self.before)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.after)
        self.resize(560, 640)

    def stops(self) -> list[QWidget]:
        """Where the Tab key goes from the first button to the second, in this order."""
        found: list[QWidget] = []
        at: QWidget = self.before
        while len(found) < MOST_STOPS:
            at.setFocus(Qt.FocusReason.TabFocusReason)
            at.window().focusNextChild()
            at = QApplication.focusWidget()
            if at is self.after:
                return found
            found.append(at)
        raise AssertionError(f"the Tab key never leaves the view: {found}")


@pytest.fixture(params=VIEWS)
def frame(request, qtbot, theme):
    shown = Frame(request.param)
    qtbot.addWidget(shown)
    shown.show()
    shown.activateWindow()
    trace = with_states(made_trace(TEXT, attention=request.param != "fixed_vector"))
    view, probes = shown.view, Probes()
    view.probe_requested.connect(probes.want)
    view.show_trace(trace, Selection(step=1, position=1))
    ids = trace.best().token_ids
    for kind, found in (
        ("importance", made_importance(TEXT, ids, "occlusion")),
        ("attention_test", made_attention_test(TEXT, ids)),
    ):
        probes.take(kind, found)
    view.show_probes(probes)
    return shown


def picture(frame: Frame, at: QWidget) -> QImage:
    """A widget and what is close round it, with the keys where they are."""
    place = QRect(at.mapTo(frame, at.rect().topLeft()), at.size()).adjusted(-2, -2, 2, 2)
    QApplication.processEvents()
    return frame.grab().toImage().copy(place.intersected(frame.rect()))


def test_a_screen_reader_calls_the_view_by_its_title(frame) -> None:
    titles = [entry.title for entry in VIEWS.values()]
    assert frame.view.accessibleName() in titles


def test_every_part_that_takes_keys_is_reached_by_tab_and_has_a_name(frame) -> None:
    stops = frame.stops()
    assert stops
    wanted = [
        child
        for child in frame.view.findChildren(QWidget)
        if child.isVisible() and child.isEnabled() and child.focusPolicy() & Qt.FocusPolicy.TabFocus
        if child.focusProxy() is None and not isinstance(child.parent(), tuple(map(type, stops)))
    ]
    assert {type(child).__name__ for child in wanted if child not in stops} == set()
    for stop in stops:
        name = QAccessible.queryAccessibleInterface(stop).text(QAccessible.Text.Name)
        assert name, stop
        assert not isinstance(stop, QComboBox) or stop.accessibleName(), "a box is called by what it chooses"


def test_where_the_keys_are_is_seen(frame) -> None:
    for stop in frame.stops():
        frame.after.setFocus()
        without = picture(frame, stop)
        stop.setFocus(Qt.FocusReason.TabFocusReason)
        assert picture(frame, stop) != without, stop


def test_every_docked_view_is_in_the_list_of_keys() -> None:
    listed = {(entry.text, entry.keys) for entry in all_keys()}
    for name in DOCKED[:10]:
        action = ACTIONS[dock_action(name)]
        assert (plain(action.text), action.shortcut) in listed
