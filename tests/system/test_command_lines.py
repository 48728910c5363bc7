"""The command that the form of a new run shows starts the same experiment, also in two processes."""

import shlex
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

ROOT = Path(__file__).resolve().parent.parent.parent


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
    experiment: ExperimentConfig, environment: dict[str, str], tmp_path: Path, processes: int
) -> None:
    arguments = train_arguments(experiment, tmp_path / "a run")
    line = python_line(arguments) if processes == 1 else torchrun_line(arguments, processes)
    program, *_ = shlex.split(line)
    runs = "" if program == "python" else "-m torch.distributed.run"
    line = line.replace(program, f"{shlex.quote(sys.executable)} {runs}", 1)
    ended = subprocess.run(["sh", "-c", line], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    layout = RunLayout(tmp_path / "a run")
    assert load_experiment(layout.experiment) == experiment
    assert f"on {processes} processes" in layout.log.read_text(encoding="utf-8") or processes == 1
