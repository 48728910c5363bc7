"""train: what the arguments make of a preset, how a run ends, and what is refused on resuming."""

import json
import logging
import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from engine.catalogue import find_model
from engine.cli import main
from engine.config import ExperimentConfig
from engine.corpora.report import ImportReport
from engine.errors import RunError
from engine.presets import preset
from engine.preview import Preview
from engine.runs.experiment_file import load_experiment
from engine.runs.records import RunState, TrainRecord, ValidationRecord
from engine.runs.writer import RunWriter
from engine.settings import train_arguments
from tests.engine.made_experiments import everything_else


@dataclass
class FakeTraining:
    """Stands for engine.training: writes a run's folder and ends in the state that it is told."""

    state: RunState = "finished"
    started: list[ExperimentConfig] = field(default_factory=list)
    resumed: list[tuple[Path, int | None]] = field(default_factory=list)

    def start_run(self, experiment: ExperimentConfig, run: Path, on_record: Any) -> RunState:
        self.started.append(experiment)
        with RunWriter.create(run, experiment, {}) as writer:
            return self._go(writer, on_record)

    def resume_run(self, run: Path, max_updates: int | None, on_record: Any) -> RunState:
        self.resumed.append((run, max_updates))
        with RunWriter.resume(run, 20, 0) as writer:
            return self._go(writer, on_record)

    def _go(self, writer: RunWriter, on_record: Any) -> RunState:
        logger = logging.getLogger("engine.training")
        level, logger.parent.level = logger.parent.level, logging.INFO
        logger.info("Learning the vocabularies.")
        for record in (TrainRecord(10, 0, 4.25, 9.0, 0.5, 0.1, 1500.0, time=100.0),
                       ValidationRecord(10, 0, 2.0, 7.5, 12.5, "sig", 0.1),
                       TrainRecord(20, 0, 3.5, 9.0, 0.5, 0.1, 1500.0, time=101.0)):  # fmt: skip
            writer.record(record)
            on_record(record)
        error = RunError("No gradient was finite.", "Use a smaller learning rate.")
        writer.set_status(self.state, error if self.state == "diverged" else None)
        if self.state == "diverged":
            logger.error("The run diverged. %s", error)
        logger.parent.level = level
        return self.state


@pytest.fixture
def training(monkeypatch) -> FakeTraining:
    pytest.importorskip("torch")
    fake = FakeTraining()
    monkeypatch.setattr("engine.training.start_run", fake.start_run)
    monkeypatch.setattr("engine.training.resume_run", fake.resume_run)
    return fake


@pytest.fixture
def arguments(tmp_path) -> list[str]:
    return ["train", "--preset", "rnnsearch-minute", "--corpus", "pairs.tsv", "--run", str(tmp_path / "run")]


def test_the_preset_stands_where_nothing_else_is_said(training, arguments) -> None:
    assert main(arguments) == 0
    base = preset("rnnsearch-minute")
    corpus = replace(base.corpus, train=(str(Path("pairs.tsv").resolve()),))
    assert training.started == [replace(base, corpus=corpus)]


