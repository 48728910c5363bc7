"""The command that the form of a new run shows starts the same experiment, also under torchrun."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engine.command_lines import python_line, torchrun_line
from engine.config import ExperimentConfig, ModelConfig
from engine.presets import preset
from engine.runs.experiment_file import load_experiment
from engine.runs.layout import RunLayout
from engine.settings import train_arguments
from tests.system.conftest import Program

parse_args = pytest.importorskip("torch.distributed.run").parse_args


@pytest.fixture
def experiment(corpus) -> ExperimentConfig:
    base = preset("rnnsearch-minute")
    return replace(
        base,
        corpus=replace(base.corpus, train=(str(corpus["train"]),), segmentation="words", dev_size=9, seed=3),
        model=ModelConfig("rnnsearch", 5, 6, 7, 4, dropout=0.25),
        train=replace(
            base.train,
            max_updates=2,
            validate_every=2,
            batch_size=4,
            learning_rate=0.1 + 0.2,  # of which no digit may be lost
            threads=1,
            device="cpu",
            precision="float32",
            watched=('It\'s "odd" – $HOME `x`, *!', "-x"),
        ),
    )


@pytest.mark.skipif(sys.platform == "win32", reason="the line is one for a POSIX shell")
@pytest.mark.parametrize("processes", [1, 2])
def test_the_line_in_a_shell_gives_the_same_experiment_json(
    experiment: ExperimentConfig, command: Program, tmp_path: Path, processes: int
) -> None:
    arguments = train_arguments(experiment, tmp_path / "a run")
    if processes == 1:
        program, *words = _through_a_shell(python_line(arguments), tmp_path)
    else:
        options = parse_args(_through_a_shell(torchrun_line(arguments, processes), tmp_path))
        assert (options.standalone, options.nproc_per_node) == (True, "2")
        program, words = options.training_script, options.training_script_args
    assert program == "main.py"
    ended = command(*words)
    assert ended.returncode == 0, ended.stderr
    assert load_experiment(RunLayout(tmp_path / "a run").experiment) == experiment


def _through_a_shell(line: str, folder: Path) -> list[str]:
    """The words that python or torchrun would get from a shell."""
    for name in ("python", "torchrun"):
        program = folder / name
        program.write_text("#!/bin/sh\nprintf '%s\\0' \"$@\"\n")
        program.chmod(0o755)
    found = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    ended = subprocess.run(["sh", "-c", line], env=found, capture_output=True, text=True, check=True)
    return ended.stdout.split("\0")[:-1]
