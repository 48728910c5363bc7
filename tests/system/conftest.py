"""The real program, on a made-up language of one word for one word."""

import contextlib
import io
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from unittest import mock

import pytest

from main import main

ROOT = Path(__file__).resolve().parent.parent.parent
WORDS = 700  # enough for the subwords of the smallest presets
Program = Callable[..., subprocess.CompletedProcess[str]]


def _lexicon(seed: int) -> list[str]:
    draw = random.Random(seed)
    words: dict[str, None] = {}
    while len(words) < WORDS:
        syllables = (
            draw.choice("bcdfghjklmnprstvz") + draw.choice("aeiou") for _ in range(draw.randint(2, 4))
        )
        words["".join(syllables)] = None
    return list(words)


def made_up_pairs(count: int, seed: int) -> list[tuple[str, str]]:
    """Sentences of 2 to 6 words, and the same words of the other language in the same order."""
    source, target = _lexicon(1), _lexicon(2)
    draw = random.Random(seed)
    numbers = [[draw.randrange(WORDS) for _ in range(draw.randint(2, 6))] for _ in range(count)]
    return [(" ".join(source[n] for n in row), " ".join(target[n] for n in row)) for row in numbers]


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """One thread, and a home of runs that is nobody's."""
    pytest.importorskip("torch")
    home = tmp_path_factory.mktemp("runs home")
    return {**os.environ, "OMP_NUM_THREADS": "1", "ALIGNMENT_EXPLORER_RUNS": str(home)}


@pytest.fixture(scope="session")
def program(environment: dict[str, str]) -> Program:
    """program("models", "--json"): `python main.py models --json`, ended, with its output as text."""

    def run(*arguments: str | Path, given: str = "") -> subprocess.CompletedProcess[str]:
        line = [sys.executable, "main.py", *map(str, arguments)]
        return subprocess.run(
            line, cwd=ROOT, env=environment, input=given, capture_output=True, encoding="utf-8", check=False
        )

    return run


@pytest.fixture(scope="session")
def command(environment: dict[str, str]) -> Program:
    """As `program`, but in this process, where one of its own would show nothing more and cost seconds."""
    import torch

    def run(*arguments: str | Path, given: str = "") -> subprocess.CompletedProcess[str]:
        words, threads = list(map(str, arguments)), torch.get_num_threads()
        read, written, told = (
            io.TextIOWrapper(io.BytesIO(text), "utf-8") for text in (given.encode(), b"", b"")
        )
        streams = mock.patch.multiple(sys, stdin=read, stdout=written, stderr=told)
        with contextlib.chdir(ROOT), mock.patch.dict(os.environ, environment), streams:
            try:
                code = main(words)
            except SystemExit as ended:
                code = int(ended.code or 0)
        torch.set_num_threads(threads)
        texts = []
        for stream in (written, told):
            stream.flush()
            texts.append(stream.buffer.getvalue().decode())
        return subprocess.CompletedProcess(words, code, *texts)

    return run


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """train: 600 pairs; dev: 20; each tab-separated."""
    folder = tmp_path_factory.mktemp("corpus")
    paths = {}
    for name, count, seed in (("train", 600, 3), ("dev", 20, 4)):
        paths[name] = folder / f"{name}.tsv"
        lines = [f"{source}\t{target}\n" for source, target in made_up_pairs(count, seed)]
        paths[name].write_text("".join(lines), encoding="utf-8")
    return paths


@pytest.fixture(scope="session")
def training_arguments(corpus: dict[str, Path]) -> list[str]:
    """A training of 14 updates, the same each time; --run is still to be added."""
    line = f"train --preset rnnsearch-minute --corpus {corpus['train']} --dev {corpus['dev']}"
    return [*line.split(), "--max-updates", "14", "--threads", "1", "--precision", "float32", "--json"]


@pytest.fixture(scope="session")
def finished_run(
    program: Program, training_arguments: list[str], environment: dict[str, str]
) -> tuple[Path, subprocess.CompletedProcess[str]]:
    """A run that trained to its end without a break, and what its process said."""
    path = Path(environment["ALIGNMENT_EXPLORER_RUNS"]) / "whole"
    return path, program(*training_arguments, "--run", path)


@pytest.fixture
def interrupt_training(environment: dict[str, str]) -> Callable[[list[str], Path], int]:
    """Starts a training, sends it Ctrl-C once it has recorded updates; its exit code."""

    def run(arguments: list[str], path: Path) -> int:
        line = [sys.executable, "main.py", *arguments, "--run", str(path)]
        process = subprocess.Popen(
            line, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        metrics = path / "metrics.jsonl"
        deadline = time.monotonic() + 300
        try:
            while not (metrics.is_file() and '"train"' in metrics.read_text("utf-8")):
                assert process.poll() is None, "the training ended before it could be interrupted"
                assert time.monotonic() < deadline, "the training records nothing"
                time.sleep(0.02)
            process.send_signal(signal.SIGINT)
            return process.wait(120)
        finally:
            process.kill()
            process.wait()

    return run