def test_arguments_change_the_preset(training, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    line = (
        "train --preset rnnencdec-30 --corpus a.de b.en --dev d.tsv --run run --max-updates 70 --seed 5 "
        "--threads 2 --precision bfloat16 --device cpu --batch-size 9 --max-length 12 "
        "--source-language de --target-language en"
    )
    assert main(line.split()) == 0
    (experiment,) = training.started
    assert experiment.preset == "rnnencdec-30"
    assert experiment.corpus.train == (str(tmp_path / "a.de"), str(tmp_path / "b.en"))
    assert experiment.corpus.dev == (str(tmp_path / "d.tsv"),)
    assert (experiment.corpus.source_language, experiment.corpus.target_language) == ("de", "en")
    assert (experiment.train.max_updates, experiment.train.seed, experiment.train.threads) == (70, 5, 2)
    assert (experiment.train.batch_size, experiment.corpus.max_length) == (9, 12)
    assert (experiment.train.precision, experiment.train.device) == ("bfloat16", "cpu")
    assert experiment.model == preset("rnnencdec-30").model


@pytest.mark.usefixtures("training")
def test_json_is_the_last_state_and_the_log_goes_to_standard_error(capsys, arguments) -> None:
    assert main([*arguments, "--json"]) == 0
    captured = capsys.readouterr()
    state = json.loads(captured.out)
    assert (state["state"], state["update"], state["dev_bleu"]) == ("finished", 20, 12.5)
    assert captured.err == "Learning the vocabularies.\n"


@pytest.mark.usefixtures("training")
def test_a_terminal_sees_loss_bleu_speed_and_time_left(capsys, arguments, monkeypatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setattr("engine.commands.progress._EVERY", 0.0)
    monkeypatch.setenv("COLUMNS", "200")
    assert main([*arguments, "--max-updates", "120"]) == 0
    shown = capsys.readouterr().err
    assert "Training [##" in shown
    assert re.search(r"10/120 +8%  loss 4\.250  1,500 tokens/s", shown)
    assert re.search(r"20/120 +17%  loss 3\.500  dev BLEU 12\.5  1,500 tokens/s  10 s left", shown)


def test_a_run_that_is_stopped_early_ends_with_130(training, arguments, capsys) -> None:
    training.state = "stopped"
    assert main(arguments) == 130
    assert "Stopped at update 20" in capsys.readouterr().out


def test_a_run_that_diverges_ends_with_1_and_the_runs_own_words(training, arguments, capsys) -> None:
    training.state = "diverged"
    assert main(arguments) == 1
    told = "error: The run diverged. No gradient was finite. Use a smaller learning rate.\n"
    assert capsys.readouterr().err == f"Learning the vocabularies.\n{told}"  # once, though it is logged too


class TestSeveralProcesses:
    @pytest.fixture
    def second_of_two(self, monkeypatch) -> None:
        for name, value in {"RANK": 1, "WORLD_SIZE": 2, "LOCAL_RANK": 1, "LOCAL_WORLD_SIZE": 2}.items():
            monkeypatch.setenv(name, str(value))

    @pytest.mark.usefixtures("second_of_two")
    def test_all_but_the_first_print_nothing(self, training, arguments, capsys) -> None:
        training.state = "diverged"
        assert main([*arguments, "--json"]) == 0
        assert capsys.readouterr().out == ""
        assert len(training.started) == 1

    @pytest.mark.usefixtures("training", "second_of_two")
    def test_a_run_that_began_meanwhile_is_no_obstacle_to_the_others(
        self, arguments, monkeypatch, tmp_path
    ) -> None:
        RunWriter.create(tmp_path / "run", preset("rnnsearch-minute"), {}).close()
        monkeypatch.setattr("engine.training.start_run", lambda experiment, run, on_record: "finished")
        assert main(arguments) == 0
        monkeypatch.setenv("RANK", "0")
        assert main(arguments) == 1

    def test_a_stop_is_no_crash_to_torchrun(self, training, arguments, second_of_two, monkeypatch) -> None:
        monkeypatch.setenv("RANK", "0")
        monkeypatch.setenv("LOCAL_RANK", "0")
        training.state = "stopped"
        assert main(arguments) == 0


class TestResume:
    @pytest.fixture
    def begun(self, training, arguments, capsys) -> list[str]:
        training.state = "stopped"
        main([*arguments, "--seed", "5"])
        training.state = "finished"
        capsys.readouterr()
        return arguments

    def test_the_folder_alone_is_enough(self, training, begun, tmp_path) -> None:
        assert main(["train", "--run", str(tmp_path / "run"), "--resume"]) == 0
        assert training.resumed == [(tmp_path / "run", None)]

    def test_the_same_command_again_goes_on_and_may_go_further(self, training, begun) -> None:
        assert main([*begun, "--resume", "--max-updates", "9000"]) == 0
        assert training.resumed[0][1] == 9000

    def test_a_sentence_to_watch_that_says_nothing_is_none(self, training, begun) -> None:
        assert main([*begun, "--resume", "--watch", " "]) == 0
        assert len(training.resumed) == 1

    @pytest.mark.parametrize(
        ("extra", "word"),
        [
            (["--preset", "rnnencdec-minute"], "preset"),
            (["--corpus", "other.tsv"], "begun with the corpus /"),
            (["--seed", "6"], "seed"),
            (["--dev", "d.tsv"], "begun with the validation pairs taken from the corpus, not /"),
            (["--target-language", "de"], "target language fr, not de"),
        ],
    )
    def test_another_setting_is_refused(self, training, begun, capsys, extra, word) -> None:
        assert main([*begun, "--resume", *extra]) == 1
        assert word in capsys.readouterr().err
        assert training.resumed == []

    def test_a_folder_without_a_run_is_refused(self, training, capsys, tmp_path) -> None:
        assert main(["train", "--run", str(tmp_path / "none"), "--resume"]) == 1
        assert "holds no run" in capsys.readouterr().err
        assert training.resumed == []


@pytest.mark.parametrize("extra", [["--preset", "rnnsearch-30"], ["--corpus", "x.tsv"], []])
def test_a_new_run_needs_preset_and_corpus(tmp_path, extra) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["train", "--run", str(tmp_path / "run"), *extra])
    assert ended.value.code == 2
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("name", ["rnnsearch-laptop", "rnnencdec-30"])
def test_the_line_of_an_experiment_gives_the_same_experiment(training, tmp_path, name) -> None:
    experiment = everything_else(preset(name))
    assert main(train_arguments(experiment, tmp_path / "run")) == 0
    assert training.started == [experiment]


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        (["--batch-size=0"], "The batch size is 0. It has to be at least 1."),
        (["--dropout=1"], "The dropout is 1.0. It has to be at least 0 and less than 1."),
        (["--learning-rate=nan"], "The learning rate is nan."),
    ],
)
def test_a_wrong_setting_is_told_in_words(training, arguments, capsys, extra, words) -> None:
    assert main([*arguments, *extra]) == 1
    assert words in capsys.readouterr().err
    assert training.started == []


