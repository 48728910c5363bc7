"""runs: the state of each run, from its folder alone."""

import json

import pytest

from engine.cli import main
from engine.config import ExperimentConfig
from engine.runs.records import TrainRecord, ValidationRecord
from engine.runs.writer import RunWriter


@pytest.fixture
def home(tmp_path):
    """A folder with a finished run and a failed one."""
    from engine.errors import CorpusError

    with RunWriter.create(tmp_path / "good", ExperimentConfig(preset="p"), {}) as writer:
        for update, loss in ((10, 4.0), (20, float("nan"))):
            writer.record(TrainRecord(update, 1, loss, 9.0, 0.5, 0.1, 100.0))
        writer.record(ValidationRecord(20, 1, 2.0, 7.5, 12.5, "sig", 0.1))
        writer.set_best(20, "bleu", 12.5)
        writer.set_status("finished")
    with RunWriter.create(tmp_path / "sad", ExperimentConfig(), {}) as writer:
        writer.set_status("failed", CorpusError("The file is gone.", "Put it back."))
    (tmp_path / "no run").mkdir()
    return tmp_path


def test_json_lists_the_state_of_each_run(capsys, home) -> None:
    assert main(["runs", str(home), "--json"]) == 0
    good, sad = json.loads(capsys.readouterr().out)
    assert (good["name"], good["state"], good["update"], good["preset"]) == ("good", "finished", 20, "p")
    assert (good["dev_bleu"], good["dev_perplexity"], good["best_update"]) == (12.5, 7.5, 20)
    assert good["loss"] is None  # not a number, and JSON has none of that kind
    assert (sad["name"], sad["state"]) == ("sad", "failed")
    assert sad["error"] == {"what": "The file is gone.", "remedy": "Put it back."}


def test_a_run_itself_is_a_list_of_one(capsys, home) -> None:
    assert main(["runs", str(home / "good"), "--json"]) == 0
    assert [run["name"] for run in json.loads(capsys.readouterr().out)] == ["good"]


def test_the_table_describes_each_run(capsys, home) -> None:
    assert main(["runs", str(home)]) == 0
    header, good, sad = capsys.readouterr().out.split("\n")[:-1]
    assert header.split()[:2] == ["run", "state"]
    assert "12.5" in good
    assert "The file is gone." in sad


def test_without_a_folder_the_home_of_runs_is_listed(capsys, home, monkeypatch) -> None:
    monkeypatch.setattr("engine.commands.runs.runs_home", lambda: home)
    assert main(["runs", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 2


def test_a_folder_without_runs_is_empty_and_a_missing_one_an_error(capsys, tmp_path) -> None:
    assert main(["runs", str(tmp_path), "--json"]) == 0
    assert capsys.readouterr().out == "[]\n"
    assert main(["runs", str(tmp_path / "missing")]) == 1
    assert "missing" in capsys.readouterr().err
