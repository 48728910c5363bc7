"""The end of a log: it is what is seen, whatever becomes of the room for it."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget

from explorer.views.train_log import LogTail


@pytest.fixture
def log(qtbot) -> Iterator[LogTail]:
    place = QWidget()
    layout = QVBoxLayout(place)
    layout.addWidget(QLabel("something that takes room"))
    log = LogTail()
    layout.addWidget(log, 1)
    qtbot.addWidget(place)
    place.resize(400, 400)
    place.show()
    yield log
    place.hide()  # the name keeps it alive


def lines(count: int) -> list[str]:
    return [f"line {number}" for number in range(count)]


def sees_end(log: LogTail) -> bool:
    QApplication.processEvents()
    bar = log.verticalScrollBar()
    return bar.maximum() > 0 and bar.value() == bar.maximum()


@pytest.mark.parametrize("height", [120, 200, 390])
def test_less_room_or_more_is_no_reason_to_stop_following(log: LogTail, height: int) -> None:
    log.show_lines(lines(60))
    assert sees_end(log)
    log.window().resize(400, height)
    assert sees_end(log)
    log.show_lines(lines(61))
    assert sees_end(log)


def test_a_wide_line_takes_room_for_its_scroll_bar_and_the_end_is_still_seen(log: LogTail) -> None:
    log.show_lines(lines(60))
    assert sees_end(log)
    log.show_lines([*lines(60), "word " * 200])
    assert sees_end(log)


def test_a_person_who_has_scrolled_away_is_left_there(log: LogTail) -> None:
    log.show_lines(lines(60))
    assert sees_end(log)
    log.verticalScrollBar().setValue(5)
    log.window().resize(400, 200)
    log.show_lines(lines(80))
    QApplication.processEvents()
    assert log.verticalScrollBar().value() == 5
    log.verticalScrollBar().setValue(log.verticalScrollBar().maximum())
    log.show_lines(lines(90))
    assert sees_end(log)
