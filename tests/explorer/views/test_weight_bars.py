"""Weights that are dragged, zeroed and set by keys; a drag is undone by what is shown anew."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt

from explorer.views.bar_strip import UNIT
from explorer.views.weight_bars import WeightBars

WEIGHTS = np.array([0.5, 0.3, 0.2], np.float32)


@pytest.fixture
def bars(qtbot) -> WeightBars:
    bars = WeightBars("Weights")
    qtbot.addWidget(bars)
    bars.resize(240, 48)
    bars.set_values(WEIGHTS, ("a", "b", "c"), UNIT)
    bars.set_marked(1)
    bars.set_editable(is_editable=True)
    return bars


@pytest.fixture
def asked(bars: WeightBars) -> list[tuple[float, ...]]:
    asked: list[tuple[float, ...]] = []
    bars.weights_requested.connect(asked.append)
    return asked


def place(bars: WeightBars, index: int, value: float) -> QPoint:
    area = bars._area()
    return QPoint(round(bars.bar_rect(index).center().x()), round(area.bottom() - value * area.height()))


def drag(bars: WeightBars, qtbot, index: int, value: float) -> None:
    qtbot.mousePress(bars, Qt.MouseButton.LeftButton, pos=place(bars, index, 0.1))
    qtbot.mouseMove(bars, place(bars, index, value))


def test_a_bar_follows_the_pointer_and_the_others_share_the_rest(bars, asked, qtbot) -> None:
    drag(bars, qtbot, 2, 0.75)
    assert bars._values[2] == pytest.approx(0.75, abs=0.02)
    assert asked == []
    qtbot.mouseRelease(bars, Qt.MouseButton.LeftButton, pos=place(bars, 2, 0.75))
    ((a, b, c),) = asked
    assert (a + b + c, a / b) == (pytest.approx(1.0), pytest.approx(0.5 / 0.3))
    assert c == pytest.approx(0.75, abs=0.02)


def test_a_press_that_does_not_move_selects(bars, asked, qtbot) -> None:
    pressed: list[int] = []
    bars.index_pressed.connect(pressed.append)
    qtbot.mouseClick(bars, Qt.MouseButton.LeftButton, pos=place(bars, 0, 0.2))
    assert (pressed, asked) == ([0], [])


def test_what_is_shown_anew_lets_go(bars, asked, qtbot) -> None:
    drag(bars, qtbot, 2, 0.75)
    bars.set_values(WEIGHTS, ("a", "b", "c"), UNIT)
    qtbot.mouseRelease(bars, Qt.MouseButton.LeftButton, pos=place(bars, 2, 0.75))
    assert asked == []


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (Qt.Key.Key_Up, 0.4),
        (Qt.Key.Key_Down, 0.2),
        (Qt.Key.Key_Delete, 0.0),
        (Qt.Key.Key_Return, 1.0),
    ],
)
def test_keys_change_the_marked_weight(bars, asked, qtbot, key, value) -> None:
    qtbot.keyClick(bars, key)
    assert asked[0][1] == pytest.approx(value)
    assert sum(asked[0]) == pytest.approx(1.0)


def test_keys_go_to_the_next_bar(bars, qtbot) -> None:
    pressed: list[int] = []
    bars.index_pressed.connect(pressed.append)
    qtbot.keyClick(bars, Qt.Key.Key_Right)
    qtbot.keyClick(bars, Qt.Key.Key_Left)
    bars.set_marked(2)
    qtbot.keyClick(bars, Qt.Key.Key_Right)
    assert pressed == [2, 0]


def test_what_cannot_be_changed_is_only_pointed_at(bars, asked, qtbot) -> None:
    bars.set_editable(is_editable=False)
    drag(bars, qtbot, 2, 0.75)
    qtbot.mouseRelease(bars, Qt.MouseButton.LeftButton, pos=place(bars, 2, 0.75))
    qtbot.keyClick(bars, Qt.Key.Key_Delete)
    assert asked == []
    assert bars.focusPolicy() == Qt.FocusPolicy.NoFocus
