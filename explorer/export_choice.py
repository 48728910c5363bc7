"""What a person wants to have as files: kinds of pictures and numbers, and how fine a PNG is."""

from dataclasses import dataclass

SUFFIXES = {
    "svg": ".svg",
    "pdf": ".pdf",
    "png": ".png",
    "csv": ".csv",
    "json": ".json",
    "npy": ".npy",
    "pharaoh": ".pharaoh",
    "nematus": ".nematus",
    "nematus-json": ".nematus.json",
}
PICTURES = ("svg", "pdf", "png")
NUMBERS = ("csv", "json", "npy", "pharaoh", "nematus", "nematus-json")
ALIGNMENT, STATES, IMPORTANCE = "alignment", "states", "importance"  # what numbers are of
NO_ALIGNMENT = ("csv", "json", "npy")  # kinds of numbers that can hold other things than an alignment
WITHOUT_PROVENANCE = ("npy", "pharaoh", "nematus", "nematus-json")  # nothing but the numbers fits into these
COARSEST, FINEST = 48, 1200  # dots an inch of a PNG


@dataclass(frozen=True)
class ExportChoice:
    """formats: keys of SUFFIXES. dpi: pixels an inch of a PNG, where 96 are a pixel of the screen each."""

    formats: tuple[str, ...] = ("svg", "json")
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
