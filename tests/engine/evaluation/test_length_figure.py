"""The figure's points stand where its numbers say; counts, names and line styles are in it."""

from xml.etree import ElementTree

import pytest

from engine.evaluation.by_length import BinScore, LengthBin, LengthCurves
from engine.evaluation.length_figure import length_figure
from engine.evaluation.significance import Interval

SVG = "{http://www.w3.org/2000/svg}"
BINS = (LengthBin(0, 10, (0, 1)), LengthBin(11, 20, ()), LengthBin(21, None, (2,)))


def score(value: float) -> BinScore:
    return BinScore(value, Interval(value - 4, value + 4))


def drawn(systems: dict[str, tuple[BinScore | None, ...]]) -> ElementTree.Element:
    return ElementTree.fromstring(length_figure(LengthCurves(BINS, systems)))


def places(shape: ElementTree.Element) -> list[tuple[float, float]]:
    return [tuple(map(float, pair.split(","))) for pair in shape.attrib["points"].split()]


def test_points_are_the_scores_on_the_axis_that_is_drawn() -> None:
    whole = (score(30.0), score(20.0), score(12.0))
    root = drawn({"a": whole})
    ticks = {
        int(text.text): float(text.attrib["y"]) - 5
        for text in root.iter(f"{SVG}text")
        if text.attrib.get("text-anchor") == "end"
    }
    nought, most = ticks[0], max(ticks)
    assert most == 40  # 34 is the end of the highest band
    line = next(root.iter(f"{SVG}polyline"))
    for (_, y), one in zip(places(line), whole, strict=True):
        assert (nought - y) / (nought - ticks[most]) * most == pytest.approx(one.value, abs=0.02)
    band = places(next(root.iter(f"{SVG}polygon")))
    heights = [(nought - y) / (nought - ticks[most]) * most for _, y in band]
    assert heights == pytest.approx([34, 24, 16, 8, 16, 26], abs=0.02)


def test_no_line_crosses_an_empty_bin() -> None:
    lines = list(drawn({"a": (score(30.0), None, score(12.0))}).iter(f"{SVG}polyline"))
    assert [len(places(line)) for line in lines] == [1, 1]


def test_four_systems_have_the_papers_line_styles() -> None:
    systems = {name: (score(30.0), None, None) for name in "abcd"}
    dashes = [line.attrib.get("stroke-dasharray") for line in drawn(systems).iter(f"{SVG}polyline")]
    assert dashes == [None, "2 5", "12 6", "12 5 2 5"]


def test_counts_words_and_names_are_written_and_names_cannot_break_the_file() -> None:
    root = drawn({"<a & b>": (score(30.0), None, score(12.0))})
    texts = [text.text for text in root.iter(f"{SVG}text")]
    for wanted in ("0–10", "11–20", "≥ 21", "n = 2", "n = 0", "n = 1", "<a & b>", "BLEU"):
        assert wanted in texts
