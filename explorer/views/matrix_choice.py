"""What a person has chosen to see of a matrix, and how it is written into the settings."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from explorer.plots.colour_map import ANCHORS
from explorer.plots.matrix_style import MatrixStyle
from explorer.plots.weight_scale import LINEAR, LOGARITHM, ROOT

THRESHOLDS = (0.0, 0.01, 0.02, 0.05, 0.1, 0.2)


@dataclass(frozen=True)
class MatrixChoice:
    """Whole words or raw pieces, end of sentence or not, and the style of the drawing.

    The first is one choice for all views of the window, and so is not among the plain values.
    """

    whole_words: bool = True
    hides_end: bool = False
    style: MatrixStyle = field(default_factory=MatrixStyle)

    def to_plain(self) -> dict[str, Any]:
        """Names and plain values, for the settings."""
        return {"hides_end": self.hides_end, **asdict(self.style)}


def choice_from(plain: Mapping[str, Any]) -> MatrixChoice:
    """The choice in the settings; what is not there, or is no choice of this version, is the default."""
    return MatrixChoice(
        hides_end=plain.get("hides_end") is True,
        style=MatrixStyle(
            _one_of(plain.get("colours"), tuple(ANCHORS)),
            _one_of(plain.get("scale"), (LINEAR, ROOT, LOGARITHM)),
            _one_of(plain.get("threshold"), THRESHOLDS),
            plain.get("is_transposed") is True,
            plain.get("is_slanted") is True,
        ),
    )


def _one_of(value: Any, allowed: Collection[Any]) -> Any:
    """The value where it is allowed, else the first that is."""
    return value if value in allowed else next(iter(allowed))