class TestEstimate:
    @pytest.fixture
    def found(self, training, monkeypatch) -> Preview:
        report = ImportReport(kept=90)
        report.drop("empty target", "pairs.tsv", 7)
        made = Preview(report, 70, 15, 5, 0, 2, 4, 150.0, "cpu", 2)
        monkeypatch.setattr("engine.training.preview", lambda experiment, progress: made)
        return made

    def test_it_is_told_in_words_and_nothing_starts(
        self, training, found, arguments, tmp_path, capsys
    ) -> None:
        assert main([*arguments, "--estimate"]) == 0
        said = capsys.readouterr().out
        assert "1 dropped, empty target (pairs.tsv line 7)" in said
        assert "70 pairs to train on; 15 for validation and 5 for a test." in said
        assert "Of their targets 2 are also a target of training." in said
        assert "An epoch of 4 updates takes about 2.5 minutes on the CPU with 2 threads" in said
        assert training.started == []
        assert not (tmp_path / "run").exists()

    def test_as_json(self, found, arguments, capsys) -> None:
        assert main([*arguments, "--estimate", "--json"]) == 0
        assert Preview.from_json(json.loads(capsys.readouterr().out)) == found


class TestFrom:
    def test_network_and_vocabularies_come_with_the_weights(self, training, arguments, tmp_path) -> None:
        assert main([*arguments, "--from", "rnnsearch-en-fr", "--dropout=0.3"]) == 0
        (experiment,) = training.started
        model = find_model("rnnsearch-en-fr").resolve()
        trained = load_experiment(model / "experiment.json")
        assert experiment.begun_from == str(model)
        assert experiment.model == replace(trained.model, dropout=0.3)
        assert experiment.corpus.source_vocabulary == trained.corpus.source_vocabulary
        assert experiment.train == preset("rnnsearch-minute").train
        assert main(train_arguments(experiment, tmp_path / "again")) == 0
        assert training.started[1] == experiment

    @pytest.mark.parametrize(
        ("extra", "word"),
        [
            (["--hidden-size=7"], "with the hidden size 384, not 7"),
            (["--segmentation=words"], "segmentation sentencepiece, not words"),
        ],
    )
    def test_what_comes_with_the_weights_cannot_be_another(
        self, training, arguments, capsys, extra, word
    ) -> None:
        assert main([*arguments, "--from", "rnnsearch-en-fr", *extra]) == 1
        assert word in capsys.readouterr().err
        assert training.started == []

    def test_a_model_that_is_not_there_is_told(self, training, arguments, capsys) -> None:
        assert main([*arguments, "--from", "nothing"]) == 1
        assert "There is no model 'nothing'" in capsys.readouterr().err
        assert training.started == []
