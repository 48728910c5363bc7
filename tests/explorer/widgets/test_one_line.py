"""A text of one line: whole where there is room, cut and told by the tool tip where there is none."""

import pytest

from explorer.widgets.one_line import OneLine

TEXT = "The weights say where the model looked."


@pytest.fixture
def line(qtbot) -> OneLine:
    widget = OneLine()
    qtbot.addWidget(widget)
    widget.say(TEXT)
    return widget


def test_a_text_that_has_room_is_whole_and_needs_no_tool_tip(line: OneLine) -> None:
    line.resize(line.sizeHint())
    assert line.shown() == TEXT
    assert line.toolTip() == ""
    assert line.accessibleName() == TEXT


def test_a_text_without_room_is_cut_and_its_tool_tip_is_whole(line: OneLine) -> None:
    line.resize(line.sizeHint().width() // 2, line.sizeHint().height())
    assert line.shown().endswith("…")
    assert TEXT.startswith(line.shown()[:-1])
    assert line.toolTip() == TEXT
    assert line.minimumSizeHint().width() == 0


def test_what_is_cut_is_not_painted(line: OneLine) -> None:
    """The picture is that of the text which is said to be shown."""
    line.resize(60, 20)
    image, shown = line.grab().toImage(), line.shown()
    line.say(shown)
    assert line.shown() == shown != TEXT
    assert line.grab().toImage() == image


def test_an_empty_line_takes_no_room(line: OneLine) -> None:
    line.say("")
    assert line.isHidden()
