"""The run service: what it tells of runs, and that nothing asked of it reaches out of their folders."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.config import to_json
from engine.corpora.report import ImportReport
from engine.errors import RunError
from engine.presets import preset
from engine.serving.run_files import PIECE
from engine.serving.run_list import RunList


def test_it_says_hello_and_loads_neither_torch_nor_qt(service, home) -> None:
    assert service.hello["service"] == "runs"
    assert service.hello["home"] == str(home)
    code = "import sys\nfor n in ('torch', 'PySide6'): sys.modules[n] = None\nimport engine.serve_runs"
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)


def test_runs_are_listed_and_their_marks_change_with_their_files(service, make_run) -> None:
    assert service.ask("runs").message["runs"] == []
    one, two = make_run("one"), make_run("two", state="stopped")
    before = service.ask("runs").message["runs"]
    assert [(run["name"], run["condition"]) for run in before] == [("one", "finished"), ("two", "stopped")]
    assert service.ask("runs").message["runs"] == before
    for change in (
        lambda: (one / "metrics.jsonl").write_bytes(b"{}\n"),
        lambda: (two / "status.json").replace(one / "status.json"),
        lambda: (one / "checkpoints" / "update-00000020").mkdir(),
        lambda: (one / "notes.json").write_text("{}"),
    ):
        old = {run["name"]: run["mark"] for run in service.ask("runs").message["runs"]}
        change()
        new = {run["name"]: run["mark"] for run in service.ask("runs").message["runs"]}
        assert new.get("one") != old["one"]


def test_a_folder_of_runs_that_cannot_be_read_is_an_error(tmp_path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(RunError, match="cannot be read: Not a directory"):
        RunList(tmp_path / "file").entries()
    assert RunList(tmp_path / "missing").entries() == []


def test_a_run_without_its_process_is_lost(service, make_run) -> None:
    run = make_run("gone", state="running")
    host = service.hello["host"]
    (run / "status.json").write_text((run / "status.json").read_text().replace('"h"', f'"{host}"'))
    assert service.ask("runs").message["runs"][0]["condition"] == "lost"


def test_looks_add_up_to_the_metrics_byte_for_byte(service, make_run) -> None:
    whole = b"".join(b'{"update": %d}\n' % update for update in range(200_000)) + b'{"half'
    run = make_run("long", whole)
    got, answers = b"", 0
    while True:
        frame = service.ask("look", run="long", offset=len(got), head=got[:64].hex(), files={})
        assert frame.message["offset"] == len(got)
        got += frame.payload
        answers += 1
        if not frame.message["more"]:
            break
    assert got == whole
    assert answers == len(whole) // PIECE + 1 > 2
    with (run / "metrics.jsonl").open("ab") as stream:
        stream.write(b"\nnew\n")
    assert service.ask("look", run="long", offset=len(got), head=got[:64].hex()).payload == b"\nnew\n"


def test_replaced_metrics_are_sent_from_the_top(service, make_run) -> None:
    make_run("one", b"other\n")
    frame = service.ask("look", run="one", offset=3, head=b"first".hex(), files={})
    assert (frame.message["offset"], frame.payload) == (0, b"other\n")
    frame = service.ask("look", run="one", offset=99, head=b"other".hex(), files={})
    assert (frame.message["offset"], frame.payload) == (0, b"other\n")


def test_small_files_are_sent_once_and_again_when_they_change(service, make_run) -> None:
    run = make_run("one")
    (run / "log.txt").write_text("half\nline")
    traces = run / "traces" / "update-00000010"
    traces.mkdir(parents=True)
    (traces / "00.safetensors").write_bytes(b"t")
    answer = service.ask("look", run="one").message
    assert answer["files"].keys() == {"experiment.json", "status.json"}
    assert answer["files"]["status.json"]["text"] == (run / "status.json").read_text()
    assert answer["log"] == "half\n"
    assert answer["checkpoints"] == ["update-00000010"]
    assert answer["traces"] == {"update-00000010": ["00.safetensors"]}
    marks = {name: file["mark"] for name, file in answer["files"].items()}
    assert service.ask("look", run="one", files=marks).message["files"] == {}
    (run / "status.json").write_text("new words")
    assert service.ask("look", run="one", files=marks).message["files"].keys() == {"status.json"}


def test_a_file_comes_in_pieces_with_checksums(service, make_run) -> None:
    whole = os.urandom(PIECE + 5)
    file = make_run("one") / "checkpoints" / "update-00000010" / "model.safetensors"
    file.write_bytes(whole)
    (listed,) = service.ask("files", run="one", folder="checkpoints").message["files"]
    names = ["checkpoints/update-00000010/model.safetensors"]
    assert listed == {"name": names[0], "size": len(whole), "time": file.stat().st_mtime_ns}
    first = service.ask("piece", run="one", file=names[0], offset=0)
    second = service.ask("piece", run="one", file=names[0], offset=PIECE)
    assert first.payload + second.payload == whole
    assert first.message["size"] == len(whole)
    assert first.message["mark"] == second.message["mark"]
    for frame in (first, second):
        assert hashlib.sha256(frame.payload).hexdigest() == frame.message["sha256"]


@pytest.mark.parametrize(
    "name", ["../secret.json", "/etc/passwd", "", "checkpoints", "link", None, 5, "x" * 5000, "a\0"]
)
def test_no_file_outside_of_the_run_is_given(service, make_run, home, name) -> None:
    run = make_run("one")
    (home / "secret.json").write_text("secret")
    (run / "link").symlink_to(home / "secret.json")
    answer = service.ask("piece", run="one", file=name, offset=0).message
    assert answer["kind"] == "error"
    assert "made a mistake" not in answer["what"]


@pytest.mark.parametrize("run", ["..", ".", "", "/", "one/..", "nothing", None, {"a": 1}])
def test_no_folder_outside_of_the_home_is_a_run(service, make_run, run) -> None:
    make_run("one")
    for kind in ("look", "files", "piece", "ask"):
        assert service.ask(kind, run=run, word="stop").message["kind"] == "error"


def test_a_word_reaches_the_process_of_a_run(service, make_run, alive) -> None:
    run = alive(make_run("one"))
    assert service.ask("ask", run="one", word="pause").message["kind"] == "ask"
    assert (run / "request").read_text() == "pause\n"
    error = service.ask("ask", run="one", word="dance").message
    assert "dance" in error["what"]
    assert service.ask("nonsense").message["kind"] == "error"


def test_a_run_without_a_process_takes_no_word(service, make_run) -> None:
    run = make_run("one", state="stopped")
    assert "no process" in service.ask("ask", run="one", word="pause").message["what"]
    assert not (run / "request").exists()


@pytest.mark.parametrize("notes", [None, [], {"name": 5}, {"tags": "a"}, {"colour": "red"}])
def test_notes_that_make_no_sense_are_refused(service, make_run, notes) -> None:
    run = make_run("one")
    assert service.ask("notes", run="one", notes=notes).message["kind"] == "error"
    assert not (run / "notes.json").exists()


def test_a_run_is_extended(service, make_run, alive) -> None:
    run = alive(make_run("one"))
    assert service.ask("extend", run="one", updates=500).message["kind"] == "extend"
    assert (run / "limit").read_text() == "500\n"
    for updates in (0, -1, 5, "many", None, True):
        assert service.ask("extend", run="one", updates=updates).message["kind"] == "error"


@pytest.mark.parametrize(
    "experiment", [None, [], {"preset": "nothing"}, {"colour": "red"}, {"train": {"seed": -1}}]
)
def test_an_experiment_that_is_none_is_refused_before_a_process_starts(service, home, experiment) -> None:
    error = service.ask("start", run="new", experiment=experiment).message
    assert error["kind"] == "error"
    assert error["what"].endswith(".")
    assert not (home / "new").exists()


def test_a_start_that_fails_ends_with_the_words_of_the_command(service, home) -> None:
    experiment = to_json(preset("rnnsearch-minute"))
    experiment["corpus"]["train"] = ["/nowhere/pairs.tsv"]
    error = service.ask("start", run="new", experiment=experiment).message
    assert "/nowhere/pairs.tsv" in error["what"]
    assert str(home / "new") in error["remedy"]


def test_what_takes_long_does_not_hold_up_the_rest(service, tmp_path) -> None:
    corpus = tmp_path / "pairs.tsv"
    corpus.write_text("a b\tc d\n" * 50_000 + "no tab\n")
    service.write("corpus", number=1, files=[str(corpus)])
    assert service.ask("runs").message["runs"] == []
    report = service.answer().message
    assert report["id"] == 1
    assert ImportReport.from_json(report["report"]).kept > 0
    assert service.ask("corpus", files=["/nowhere.tsv"]).message["kind"] == "error"
    assert service.ask("corpus", files=[]).message["kind"] == "error"


def test_a_newer_question_ends_the_one_before(service, tmp_path) -> None:
    large, small = tmp_path / "large.tsv", tmp_path / "small.tsv"
    large.write_text("a b c d e f\tc d e f g h\n" * 2_000_000)
    small.write_text("a\tb\n")
    service.write("corpus", number=1, files=[str(large)])
    service.write("corpus", number=2, files=[str(small)])
    answers = {frame.message["id"]: frame.message for frame in (service.answer(), service.answer())}
    assert answers[1]["kind"] == "error"
    assert answers[2]["report"]["kept"] == 1


def test_looking_ahead_can_be_given_up(service, tmp_path, home) -> None:
    pairs = tmp_path / "pairs.tsv"
    pairs.write_text("a b c d e f\tc d e f g h\n" * 500_000)
    experiment = to_json(preset("rnnsearch-minute"))
    experiment["corpus"]["train"] = [str(pairs)]
    service.write("preview", number=1, run="new", experiment=experiment)
    assert service.ask("cancel").message["kind"] == "cancel"
    answer = service.answer().message
    assert (answer["id"], answer["kind"]) == (1, "error")
    assert not (home / "new").exists()


def test_a_folder_tells_its_names(service, tmp_path) -> None:
    here = tmp_path / "data"
    (here / "inner").mkdir(parents=True)
    (here / "pairs.tsv").write_text("")
    (here / ".hidden").write_text("")
    answer = service.ask("folder", folder=str(here)).message
    assert (answer["folder"], answer["folders"], answer["files"]) == (str(here), ["inner"], ["pairs.tsv"])
    assert service.ask("folder", folder="").message["folder"] == str(Path.home())
    for folder in ("/nowhere", "~nobody-here/x", None, "a\x00b", str(here / "pairs.tsv")):
        assert service.ask("folder", folder=folder).message["kind"] == "error"
