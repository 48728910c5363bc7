"""Every view as a file: words are text, nothing in SVG is made of pixels, the whole leaves nothing out."""

from collections.abc import Callable
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtWidgets import QAbstractScrollArea, QScrollBar
from pytestqt.qtbot import QtBot

from explorer.plots.pictures import Picture, image_of, svg_bytes
from explorer.views import VIEWS
from explorer.views.base import TraceView
from explorer.workspace import Selection
from tests.explorer.made_traces import made_trace

SVG = "{http://www.w3.org/2000/svg}"
LONG = " ".join(f"word{number}" for number in range(40))


@pytest.fixture
def shown(qtbot: QtBot, theme) -> Callable[..., TraceView]:
    """A view with a trace, on screen by itself."""

    def show(name: str, text: str = "one two three", size: tuple[int, int] = (480, 400)) -> TraceView:
        view = VIEWS[name].create()
        qtbot.addWidget(view)
        view.resize(*size)
        view.show_trace(made_trace(text, attention=name != "fixed_vector"), Selection(step=1))
        view.show()
        return view

    return show


def svg_of(view: TraceView, *, whole: bool) -> ElementTree.Element:
    return ElementTree.fromstring(svg_bytes(Picture(view.drawing(whole=whole), "a title", "{}")))


def texts(drawing: ElementTree.Element) -> list[str]:
    return ["".join(node.itertext()).strip() for node in drawing.iter(f"{SVG}text")]


@pytest.mark.parametrize("whole", [False, True], ids=["seen", "whole"])
@pytest.mark.parametrize("name", VIEWS)
def test_a_view_is_drawn_with_text_and_without_pixels(shown, name: str, whole: bool) -> None:
    drawing = svg_of(shown(name), whole=whole)
    assert not list(drawing.iter(f"{SVG}image"))
    assert len("".join(texts(drawing))) > 20


@pytest.mark.parametrize("name", VIEWS)
def test_an_image_of_what_is_seen_is_what_is_on_screen(shown, name: str) -> None:
    """But for buttons and scroll bars, which are not drawn: most pixels are the same."""
    view = shown(name)
    on_screen = _pixels(view.grab().toImage())
    drawn = _pixels(image_of(Picture(view.drawing(whole=False), "a title", "{}"), 96))
    assert on_screen.shape == drawn.shape
    assert np.mean(np.abs(on_screen - drawn).max(axis=-1) > 64) < 0.05


@pytest.mark.parametrize("name", ["matrix", "beam_graph", "text"])
def test_the_whole_has_every_token_where_the_screen_has_not(shown, name: str) -> None:
    view = shown(name, LONG, (320, 240))
    seen, whole = texts(svg_of(view, whole=False)), texts(svg_of(view, whole=True))
    words = {word.upper() for word in LONG.split()}
    assert words <= set(whole)
    assert not words <= set(seen)


def test_the_whole_of_a_scrolled_view_leaves_it_as_it_was(shown, qtbot: QtBot) -> None:
    view = shown("step", size=(360, 200))
    bars = [bar for bar in view.findChildren(QScrollBar) if bar.maximum() > 0]
    assert bars
    bars[0].setValue(7)
    before = view.grab().toImage()
    drawing = view.drawing(whole=True)
    assert drawing.size.height() > 200
    svg_bytes(Picture(drawing, "a title", "{}"))
    assert view.height() == 200
    assert bars[0].value() == 7
    qtbot.waitUntil(lambda: view.grab().toImage() == before)
    for area in view.findChildren(QAbstractScrollArea):
        assert area.updatesEnabled()


def _pixels(image) -> np.ndarray:
    image = image.convertToFormat(image.Format.Format_RGB32)
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)
    return pixels[..., :3].astype(int)
