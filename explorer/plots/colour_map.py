"""Colour maps of weights: black to white as in B, figure 3, and two that hold for colour-blind readers.

Beside them maps of numbers with a sign, in other colours, so that nobody reads such numbers as weights.

Anchors, evenly spaced from 0 to 1, with straight lines in sRGB between them. Sampled from viridis (S. van der
Walt, N. Smith, E. Firing) and cividis (J. R. Nuñez et al., PLoS ONE 13(7), 2018), both released under CC0.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

GREY, CIVIDIS, VIRIDIS = "grey", "cividis", "viridis"
ANCHORS = {
    GREY: "000000 ffffff",
    CIVIDIS: "00204d 002c68 05366e 2c426c 414d6b 52596c 61646f 6f7073 7c7b78 8c8879 9c9477 aca174 bdaf6f "
    "cebd68 e0cb5e f2da50 ffea46",
    VIRIDIS: "440154 48186a 472d7b 424086 3b528b 33638d 2c728e 26818e 21908c 1f9f88 28ae80 3ebc74 5dc963 "
    "82d34c abdc32 d5e21a fde725",
}
SIGNED_LIGHT, SIGNED_DARK = "signed, light", "signed, dark"
SIGNED = {  # below 0, 0 in the middle, above 0: never those of weights
    SIGNED_LIGHT: "9a4a00 d98033 f3c79b f7f7f8 c3b5e0 8060b8 45207c",
    SIGNED_DARK: "ffb066 c2701f 6b4520 2b2b30 4a3c78 8a6fd0 cdbcff",
}
LEVELS = 65536  # so many that rounding to a level moves no colour by a whole unit


def anchors(name: str) -> list[tuple[int, ...]]:
    """Red, green and blue of each anchor of a map, 0 to 255."""
    return [tuple(bytes.fromhex(text)) for text in {**ANCHORS, **SIGNED}[name].split()]


def rgb_at(shares: NDArray[np.floating], name: str) -> NDArray[np.float64]:
    """Colours at shares of 0 to 1: one more axis of red, green and blue, each 0.0 to 255.0."""
    colours = np.array(anchors(name), dtype=np.float64)
    places = np.linspace(0.0, 1.0, len(colours))
    channels = [np.interp(shares, places, colours[:, channel]) for channel in range(3)]
    return np.stack(channels, axis=-1)


@cache
def colour_table(name: str) -> NDArray[np.uint32]:
    """The opaque colour 0xffRRGGBB of each of LEVELS levels."""
    rgb = np.rint(rgb_at(np.linspace(0.0, 1.0, LEVELS), name)).astype(np.uint32)
    return np.uint32(0xFF000000) | rgb[:, 0] << 16 | rgb[:, 1] << 8 | rgb[:, 2]
