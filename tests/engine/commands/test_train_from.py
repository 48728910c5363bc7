"""train --from: weights that are damaged begin no run."""

import os
import shutil
from pathlib import Path

from engine.catalogue import find_model
from engine.cli import main


def test_damaged_weights_are_told_before_anything_starts(tmp_path: Path, capsys) -> None:
    model, run = tmp_path / "model", tmp_path / "run"
    shutil.copytree(find_model("rnnsearch-en-fr"), model)
    with (model / "model.safetensors").open("r+b") as weights:
        weights.seek(-100, os.SEEK_END)
        weights.write(b"?")
    began = ["train", "--preset", "rnnsearch-minute", "--corpus", "pairs.tsv", "--run", str(run)]
    assert main([*began, "--from", str(model)]) == 1
    assert "is damaged: its contents do not match its checksum." in capsys.readouterr().err
    assert not run.exists()
