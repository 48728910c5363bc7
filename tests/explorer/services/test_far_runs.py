"""Runs on another machine: steered, started, looked into and fetched, and what is said where that fails."""

import os
import shlex
import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

import pytest

from engine.presets import preset
from engine.runs.layout import RunLayout, find_runs
from engine.runs.notes import RunNotes, load_notes
from engine.runs.process import process_started
from engine.runs.records import RunStatus, status_to_json
from explorer.new_run import NewRun
from explorer.services import far_runs, run_mirror
from explorer.services.far_runs import FarRuns
from explorer.services.machines import Machines
from tests.explorer.services.made_machine import direct_prefix, make_run

PIECE = 1 << 20


@pytest.fixture
def there(tmp_path: Path) -> Path:
    return tmp_path / "there"


@pytest.fixture
def machines(qtbot, tmp_path, there, monkeypatch) -> Iterator[Machines]:
    """One machine, gpu1, connected."""
    monkeypatch.setattr(run_mirror, "INTERVAL", 50)
    made = Machines(tmp_path / "copies")
    made.add("gpu1", shlex.join(direct_prefix(there)))
    made.open()
    qtbot.waitUntil(lambda: made.machines[0].line.state == "connected", timeout=20_000)
    yield made
    made.close()
    made.deleteLater()


@pytest.fixture
def far(machines) -> FarRuns:
    return FarRuns(machines, machines)


def come_over(qtbot, machines: Machines, name: str) -> Path:
    """The copy of a run, once it is here."""
    copy = machines.copy_of("gpu1", name)
    qtbot.waitUntil(lambda: copy in find_runs(copy.parent), timeout=20_000)
    return copy


def new_run(name: str) -> NewRun:
    return NewRun(preset("rnnsearch-minute"), PurePosixPath("/anywhere", name), machine="gpu1")


def live(run: Path) -> Path:
    """The run says that this very process trains it."""
    pid = os.getpid()
    status = RunStatus(
        "running", pid, process_started(pid), socket.gethostname(), update=10, heartbeat=time.time()
    )
    (run / "status.json").write_text(status_to_json(status))
    return run


def test_a_run_is_steered_where_it_trains(qtbot, machines, far, there) -> None:
    run = live(make_run(there, "one"))
    copy = come_over(qtbot, machines, "one")
    for word in ("pause", "resume", "validate", "checkpoint", "stop"):
        with qtbot.waitSignal(far.asked, timeout=20_000) as told:
            far.ask(copy, word)
        assert told.args == [copy, word]
        assert (run / "request").read_text() == f"{word}\n"
    far.extend(copy, 900)
    qtbot.waitUntil(lambda: (run / "limit").exists(), timeout=20_000)
    assert (run / "limit").read_text() == "900\n"
    assert not (copy / "request").exists()
    notes = RunNotes("shown", ("a", "b"), archived=True)
    far.keep_notes(copy, notes)
    qtbot.waitUntil(lambda: load_notes(RunLayout(copy)) == notes, timeout=20_000)
    assert load_notes(RunLayout(run)) == notes


def test_what_cannot_be_is_told_in_the_words_of_there(qtbot, machines, far, there) -> None:
    make_run(there, "one", state="stopped")
    copy = come_over(qtbot, machines, "one")
    with qtbot.waitSignal(far.failed, timeout=20_000) as told:
        far.ask(copy, "pause")
    assert "no process" in told.args[0].what
    with qtbot.waitSignal(far.failed, timeout=20_000) as told:
        far.extend(copy, 5)
    assert "update 10" in told.args[0].what
    with qtbot.waitSignal(far.start_failed, timeout=60_000) as failed:
        far.start(new_run("new"))
    assert failed.args[0] == machines.copy_of("gpu1", "new")
    assert str(there / "new") in str(failed.args[1])


def test_without_a_line_everything_fails_at_once(qtbot, machines, far, there) -> None:
    make_run(there, "one")
    copy = come_over(qtbot, machines, "one")
    machines.line_to("gpu1").close()
    for signal, wish in (
        (far.failed, lambda: far.ask(copy, "stop")),
        (far.failed, lambda: far.extend(copy, 90)),
        (far.failed, lambda: far.fetch_model(copy)),
        (far.start_failed, lambda: far.go_on(copy)),
        (far.start_failed, lambda: far.start(new_run("new"))),
        (far.check_failed, lambda: far.check_corpus("gpu1", ["/x"])),
        (far.folder_failed, lambda: far.list_folder("gpu1", "")),
    ):
        with qtbot.waitSignal(signal, timeout=1000) as told:
            wish()
        assert "no line to gpu1" in told.args[-1].what


def test_a_corpus_there_is_looked_through(qtbot, far, tmp_path) -> None:
    corpus = tmp_path / "my pairs.tsv"
    corpus.write_text("a b\tc d\nno tab\ne f\tg h\n")
    with qtbot.waitSignal(far.report_made, timeout=60_000) as told:
        far.check_corpus("gpu1", [str(corpus)])
    assert told.args[0].kept == 2
    with qtbot.waitSignal(far.check_failed, timeout=60_000) as told:
        far.check_corpus("gpu1", [str(tmp_path / "nothing.tsv")])
    assert "nothing.tsv" in told.args[0].what


