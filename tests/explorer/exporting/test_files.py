"""Names that every system takes, files that are whole, numbers that never travel without their origin."""

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QSizeF
from PySide6.QtGui import QPainter

from engine.errors import EngineError
from engine.exports.numbers import AlignmentNumbers
from explorer.export_choice import ExportChoice
from explorer.exporting.files import number_files, picture_files, picture_of, publish, stem_of
from explorer.plots.pictures import Drawing
from tests.explorer.made_traces import made_trace


@pytest.mark.parametrize(
    ("text", "stem"),
    [
        ("Where is the station?", "where-is-the-station"),
        ("../../etc/passwd", "etc-passwd"),
        ("הילד הקטן", "הילד-הקטן"),
        ("CON", "sentence"),
        ("com1", "sentence"),
        ("?!", "sentence"),
        ("😀 😀", "sentence"),
        ("a" * 300, "a" * 40),
        ("x" * 39 + " and more", "x" * 39),
    ],
)
def test_a_stem_is_a_file_name_everywhere(text: str, stem: str) -> None:
    assert stem_of(text) == stem


def test_json_comes_along_with_numbers_that_have_no_room_for_their_origin() -> None:
    assert ExportChoice(("npy",)).numbers == ("json", "npy")
    assert ExportChoice(("pharaoh", "svg")).numbers == ("json", "pharaoh")
    assert ExportChoice(("csv",)).numbers == ("csv",)
    trace = made_trace("one two")
    files = number_files(AlignmentNumbers(trace, trace.best()), ExportChoice(("pharaoh",)))
    assert set(files) == {".json", ".pharaoh"}
    assert json.loads(files[".json"])["provenance"]["source_text"] == "one two"
    files = number_files(AlignmentNumbers(trace, trace.best()), ExportChoice(("nematus", "nematus-json")))
    assert set(files) == {".json", ".nematus", ".nematus.json"}


def test_a_png_that_is_too_large_is_refused_in_words(qapp) -> None:
    trace = made_trace("one two")
    picture = picture_of(Drawing(QSizeF(4000, 4000), lambda painter: None), trace, trace.best())
    with pytest.raises(EngineError, match=r"At 1200 dpi the picture would have 50,000 × 50,000 pixels"):
        picture_files(picture, ExportChoice(("png",), 1200))


def test_files_are_written_whole_and_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    assert publish(tmp_path / "new", {"a.txt": b"1", "b.txt": b"2"}) == [
        tmp_path / "new" / "a.txt",
        tmp_path / "new" / "b.txt",
    ]
    publish(tmp_path / "new", {"a.txt": b"3"})
    assert {path.name: path.read_bytes() for path in (tmp_path / "new").iterdir()} == {
        "a.txt": b"3",
        "b.txt": b"2",
    }
    with pytest.raises(EngineError, match="cannot be written"):
        publish(tmp_path / "new" / "a.txt", {"c.txt": b"4"})


@pytest.mark.parametrize("name", ["a\0b.txt", "n" * 5000])
def test_a_name_that_no_system_has_is_told(tmp_path: Path, name: str) -> None:
    with pytest.raises(EngineError, match="cannot be written"):
        publish(tmp_path, {name: b"1"})
    assert list(tmp_path.iterdir()) == []


def test_an_svg_is_xml_whatever_the_sentence_holds(qapp) -> None:
    """Controls and non-characters have no place in XML: neither in the title nor in the text drawn."""
    text = "a\0b\x01\x1b\x7f\ufffe\uffff & <b> é"

    def paint(painter: QPainter) -> None:
        painter.drawText(10, 50, text)

    trace = replace(made_trace("one two"), source_text=text)
    picture = picture_of(Drawing(QSizeF(300, 100), paint), trace, trace.best())
    svg = picture_files(picture, ExportChoice(("svg",)))[".svg"]
    root = ElementTree.fromstring(svg)
    title = root.findtext("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.startswith("a\ufffdb\ufffd\ufffd\x7f\ufffd\ufffd & <b> é")
