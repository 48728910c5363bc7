"""Exported files: their names, their bytes, and a folder that holds each of them whole or not at all."""

import json
import re
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QImage

from engine.errors import EngineError
from engine.exports.importance import (
    ImportanceNumbers,
    importance_csv_bytes,
    importance_json_bytes,
    importance_npy_bytes,
)
from engine.exports.nematus import nematus_json_bytes, nematus_text_bytes
from engine.exports.numbers import AlignmentNumbers, csv_bytes, json_bytes, npy_bytes, pharaoh_bytes
from engine.exports.provenance import provenance
from engine.exports.states import StateNumbers, states_csv_bytes, states_json_bytes, states_npy_bytes
from engine.runs.publishing import write_bytes
from engine.trace import DecodingTrace, Hypothesis
from explorer.export_choice import SUFFIXES, ExportChoice
from explorer.plots.pictures import Drawing, Picture, image_of, pdf_bytes, pixel_size, png_bytes, svg_bytes

_BYTES: dict[str, Callable[[AlignmentNumbers], bytes]] = {
    "csv": csv_bytes,
    "json": json_bytes,
    "npy": npy_bytes,
    "pharaoh": pharaoh_bytes,
    "nematus": nematus_text_bytes,
    "nematus-json": nematus_json_bytes,
}
_IMPORTANCE_BYTES: dict[str, Callable[[ImportanceNumbers], bytes]] = {
    "csv": importance_csv_bytes,
    "json": importance_json_bytes,
    "npy": importance_npy_bytes,
}
_LONGEST_STEM = 40
_RESERVED = re.compile(r"(?i)con|prn|aux|nul|com\d|lpt\d")  # no file of Windows can be called so


def stem_of(text: str) -> str:
    """A file name, without its ending, that every system takes and that is recognised as this sentence's."""
    words = re.sub(r"[^\w]+", "-", text).strip("-_").lower()[:_LONGEST_STEM].rstrip("-_")
    return "sentence" if not words or _RESERVED.fullmatch(words) else words


def picture_of(drawing: Drawing, trace: DecodingTrace, hypothesis: Hypothesis) -> Picture:
    """The drawing with its title, and with what is to be known of where it comes from."""
    origin = json.dumps(provenance(trace, hypothesis), ensure_ascii=False)
    return Picture(drawing, f"{trace.source_text} → {hypothesis.text}", origin)


def picture_files(picture: Picture, choice: ExportChoice) -> dict[str, bytes]:
    """The chosen kinds of pictures by their suffixes. Raises EngineError where a PNG would be too large."""
    files: dict[str, bytes] = {}
    for name in choice.pictures:
        if name == "png":
            files[SUFFIXES[name]] = png_bytes(_image(picture, choice.dpi))
        else:
            files[SUFFIXES[name]] = (svg_bytes if name == "svg" else pdf_bytes)(picture)
    return files


def number_files(numbers: AlignmentNumbers, choice: ExportChoice) -> dict[str, bytes]:
    """The chosen kinds of numbers by their suffixes."""
    return {SUFFIXES[name]: _BYTES[name](numbers) for name in choice.numbers}


def state_files(numbers: StateNumbers, choice: ExportChoice) -> dict[str, bytes]:
    """The chosen kinds of numbers by their suffixes; a .npy of each kind of states."""
    files: dict[str, bytes] = {}
    if "csv" in choice.numbers:
        files[SUFFIXES["csv"]] = states_csv_bytes(numbers)
    if "json" in choice.numbers:
        files[SUFFIXES["json"]] = states_json_bytes(numbers)
    if "npy" in choice.numbers:
        arrays = states_npy_bytes(numbers)
        files |= {f".{name}{SUFFIXES['npy']}": data for name, data in arrays.items()}
    return files


def importance_files(numbers: ImportanceNumbers, choice: ExportChoice) -> dict[str, bytes]:
    """The chosen kinds of numbers by their suffixes."""
    return {
        SUFFIXES[name]: to_bytes(numbers)
        for name, to_bytes in _IMPORTANCE_BYTES.items()
        if name in choice.numbers
    }


def publish(folder: Path, files: dict[str, bytes]) -> list[Path]:
    """Write each file into the folder, which is made where there is none. Raises EngineError."""
    written = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            write_bytes(folder / name, data)
            written.append(folder / name)
    except (OSError, ValueError) as error:  # ValueError: no system has such names
        what = _told("The files cannot be written to {folder}: {reason}.")
        raise EngineError(
            what.format(folder=folder, reason=getattr(error, "strerror", None) or error),
            _told("Choose a folder that can be written and has room."),
        ) from error
    return written


def _image(picture: Picture, dpi: int) -> QImage:
    try:
        return image_of(picture, dpi)
    except ValueError as error:
        size = pixel_size(picture, dpi)
        what = _told("At {dpi} dpi the picture would have {width:,} × {height:,} pixels.")
        raise EngineError(
            what.format(dpi=dpi, width=size.width(), height=size.height()),
            _told("Choose fewer dots an inch, or SVG or PDF, which have no pixels."),
        ) from error


def _told(text: str) -> str:
    return QCoreApplication.translate("Export", text)
