"""Colours of runs: told apart by lightness, by colour-blind eyes, and from the ground, in both themes."""

import itertools

import numpy as np
import pytest
from PySide6.QtGui import QPalette

from explorer.plots.run_colours import COUNT, run_colour, run_line
from explorer.theme import DARK, LIGHT, palette_of

XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE = XYZ.sum(axis=1)
EYES = {  # Machado, Oliveira and Fernandes 2009, full severity
    "normal": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],  # noqa: E501
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],  # noqa: E501
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],  # noqa: E501
}  # fmt: skip


def linear(colour):
    rgb = np.array(colour.getRgbF()[:3])
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def lab(colour, eyes="normal"):
    x, y, z = np.cbrt(XYZ @ np.clip(np.array(EYES[eyes]) @ linear(colour), 0, 1) / WHITE)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def contrast(one, other):
    brighter, darker = sorted((float((XYZ @ linear(colour))[1]) for colour in (one, other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


@pytest.fixture(params=[LIGHT, DARK], ids=["light", "dark"])
def palette(request):
    return palette_of(request.param)


def colours(palette):
    return [run_colour(number, palette) for number in range(COUNT)]


def test_any_two_differ_in_lightness(palette):
    lightness = sorted(lab(colour)[0] for colour in colours(palette))
    assert np.diff(lightness).min() > 5


@pytest.mark.parametrize("eyes", EYES)
def test_any_two_are_far_apart_for_all_eyes(palette, eyes):
    for one, other in itertools.combinations(colours(palette), 2):
        assert np.linalg.norm(lab(one, eyes) - lab(other, eyes)) > 20


def test_each_stands_out_from_the_ground(palette):
    ground = palette.color(QPalette.ColorRole.Window)
    assert all(contrast(colour, ground) >= 3 for colour in colours(palette))


def test_one_run_has_the_accent_colour_and_the_seventh_another_line(palette):
    assert run_colour(0, palette) == palette.accent().color()
    assert run_colour(COUNT, palette) == run_colour(0, palette)
    assert run_line(COUNT) != run_line(0)
