"""An empty place: title, text and button stand under each other in its middle, however wide it is."""

import pytest
from PySide6.QtWidgets import QLabel

from explorer.widgets.empty_state import TEXT_WIDTH, EmptyState


@pytest.mark.parametrize("width", [300, 800, 1600])
def test_all_of_it_is_in_the_middle(qtbot, theme, width: int) -> None:
    state = EmptyState("A title", "A sentence that is long enough to be broken into lines. " * 3, "Do it")
    qtbot.addWidget(state)
    state.resize(width, 400)
    state.show()
    parts = [*state.findChildren(QLabel), state.button]
    centres = [part.mapTo(state, part.rect().center()).x() for part in parts]
    assert len(parts) == 3
    assert centres == pytest.approx([width / 2] * 3, abs=2)
    assert all(part.width() <= TEXT_WIDTH * 1.5 for part in parts)
    text = parts[1]
    assert text.height() >= text.heightForWidth(text.width())
