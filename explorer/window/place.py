"""Where the window stands on the screens: what was saved, moved to where it can be seen."""

from collections.abc import Sequence

from PySide6.QtCore import QRect

DEFAULT_SIZE = (1280, 800)
SMALLEST = (960, 500)  # a screen of 1920 x 1080 at 200 %, with a task bar


def visible_place(saved: Sequence[int], screens: Sequence[QRect]) -> QRect:
    """The saved place (x, y, width, height; empty: none) inside the screen that shows most of it.

    Where no screen shows any of it, the first one takes it.
    """
    first = screens[0]
    if len(saved) != 4:
        place = QRect(0, 0, *DEFAULT_SIZE)
        place.moveCenter(first.center())
    else:
        place = QRect(*saved)
    screen = max(screens, key=lambda screen: _area(screen.intersected(place)))
    width = min(max(place.width(), SMALLEST[0]), screen.width())
    height = min(max(place.height(), SMALLEST[1]), screen.height())
    x = min(max(place.x(), screen.left()), screen.right() + 1 - width)
    y = min(max(place.y(), screen.top()), screen.bottom() + 1 - height)
    return QRect(x, y, width, height)


def _area(rectangle: QRect) -> int:
    return rectangle.width() * rectangle.height() if rectangle.isValid() else 0
