"""What a saved segmenter says of itself: its kind, language, rule of normalisation and maker, as JSON."""

import hashlib
import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

from engine.errors import VocabularyError
from engine.regular_files import read_regular
from engine.text.normalization import RULE

FORMAT = 1
WORDS = "words"
SENTENCEPIECE = "sentencepiece"
_LARGEST = 1 << 28  # bytes of a file of a segmenter
_PACKAGES = {WORDS: "sacremoses", SENTENCEPIECE: "sentencepiece"}


def _described(kind: str, language: str) -> dict[str, Any]:
    package = _PACKAGES[kind]
    return {
        "format": FORMAT,
        "kind": kind,
        "language": language,
        "normalization": RULE,
        "made_with": f"{package} {version(package)}",
    }


def write_description(path: Path, kind: str, language: str) -> None:
    """Write the description of a segmenter of this kind, as this version of the program makes it."""
    path.write_bytes((json.dumps(_described(kind, language), indent=2) + "\n").encode("ascii"))


def fingerprint_of(kind: str, language: str, model: bytes) -> str:
    """SHA-256, in hexadecimal, of what a segmenter of this version does: its description and its model."""
    return hashlib.sha256(json.dumps(_described(kind, language)).encode("ascii") + model).hexdigest()


def read_description(path: Path) -> tuple[str, str]:
    """Kind and language of a saved segmenter.

    Raises VocabularyError where the file is missing or damaged, or follows a rule that this version lacks.
    """
    try:
        description = json.loads(read_bytes(path))
    except (ValueError, RecursionError) as error:
        raise VocabularyError(
            f"The segmenter {path} is not JSON: {error}.", "Take it again from the model it belongs to."
        ) from error
    if not isinstance(description, dict) or not isinstance(description.get("language"), str):
        raise VocabularyError(
            f"The segmenter {path} names no language.", "Take it again from the model it belongs to."
        )
    known = {"format": (FORMAT,), "kind": tuple(_PACKAGES), "normalization": (RULE,)}
    for key, allowed in known.items():
        if description.get(key) not in allowed:
            raise VocabularyError(
                f"The segmenter {path} has {key} {description.get(key)!r}, which this version does not know.",
                "Use the version of the program that the model was made with.",
            )
    return description["kind"], description["language"]


def read_bytes(path: Path) -> bytes:
    """The content of a segmenter's file; raises VocabularyError where it cannot be read."""
    try:
        return read_regular(path, _LARGEST)
    except OSError as error:
        raise VocabularyError(
            f"The segmenter file {path} cannot be read: {error.strerror or error}.",
            "Check that the model directory is complete.",
        ) from error
