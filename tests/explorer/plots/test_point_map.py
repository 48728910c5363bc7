"""Labelled points: places true to scale, labels that lie on nothing, points that can be reached by keys."""

from itertools import combinations

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from explorer.plots.point_map import MARK, MapPoint, PointMap
from explorer.plots.pointed_picture import paint_titles

POINTS = [
    MapPoint(0, 0, "origin"),
    MapPoint(4, 0, "right"),
    MapPoint(0, 3, "above"),
    *(MapPoint(2 + 0.01 * n, 2, f"one of many that lie together, number {n}") for n in range(8)),
]


@pytest.fixture
def picture(qtbot):
    widget = PointMap("Sentences")
    qtbot.addWidget(widget)
    widget.resize(640, 480)
    widget.set_points(POINTS, ("first", "second"))
    widget.show()
    return widget


def test_distances_are_true(picture):
    origin, right, above = (picture.place(number) for number in range(3))
    assert (right - origin).x() / 4 == pytest.approx((origin - above).y() / 3)
    assert (right - origin).y() == (above - origin).x() == 0
    assert all(picture.frame().contains(picture.place(number)) for number in range(len(POINTS)))


@pytest.mark.parametrize("size", [(640, 480), (220, 180), (1600, 900)])
def test_labels_lie_on_no_label_and_no_point(picture, size):
    picture.resize(*size)
    labels = [label for label in picture.labels() if label is not None]
    assert labels
    assert not any(first.intersects(second) for first, second in combinations(labels, 2))
    for number in range(len(POINTS)):
        at = picture.place(number)
        assert not any(label.contains(at) for label in labels)
    assert all(picture.frame().contains(label) for label in labels)


def test_points_are_reached_by_pointer_and_keys(picture, qtbot):
    chosen, opened = [], []
    picture.chosen.connect(chosen.append)
    picture.opened.connect(opened.append)
    qtbot.mouseClick(picture, Qt.MouseButton.LeftButton, pos=picture.place(1).toPoint())
    qtbot.keyClick(picture, Qt.Key.Key_Right)
    qtbot.keyClick(picture, Qt.Key.Key_Return)
    qtbot.mouseDClick(picture, Qt.MouseButton.LeftButton, pos=picture.place(0).toPoint())
    assert chosen[:2] == [1, 2]
    assert opened == [2, 0]
    assert picture.accessibleDescription() in {point.text for point in POINTS}
    assert picture.number_at(picture.place(1) + QPointF(60, -40)) is None


def test_what_is_drawn_is_where_it_is_said_to_be(picture):
    image = picture.grab().toImage()
    for number in range(3):
        assert image.pixelColor(picture.place(number).toPoint()).lightness() < 100
    beside = picture.place(2) - QPointF(3 * MARK, 0)
    assert image.pixelColor(beside.toPoint()).lightness() > 200


def test_one_point_and_none_are_drawn(qtbot):
    picture = PointMap("Sentences")
    qtbot.addWidget(picture)
    assert not picture.grab().isNull()
    picture.set_points([MapPoint(1, 1, "alone")], ("", ""))
    assert picture.frame().contains(picture.place(0))
    assert not picture.grab().isNull()


class Noting(QPainter):
    """Keeps what is written."""

    def __init__(self, image: QImage) -> None:
        super().__init__(image)
        self.written: list[str] = []

    def drawText(self, room: QRectF, flags: Qt.AlignmentFlag, text: str) -> None:
        assert self.fontMetrics().horizontalAdvance(text) <= room.width()
        self.written.append(text)


def test_titles_of_axes_keep_both_ends_where_there_is_little_room(qapp):
    titles = ("first principal component, 28% of it", "second principal component, 25% of it")
    image = QImage(800, 400, QImage.Format.Format_RGB32)  # which outlives the painter
    painter = Noting(image)
    paint_titles(painter, QRectF(30, 0, 700, 120), 10, titles)
    painter.end()
    across, upright = painter.written
    assert across == titles[0]
    assert upright.startswith("sec")
    assert "…" in upright
    assert upright.endswith("it")
