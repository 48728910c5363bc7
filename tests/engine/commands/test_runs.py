"""runs: the state of each run, from its folder alone."""

import json
import os

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
    assert main(["runs", str(tmp_path)]) == 0
    assert f"no run in {tmp_path} yet" in capsys.readouterr().out
    assert main(["runs", str(tmp_path / "missing")]) == 1
    assert "missing" in capsys.readouterr().err


def told(capsys) -> str:
    return capsys.readouterr().out


def test_a_run_is_shown_with_the_end_of_its_log(capsys, home) -> None:
    (home / "sad" / "log.txt").write_text("one\ntwo\n", encoding="utf-8")
    assert main(["runs", "show", str(home / "sad")]) == 0
    lines = told(capsys).splitlines()
    assert lines[-2:] == ["one", "two"]
    assert any(line.split() == ["state", "failed"] for line in lines)
    assert main(["runs", "show", str(home / "good")]) == 0
    assert any(line.split() == ["dev", "perplexity", "7.5"] for line in told(capsys).splitlines())


def test_notes_change_what_is_listed_and_no_folder(capsys, home, monkeypatch) -> None:
    monkeypatch.setattr("engine.commands.runs.runs_home", lambda: home)
    assert main(["runs", "rename", "good", "The", "best"]) == 0
    assert main(["runs", "tag", "good", "a", "b", "a"]) == 0
    assert main(["runs", "archive", "sad"]) == 0
    told(capsys)
    assert main(["runs", "list", str(home), "--json"]) == 0
    (good,) = json.loads(told(capsys))
    assert (good["name"], good["shown_name"], good["tags"]) == ("good", "The best", ["a", "b"])
    assert main(["runs", "--all"]) == 0
    assert [line.split()[0] for line in told(capsys).splitlines()[1:]] == ["The", "sad"]
    assert main(["runs", "show", "The best", "--json"]) == 0  # found by its shown name
    assert json.loads(told(capsys))["path"] == str(home / "good")
    assert main(["runs", "archive", "sad", "no"]) == 0
    told(capsys)
    assert main(["runs", "--json"]) == 0
    assert len(json.loads(told(capsys))) == 2


def test_a_deleted_run_comes_back(capsys, home, monkeypatch) -> None:
    monkeypatch.setattr("engine.commands.runs.runs_home", lambda: home)
    assert main(["runs", "delete", "good"]) == 0
    assert not (home / "good").exists()
    assert main(["runs", "restore", "bad"]) == 1
    assert "good" in capsys.readouterr().err  # what there is to restore
    assert main(["runs", "restore", "good"]) == 0
    assert (home / "good" / "status.json").is_file()


def test_pipes_in_the_place_of_files_hang_nobody_and_damage_is_told(capsys, home, at_most) -> None:
    run = home / "good"
    for name in ("experiment.json", "best.json", "metrics.jsonl", "notes.json", "log.txt"):
        (run / name).unlink(missing_ok=True)
        os.mkfifo(run / name)
    (home / "sad" / "notes.json").write_text("[]")
    (home / "sad" / "status.json").unlink()
    os.mkfifo(home / "sad" / "status.json")
    with at_most(10):
        assert main(["runs", str(home), "--json"]) == 0
        good, sad = json.loads(told(capsys))
        assert main(["runs", "show", str(run)]) == 0
        assert main(["train", "--run", str(run), "--resume"]) == 1
    assert (good["state"], len(good["damage"]), sad["state"]) == ("finished", 5, "unknown")
    assert sad["damage"] == ["notes.json is damaged: its shown name and its tags are not known."]


def test_what_is_no_folder_of_runs_is_an_error(capsys, home, monkeypatch) -> None:
    (home / "file").touch()
    monkeypatch.setattr("engine.commands.runs.runs_home", lambda: home / "file")
    assert main(["runs", "list"]) == 1
    assert main(["runs", str(home / "file")]) == 1
    assert capsys.readouterr().err.count("cannot be read: Not a directory") == 2


def test_a_run_is_named_and_the_folder_of_all_runs_is_none(capsys, home, monkeypatch) -> None:
    monkeypatch.setattr("engine.commands.runs.runs_home", lambda: home)
    monkeypatch.chdir(home)
    (home / "metrics.jsonl").touch()
    for wrong in (["show", ""], ["show", "."], ["delete", "."], ["delete", ""], ["delete", "good/.."]):
        assert main(["runs", *wrong]) == 1
    monkeypatch.chdir(home / "good")
    assert main(["runs", "delete", "."]) == 1
    assert "by its name" in capsys.readouterr().err
    assert (home / "good" / "status.json").is_file()


def test_a_run_without_a_process_cannot_be_paused(capsys, home) -> None:
    assert main(["runs", "pause", str(home / "good")]) == 1
    assert "has no process" in capsys.readouterr().err


def test_a_live_run_is_asked_and_extended(capsys, tmp_path) -> None:
    with RunWriter.create(tmp_path / "live", ExperimentConfig(), {}) as writer:
        assert main(["runs", "checkpoint", str(tmp_path / "live")]) == 0
        assert writer.take_request() == "checkpoint"
        assert main(["runs", "extend", str(tmp_path / "live"), "123456"]) == 0
        assert writer.take_limit() == 123_456


@pytest.mark.parametrize(
    "arguments",
    [["pause"], ["explode", "run"], ["extend", "RUN", "many"], ["archive", "RUN", "perhaps"], ["list", " "]],
)
def test_arguments_that_make_no_sense_are_wrong_usage(home, arguments) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["runs", *(str(home / "good") if word == "RUN" else word for word in arguments)])
    assert ended.value.code == 2


def test_names_that_steer_a_terminal_do_not(capsys, home) -> None:
    (home / "good").rename(home / "two\nlines\x1b[2J")
    assert main(["runs", "rename", str(home / "sad"), " new\nname\x1b[31m "]) == 0
    assert main(["runs", str(home)]) == 0
    shown = told(capsys)
    assert "\x1b" not in shown
    assert len(shown.splitlines()) == 4  # what was said of the new name, the head and two runs


def test_no_name_is_no_deleted_run(capsys, home, monkeypatch) -> None:
    monkeypatch.setattr("engine.commands.runs.runs_home", lambda: home)
    assert main(["runs", "restore", ""]) == 1
    assert "A run has no empty name." in capsys.readouterr().err
