"""The run service: what it tells of runs, and that nothing asked of it reaches out of their folders."""

import hashlib
import os
import subprocess
import sys

import pytest

from engine.serving.run_files import PIECE


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
    names = service.ask("files", run="one", folder="checkpoints").message["files"]
    assert names == ["checkpoints/update-00000010/model.safetensors"]
    first = service.ask("piece", run="one", file=names[0], offset=0)
    second = service.ask("piece", run="one", file=names[0], offset=PIECE)
    assert first.payload + second.payload == whole
    assert first.message["size"] == len(whole)
    assert first.message["mark"] == second.message["mark"]
    for frame in (first, second):
        assert hashlib.sha256(frame.payload).hexdigest() == frame.message["sha256"]


@pytest.mark.parametrize("name", ["../secret.json", "/etc/passwd", "", "checkpoints", "link", None, 5])
def test_no_file_outside_of_the_run_is_given(service, make_run, home, name) -> None:
    run = make_run("one")
    (home / "secret.json").write_text("secret")
    (run / "link").symlink_to(home / "secret.json")
    assert service.ask("piece", run="one", file=name, offset=0).message["kind"] == "error"


@pytest.mark.parametrize("run", ["..", ".", "", "/", "one/..", "nothing", None, {"a": 1}])
def test_no_folder_outside_of_the_home_is_a_run(service, make_run, run) -> None:
    make_run("one")
    for kind in ("look", "files", "piece", "ask"):
        assert service.ask(kind, run=run, word="stop").message["kind"] == "error"


def test_a_word_reaches_the_run(service, make_run) -> None:
    run = make_run("one")
    assert service.ask("ask", run="one", word="pause").message["kind"] == "ask"
    assert (run / "request").read_text() == "pause\n"
    error = service.ask("ask", run="one", word="dance").message
    assert "dance" in error["what"]
    assert service.ask("nonsense").message["kind"] == "error"