def test_only_the_newest_answer_about_a_corpus_is_told(qtbot, far, tmp_path) -> None:
    corpus = tmp_path / "pairs.tsv"
    corpus.write_text("a\tb\n")
    told = []
    far.check_failed.connect(told.append)
    far.report_made.connect(told.append)
    far.check_corpus("gpu1", [str(tmp_path / "nothing.tsv")])
    far.check_corpus("gpu1", [str(corpus)])
    qtbot.waitUntil(lambda: bool(told), timeout=60_000)
    qtbot.wait(300)
    assert [report.kept for report in told] == [1]


@pytest.mark.skipif(find_spec("torch") is None, reason="the other machine looks ahead with torch")
def test_looking_ahead_fails_in_the_words_of_there(qtbot, far, tmp_path) -> None:
    told = []
    far.preview_failed.connect(told.append)
    base = new_run("new")
    corpus = replace(base.experiment.corpus, train=(str(tmp_path / "nothing.tsv"),))
    run = replace(base, experiment=replace(base.experiment, corpus=corpus))
    far.look_ahead(run)
    qtbot.waitUntil(lambda: bool(told), timeout=60_000)
    assert "nothing.tsv" in told[0].what
    far.look_ahead(run)
    far.look_ahead(None)
    qtbot.wait(1500)
    assert len(told) == 1


def test_a_folder_there_is_listed(qtbot, far, tmp_path, there) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b.en").write_text("")
    with qtbot.waitSignal(far.folder_listed, timeout=20_000) as told:
        far.list_folder("gpu1", str(tmp_path / "a"))
    assert told.args == [str(tmp_path / "a"), [], ["b.en"]]
    with qtbot.waitSignal(far.folder_failed, timeout=20_000):
        far.list_folder("gpu1", "/nowhere")


def test_traces_and_models_come_byte_for_byte(qtbot, machines, far, there, monkeypatch) -> None:
    monkeypatch.setattr(far_runs, "TRACES_EVERY", 0.0)
    run = make_run(there, "one")
    contents = {
        "traces/update-00000010/00.safetensors": os.urandom(2 * PIECE),
        "traces/update-00000010/01.forced.safetensors": b"",
        "checkpoints/update-00000010/model.safetensors": os.urandom(PIECE + 1),
        "checkpoints/update-00000010/optimizer.safetensors": b"not needed to translate",
        "checkpoints/update-00000010/checksums": b"{}",
        "vocabulary/source.json": b"[]",
        "segmenter/source.model": b"x",
    }
    for name, data in contents.items():
        (run / name).parent.mkdir(parents=True, exist_ok=True)
        (run / name).write_bytes(data)
    copy = come_over(qtbot, machines, "one")
    with qtbot.waitSignal(far.model_fetched, timeout=20_000) as told:
        far.fetch_model(copy)
    assert told.args == [copy / "checkpoints" / "update-00000010"]
    far.fetch_traces(copy)
    qtbot.waitUntil(lambda: (copy / "traces/update-00000010/01.forced.safetensors").exists(), timeout=20_000)
    for name, data in contents.items():
        if "optimizer" in name:
            assert not (copy / name).exists()
        else:
            assert (copy / name).read_bytes() == data


def test_a_trace_that_was_made_again_comes_again(qtbot, machines, far, there, monkeypatch) -> None:
    monkeypatch.setattr(far_runs, "TRACES_EVERY", 0.0)
    trace = make_run(there, "one") / "traces" / "update-00000010" / "00.safetensors"
    trace.parent.mkdir(parents=True)
    trace.write_bytes(b"first")
    os.utime(trace, (1000, 1000))
    copy = come_over(qtbot, machines, "one")
    here = copy / "traces" / "update-00000010" / "00.safetensors"
    far.fetch_traces(copy)
    qtbot.waitUntil(lambda: here.exists() and here.read_bytes() == b"first", timeout=20_000)
    qtbot.waitUntil(lambda: not far._fetches, timeout=20_000)
    trace.write_bytes(b"again")
    far.fetch_traces(copy)
    qtbot.waitUntil(lambda: here.read_bytes() == b"again", timeout=20_000)


def test_a_file_that_grows_under_the_fetch_is_not_taken(qtbot, machines, far, there) -> None:
    run = make_run(there, "one")
    for name in ("vocabulary", "segmenter"):
        (run / name).mkdir()
    model = run / "checkpoints" / "update-00000010" / "model.safetensors"
    model.write_bytes(bytes(3 * PIECE))
    copy = come_over(qtbot, machines, "one")
    line = machines.line_to("gpu1")
    asked = line.ask

    def ask(message, on_answer, on_error) -> None:
        if message.get("offset") == PIECE:
            model.with_name("new").write_bytes(bytes(3 * PIECE))
            model.with_name("new").replace(model)
        asked(message, on_answer, on_error)

    line.ask = ask
    with qtbot.waitSignal(far.failed, timeout=20_000) as told:
        far.fetch_model(copy)
    assert "changed meanwhile" in told.args[0].what
    assert not (copy / "checkpoints" / "update-00000010" / "model.safetensors").exists()
