"""Figure 2 of Bahdanau et al. 2014 as SVG: BLEU by the length of the source, in the paper's line styles.

The first four systems are solid, dotted, dashed and dash-dotted, as in the paper; the next four are so again
in blue. Bands are the bootstrap's 95 %. Nothing but text is written, so no toolkit is needed.
"""

from collections.abc import Sequence
from html import escape

from engine.evaluation.by_length import BinScore, LengthBin, LengthCurves

_DASHES = ("", "2 5", "12 6", "12 5 2 5")
_COLOURS = ("#000000", "#1f5fa8")
_LEFT, _TOP, _WIDTH, _HEIGHT = 70, 20, 560, 300  # of the plot, in pixels
_BOTTOM = _TOP + _HEIGHT
_LEGEND_LINE = 22

Run = list[tuple[float, BinScore]]  # bins side by side that have sentences, each with its x


def length_figure(curves: LengthCurves) -> str:
    """A whole SVG document; under each bin stand its words and the number of its sentences."""
    top = _rounded_top(curves)
    legend = _BOTTOM + 84
    height = legend + _LEGEND_LINE * len(curves.scores)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_LEFT + _WIDTH + 20} {height}" '
        f'width="{_LEFT + _WIDTH + 20}" height="{height}" font-family="sans-serif" font-size="14">',
        "<title>BLEU by the length of the source</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        *_axes(curves.bins, top),
    ]
    for number, (name, scores) in enumerate(curves.scores.items()):
        parts += _curve(_runs(scores), top, _style(number))
        parts += _legend_line(name, legend + _LEGEND_LINE * number, _style(number))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _rounded_top(curves: LengthCurves) -> int:
    """The end of the vertical axis: whole tens that hold every band."""
    ends = [score.band.high for scores in curves.scores.values() for score in scores if score is not None]
    highs = [score.value for scores in curves.scores.values() for score in scores if score is not None]
    return max(10, -int(-max([*ends, *highs], default=0.0) // 10) * 10)


def _style(number: int) -> str:
    dash = _DASHES[number % len(_DASHES)]
    colour = _COLOURS[number // len(_DASHES) % len(_COLOURS)]
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'stroke="{colour}"{dashes} stroke-width="2" fill="none"'


def _x(number: int, bins: int) -> float:
    return _LEFT + _WIDTH * (number + 0.5) / bins


def _y(value: float, top: int) -> float:
    return _BOTTOM - _HEIGHT * value / top


def _runs(scores: Sequence[BinScore | None]) -> list[Run]:
    """The curve in pieces, broken where a bin is empty: no line crosses what was not measured."""
    runs: list[Run] = [[]]
    for number, score in enumerate(scores):
        if score is None:
            runs.append([])
        else:
            runs[-1].append((_x(number, len(scores)), score))
    return [run for run in runs if run]


def _curve(runs: Sequence[Run], top: int, style: str) -> list[str]:
    parts = []
    for run in runs:
        upper = [(x, _y(score.band.high, top)) for x, score in run]
        lower = [(x, _y(score.band.low, top)) for x, score in reversed(run)]
        points = [(x, _y(score.value, top)) for x, score in run]
        parts.append(f'<polygon points="{_points(upper + lower)}" fill="#000000" fill-opacity="0.1"/>')
        parts.append(f'<polyline points="{_points(points)}" {style}/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="#000000"/>' for x, y in points]
    return parts


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _axes(bins: Sequence[LengthBin], top: int) -> list[str]:
    parts = [
        f'<rect x="{_LEFT}" y="{_TOP}" width="{_WIDTH}" height="{_HEIGHT}" fill="none" stroke="#606060"/>'
    ]
    for value in range(0, top + 1, 10 if top > 20 else 5):
        y = _y(value, top)
        parts.append(f'<path d="M{_LEFT} {y:.1f}h{_WIDTH}" stroke="#d8d8d8"/>')
        parts.append(_text(_LEFT - 8, y + 5, str(value), "end"))
    for number, one in enumerate(bins):
        words = f"{one.low}–{one.high}" if one.high is not None else f"≥ {one.low}"
        x = _x(number, len(bins))
        parts.append(_text(x, _BOTTOM + 20, words, "middle"))
        parts.append(_text(x, _BOTTOM + 38, f"n = {len(one.sentences):,}", "middle"))
    middle = _TOP + _HEIGHT / 2
    parts.append(_text(_LEFT + _WIDTH / 2, _BOTTOM + 60, "words of the source; n sentences", "middle"))
    parts.append(f'<text transform="translate(22 {middle:.0f}) rotate(-90)" text-anchor="middle">BLEU</text>')
    return parts


def _legend_line(name: str, y: int, style: str) -> list[str]:
    line = f'<path d="M{_LEFT} {y - 5}h60" {style}/>'
    return [line, _text(_LEFT + 72, y, name, "start")]


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
