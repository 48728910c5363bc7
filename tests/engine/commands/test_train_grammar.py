"""train --grammar: the built-in corpus in place of files, and what is refused."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from engine.cli import main
from engine.config import ExperimentConfig, GrammarConfig
from engine.presets import preset
from engine.runs.records import Record, RunState
from engine.runs.writer import RunWriter
from engine.settings import train_arguments
from engine.shared_cores import VARIABLE

MINUTE = ["train", "--preset", "rnnsearch-minute"]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[ExperimentConfig]:
    """The experiments that were started; each stops at once."""
    pytest.importorskip("torch")
    experiments = []

    def start(experiment: ExperimentConfig, run: Path, on_record: Callable[[Record], None]) -> RunState:
        experiments.append(experiment)
        with RunWriter.create(run, experiment, {}) as writer:
            writer.set_status("finished")
        return "finished"

    monkeypatch.setattr("engine.training.start_run", start)
    return experiments


def test_the_built_in_corpus_takes_the_place_of_files(
    started: list[ExperimentConfig], tmp_path: Path
) -> None:
    grammar = GrammarConfig(700, 5, 6, 30, ("questions", "negation"))
    base = preset("rnnsearch-minute")
    corpus = replace(base.corpus, grammar=grammar, source_language="fr", target_language="en")
    experiment = replace(base, corpus=corpus)
    assert main(train_arguments(experiment, tmp_path / "run")) == 0
    assert main([*MINUTE, "--grammar", "--run", str(tmp_path / "usual")]) == 0
    usual = replace(base, corpus=replace(base.corpus, grammar=GrammarConfig()))
    assert started == [experiment, usual]


@pytest.mark.usefixtures("started")
def test_a_run_goes_on_with_the_sentences_it_began_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = [*MINUTE, "--grammar", "--grammar-seed=4", "--run", str(tmp_path / "run")]
    assert main(line) == 0
    assert main([*line, "--resume", "--grammar-seed=5"]) == 1
    assert "The run was begun with the sentences' seed 4, not 5." in capsys.readouterr().err


@pytest.mark.parametrize("extra", [["--grammar"], ["--without=negation"], ["--longest=30"]])
def test_files_and_the_built_in_corpus_are_not_mixed(
    started: list[ExperimentConfig], tmp_path: Path, capsys: pytest.CaptureFixture[str], extra: list[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*MINUTE, "--corpus", "pairs.tsv", "--run", str(tmp_path / "run"), *extra])
    assert ended.value.code == 2
    assert "give one of them" in capsys.readouterr().err
    assert started == []


def test_its_threads_sleep_while_they_wait(
    started: list[ExperimentConfig], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "")
    monkeypatch.delenv(VARIABLE)
    assert main([*MINUTE, "--grammar", "--run", str(tmp_path / "run")]) == 0
    assert os.environ[VARIABLE] == "PASSIVE"
