"""A window is always put where it can be seen."""

import pytest
from PySide6.QtCore import QRect

from explorer.window.place import visible_place

LEFT = QRect(0, 0, 1920, 1080)
RIGHT = QRect(1920, 0, 2560, 1440)


@pytest.mark.parametrize(
    ("saved", "screens", "place"),
    [
        ([100, 50, 1280, 800], [LEFT], QRect(100, 50, 1280, 800)),
        ([2000, 100, 1280, 800], [LEFT, RIGHT], QRect(2000, 100, 1280, 800)),
        ([2000, 100, 1280, 800], [LEFT], QRect(640, 100, 1280, 800)),
        ([-6218, 20, 1280, 800], [LEFT], QRect(0, 20, 1280, 800)),
        ([0, 0, 9000, 9000], [LEFT], LEFT),
        ([10, 10, 0, -5], [LEFT], QRect(10, 10, 960, 500)),
        ([], [LEFT], QRect(320, 140, 1280, 800)),
        ([], [QRect(0, 0, 800, 600)], QRect(0, 0, 800, 600)),
        ([], [QRect(0, 0, 960, 508)], QRect(0, 0, 960, 508)),  # 1920 x 1080 at 200 %, with a task bar
    ],
)
def test_the_place_is_on_a_screen(saved: list[int], screens: list[QRect], place: QRect) -> None:
    assert visible_place(saved, screens) == place
