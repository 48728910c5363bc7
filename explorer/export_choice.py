"""What a person wants to have as files: of which view, kinds of pictures and numbers, how fine a PNG is."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.trace import DecodingTrace, Hypothesis
from explorer.plots.pictures import Drawing

SUFFIXES = {
    "svg": ".svg",
    "pdf": ".pdf",
    "png": ".png",
    "csv": ".csv",
    "json": ".json",
    "npy": ".npy",
    "pharaoh": ".pharaoh",
}
PICTURES = ("svg", "pdf", "png")
NUMBERS = ("csv", "json", "npy", "pharaoh")
WITHOUT_PROVENANCE = ("npy", "pharaoh")  # nothing but the numbers fits into these
COARSEST, FINEST = 48, 1200  # dots an inch of a PNG


@dataclass(frozen=True)
class ViewSource:
    """A view on screen. stem: a name for its files; draw: all of it (True) or what is seen of it (False)."""

    title: str
    stem: str
    draw: Callable[[bool], Drawing]
    trace: DecodingTrace
    hypothesis: Hypothesis

    @property
    def has_numbers(self) -> bool:
        """Whether there is an alignment."""
        return self.trace.weights is not None


@dataclass(frozen=True)
class ExportChoice:
    """formats: keys of SUFFIXES. dpi: pixels an inch of a PNG, where 96 are a pixel of the screen each."""

    formats: tuple[str, ...] = ("svg",)
    dpi: int = 300

    @property
    def pictures(self) -> tuple[str, ...]:
        """The kinds of pictures among the formats."""
        return tuple(name for name in PICTURES if name in self.formats)

    @property
    def numbers(self) -> tuple[str, ...]:
        """The kinds of numbers; JSON comes along where nothing else would say where the others are from."""
        needs_json = any(name in WITHOUT_PROVENANCE for name in self.formats)
        return tuple(name for name in NUMBERS if name in self.formats or (name == "json" and needs_json))
