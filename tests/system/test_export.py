"""`python main.py export` with a bundled model: the pictures hold what the numbers hold."""

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
SVG = "{http://www.w3.org/2000/svg}"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "main.py"), "export", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_a_sentence_becomes_pictures_and_numbers_that_agree(tmp_path: Path) -> None:
    pytest.importorskip("PySide6")
    ended = run("--folder", str(tmp_path), "--format", "svg,json,npy", "The cat sleeps.")
    assert ended.returncode == 0, ended.stderr
    written = sorted(Path(line) for line in ended.stdout.splitlines())
    assert written == sorted(tmp_path.iterdir())
    record = json.loads((tmp_path / "1-the-cat-sleeps.json").read_text(encoding="utf-8"))
    weights = np.load(tmp_path / "1-the-cat-sleeps.npy", allow_pickle=False)
    assert weights.shape == (len(record["target_tokens"]), len(record["source_tokens"]))
    assert np.allclose(weights.sum(axis=1), 1, atol=1e-5)
    assert record["provenance"]["fingerprint"]
    drawing = ElementTree.parse(tmp_path / "1-the-cat-sleeps.svg").getroot()
    edge = max(float(rect.get("height")) for rect in squares(drawing))
    fills = sorted(fill for rect, fill in zip(squares(drawing), colours(drawing), strict=True)
                   if float(rect.get("height")) == edge)  # fmt: skip
    greys = np.rint(255 * weights.clip(0, 1)).astype(int).ravel()
    assert fills == sorted(f"#{3 * f'{grey:02x}'}" for grey in greys)


def squares(drawing: ElementTree.Element) -> list[ElementTree.Element]:
    return [rect for rect, _ in _borderless(drawing)]


def colours(drawing: ElementTree.Element) -> list[str]:
    return [colour for _, colour in _borderless(drawing)]


def _borderless(drawing: ElementTree.Element) -> list[tuple[ElementTree.Element, str]]:
    return [
        (rect, group.get("fill", ""))
        for group in drawing.iter(f"{SVG}g")
        for rect in group.findall(f"{SVG}rect")
        if group.get("stroke") == "none" and rect.get("width") == rect.get("height")
    ]


def test_wrong_wishes_are_told_in_words_and_write_nothing(tmp_path: Path) -> None:
    ended = run("--folder", str(tmp_path / "new"), "--format", "bmp", "Hello.")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "'bmp' is none of svg" in ended.stderr
    ended = run("--folder", str(tmp_path / "new"), "--model", "no-such-model", "Hello.")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith("error: ")
    assert not (tmp_path / "new").exists()
