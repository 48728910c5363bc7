"""The view of the test of attention: its sentence, its table, and what it asks."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt

from engine.errors import EngineError
from engine.probes import CHANGES, AttentionTest
from explorer.itemmodels.attention_test import (
    DEPENDS_ON,
    KEPT,
    LOOKS_AT,
    LOST,
    SHIFTED,
    SHUFFLED,
    UNIFORM,
    WORD,
)
from explorer.main_window import MainWindow
from explorer.probes import Probes
from explorer.views.attention_test import AttentionTestView
from explorer.workspace import Selection
from tests.explorer.made_probes import made_attention_test, made_importance
from tests.explorer.made_traces import first_steps, made_trace

TRACE = made_trace("the old cat")
IDS = TRACE.best().token_ids
FOUND = made_attention_test("the old cat", IDS)


@pytest.fixture
def view(qtbot, theme) -> AttentionTestView:
    shown = AttentionTestView()
    qtbot.addWidget(shown)
    shown.resize(640, 480)
    shown.probes = Probes()
    shown.probe_requested.connect(shown.probes.want)
    return shown


def answer(view: AttentionTestView, found: AttentionTest) -> None:
    view.probes.take("attention_test", found)
    view.show_probes(view.probes)


def text(view: AttentionTestView, row: int, column: int) -> str:
    shown = view.table.model().index(row, column).data() or ""  # nothing where there is no row
    return shown.replace("\u2068", "").replace("\u2069", "")


def test_each_word_is_told_kept_or_lost_with_its_numbers(view: AttentionTestView) -> None:
    view.show_trace(TRACE, Selection(step=1))
    assert [question.kind for question in view.probes.wanted] == ["attention_test", "gradient"]
    answer(view, FOUND)
    assert [text(view, row, WORD) for row in range(4)] == ["THE", "OLD", "CAT", "⟨end⟩"]
    assert text(view, 0, UNIFORM) == f"{LOST}  \u22122.50"
    assert text(view, 1, UNIFORM) == f"{KEPT}  \u22120.10"
    assert text(view, 0, SHUFFLED) == f"{LOST}  1/10  \u22123.50"
    assert text(view, 1, SHUFFLED) == f"{KEPT}  9/10  \u22120.20"
    assert text(view, 2, SHIFTED) == f"{KEPT}  0.25"
    assert text(view, 3, UNIFORM) == "\u22120.10", "not the first choice, so neither kept nor lost"
    red = view.table.model().index(0, UNIFORM).data(Qt.ItemDataRole.ForegroundRole)
    assert red is not None
    assert view.table.model().index(1, UNIFORM).data(Qt.ItemDataRole.ForegroundRole) is None
    assert view.table.currentIndex().row() == 1


def test_attention_and_importance_stand_beside_it(view: AttentionTestView) -> None:
    view.show_trace(TRACE, Selection())
    answer(view, FOUND)
    weights = TRACE.weights_of(TRACE.best())
    labels = ["the", "old", "cat", "⟨end⟩"]
    for row in range(4):
        place = int(np.argmax(weights[row]))
        assert text(view, row, LOOKS_AT) == f"{labels[place]}  {weights[row, place]:.2f}"
        assert text(view, row, DEPENDS_ON) == "\u2026"
    view.probes.take("gradient", made_importance("the old cat", IDS, "gradient"))
    view.show_probes(view.probes)
    assert [text(view, row, DEPENDS_ON) for row in range(4)] == [f"{label}  1.00" for label in labels]


def verdict(kept: tuple[float, ...], was_first: tuple[bool, ...]) -> AttentionTest:
    survivals = {change: replace(FOUND.survivals[change], kept=kept) for change in CHANGES}
    return replace(FOUND, was_first=was_first, survivals=survivals)


@pytest.mark.parametrize(
    ("kept", "was_first", "beginning", "counts"),
    [
        ((0.0, 0.0, 1.0, 1.0), (True,) * 4, "Attention matters here: 2 of 4", "2 of 4 survive uniform"),
        ((0.0, 1.0, 1.0, 1.0), (True,) * 4, "Attention matters for some words here: 1 of 4", "3 of 4"),
        ((1.0,) * 4, (True, True, True, False), "Attention does not matter here: all 3", "Not counted: 1"),
        ((1.0,) * 4, (False,) * 4, "No word here is the model's first choice", ""),
    ],
)
def test_a_sentence_sums_it_up(
    view: AttentionTestView, kept: tuple, was_first: tuple, beginning: str, counts: str
) -> None:
    view.show_trace(TRACE, Selection())
    answer(view, verdict(kept, was_first))
    assert view.summary.text().startswith(beginning)
    assert counts in view.counts.text()
    assert "tested alone" in view.caveat.text()


def test_a_row_that_is_pointed_at_is_the_step(view: AttentionTestView, qtbot) -> None:
    view.show_trace(TRACE, Selection(step=1, position=2))
    answer(view, FOUND)
    with qtbot.waitSignal(view.selection_requested) as caught:
        view.table.entered.emit(view.table.model().index(2, UNIFORM))
    assert caught.args == [Selection(step=2, position=2)]
    with qtbot.assertNotEmitted(view.selection_requested):
        view.show_selection(Selection(step=3))
    assert view.table.currentIndex().row() == 3


def test_what_is_not_there_is_said(view: AttentionTestView) -> None:
    view.show_trace(first_steps(TRACE, 2), Selection())
    view.show_trace(made_trace(""), Selection())
    assert view.probes.wanted == ()
    assert view._pages.currentWidget() is view.waiting
    view.show_trace(TRACE, Selection())
    assert "Working" in view.waiting.text()
    view.probes.fail("attention_test", EngineError("It failed.", "Try again."))
    view.show_probes(view.probes)
    assert view.bar.text() == "It failed. Try again."
    view.show_trace(replace(TRACE, constraints={"attention": "uniform"}), Selection())
    answer(view, FOUND)
    assert not view.note.isHidden()


def test_the_window_tests_a_model_with_attention_and_says_where_there_is_none(
    window: MainWindow, qtbot
) -> None:
    workspace, docks = window.workspace, window.view("translate").docks
    dock = docks.docks["attention_test"]
    docks.open("attention_test")
    for name in ("made-search", "made-encdec"):
        workspace.translation.set_model(next(one for one in workspace.models if one.name == name))
        workspace.set_source_text("one two")
        window.service.request((workspace.translation,))
        qtbot.waitUntil(lambda: workspace.translation.progress == "done", timeout=20_000)
        if name == "made-search":
            qtbot.waitUntil(lambda: text(dock.view, 0, DEPENDS_ON) == "one  1.00", timeout=20_000)
            assert dock.view._pages.currentWidget() is dock.view.page
    assert dock._pages.currentWidget() is dock.without_attention
    assert workspace.translation.probes.wanted == ()
    dock.close()
