"""Every docked view offers its picture, and its numbers where it has some, in its context menu."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication

from explorer.views import DOCKED
from explorer.views.copy_menu import CopyMenu
from explorer.views.view_dock import ViewDock
from explorer.workspace import Translation
from tests.explorer.made_probes import made_attention_test, made_importance
from tests.explorer.made_traces import made_trace
from tests.explorer.views.test_states import with_states

TEXT = "the old cat"
HEADS = {
    "words": ["", "Word", "Log-prob.", "Rank", "Likelier"],
    "attention_test": ["Word", "Uniform", "Shuffled", "Shifted", "Looks at", "Depends on"],
    "lines": ["", "the", "old", "cat", "</s>"],
    "text": ["", "the", "old", "cat", "</s>"],
    "importance": ["", "the", "old", "cat", "</s>"],
}


@pytest.mark.parametrize("name", DOCKED)
def test_picture_and_numbers_are_copied(qtbot, theme, name: str) -> None:
    translation = Translation("made")
    trace = with_states(made_trace(TEXT))
    translation.show_result(trace)
    dock = ViewDock(name, translation)
    qtbot.addWidget(dock)
    dock.resize(400, 400)
    dock.show()
    ids = trace.best().token_ids
    translation.probes.take("occlusion", made_importance(TEXT, ids, "occlusion"))
    translation.probes.take("attention_test", made_attention_test(TEXT, ids))
    dock.show_probes()
    where = dock.view.mapToGlobal(QPoint(5, 5))
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(5, 5), where)
    QApplication.sendEvent(dock.view, event)
    menu = dock.view.findChild(CopyMenu)
    actions = {action.text().replace("&", ""): action for action in menu.actions()}
    actions["Copy picture"].trigger()
    assert QGuiApplication.clipboard().image().width() >= 200
    assert ("Copy numbers" in actions) == (name in HEADS)
    if name in HEADS:
        actions["Copy numbers"].trigger()
        lines = QGuiApplication.clipboard().text().splitlines()
        assert [head.removeprefix("▁") for head in lines[0].split("\t")] == HEADS[name]
        assert len(lines) == 1 + len(ids)
    menu.close()


def test_a_view_of_nothing_has_no_menu(qtbot) -> None:
    dock = ViewDock("words", Translation("made"))
    qtbot.addWidget(dock)
    dock.show()
    dock.view.open_copy_menu(QPoint())
    assert dock.view.findChild(CopyMenu) is None
