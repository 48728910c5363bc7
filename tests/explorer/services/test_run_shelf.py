"""Five hundred runs open within a second, and watching them reads only what was written."""

import builtins
import io
import json
import time
from dataclasses import replace

import pytest

from engine.presets import preset
from engine.runs.layout import RunLayout
from engine.runs.notes import RunNotes, save_notes
from engine.runs.records import RunStatus, TrainRecord, ValidationRecord, status_to_json, to_line
from engine.runs.writer import RunWriter
from explorer.services.run_shelf import RunShelf

MANY = 500


def nobody() -> bool:
    return False


def lines():
    for update in range(10, 3010, 10):
        yield to_line(TrainRecord(update, 1, 2.0, 7.4, 1.0, 0.001, 900.0, time=float(update)))
        if update % 100 == 0:
            yield to_line(ValidationRecord(update, 1, 2.0, 7.4, update / 100, "signature", 1.0, time=1.0))


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """Runs as a trainer leaves them, with 330 records each."""
    folder = tmp_path_factory.mktemp("many") / "runs"
    with RunWriter.create(folder / "run-000", preset("rnnsearch-minute"), {}) as writer:
        writer.set_status("finished")
    first = RunLayout(folder / "run-000")
    metrics = "".join(line + "\n" for line in lines())
    first.metrics.write_text(metrics, encoding="utf-8")
    files = {path.name: path.read_bytes() for path in first.path.iterdir() if path.is_file()}
    for number in range(1, MANY):
        run = folder / f"run-{number:03d}"
        (run / "checkpoints" / "update-00003000").mkdir(parents=True)
        (run / "traces").mkdir()
        for name, data in files.items():
            (run / name).write_bytes(data)
    return folder


def test_many_runs_open_within_a_second(home):
    seconds = []
    for _ in range(3):  # counted without the time that others have the core
        shelf = RunShelf(home)
        began = time.thread_time()
        runs = shelf.poll(nobody)
        seconds.append(time.thread_time() - began)
    assert len(runs) == MANY
    assert {run.bleu for run in runs} == {30.0}
    assert {run.preset for run in runs} == {"rnnsearch-minute"}
    assert min(seconds) < 1.0


def test_runs_that_say_nothing_new_are_not_read_again(home, monkeypatch):
    shelf = RunShelf(home)
    shelf.poll(nobody)
    shelf.poll(nobody)
    opened = []
    for place in (builtins, io):
        real = place.open
        monkeypatch.setattr(
            place, "open", lambda *args, real=real, **more: opened.append(args[0]) or real(*args, **more)
        )
    shelf.look_again()
    began = time.thread_time()
    assert len(shelf.poll(nobody)) == MANY
    assert time.thread_time() - began < 0.5  # of which up to 0.1 s for their sizes
    assert [path for path in opened if "run-" in str(path)] == []
    save_notes(RunLayout(home / "run-007"), RunNotes("seven"))
    opened.clear()
    shelf.look_again()
    assert "seven" in [run.name for run in shelf.poll(nobody)]
    assert {str(path) for path in opened if "run-" in str(path)} == {str(home / "run-007" / "notes.json")}


def test_the_sizes_come_in_little_by_little(home):
    shelf = RunShelf(home)
    assert {run.size for run in shelf.poll(nobody)} == {None}
    for _ in range(100):
        runs = shelf.poll(nobody)
        if all(run.size is not None for run in runs):
            break
    expected = sum(path.stat().st_size for path in (home / "run-100").rglob("*") if path.is_file())
    assert next(run.size for run in runs if run.path.name == "run-100") == expected


def test_only_the_runs_that_are_followed_have_curves(home):
    shelf = RunShelf(home)
    shelf.follow([home / "run-003"])
    whole = [run for run in shelf.poll(nobody) if run.is_whole]
    assert [run.path.name for run in whole] == ["run-003"]
    assert whole[0].bleu == 30.0
    shelf.follow([])
    assert not any(run.is_whole for run in (shelf.look_again(), shelf.poll(nobody))[1])


def test_a_live_run_is_judged_again_though_its_files_are_silent(tmp_path, monkeypatch):
    run = tmp_path / "run"
    run.mkdir()
    status = RunStatus("running", 1, "mark", "elsewhere", heartbeat=time.time() - 20, preset="p")
    RunLayout(run).status.write_text(status_to_json(status), encoding="utf-8")
    shelf = RunShelf(tmp_path)
    assert shelf.poll(nobody)[0].seen.condition == "running"
    steady = time.monotonic
    monkeypatch.setattr("engine.runs.condition.time.monotonic", lambda: steady() + 15)
    assert shelf.poll(nobody)[0].seen.condition == "stalled"


def test_a_run_elsewhere_is_remembered_and_forgotten(tmp_path):
    far = tmp_path / "far" / "run"
    far.mkdir(parents=True)
    RunLayout(far).metrics.write_text("", encoding="utf-8")
    home = tmp_path / "home"
    shelf = RunShelf(home)
    shelf.add(far)
    shelf.add(far)
    assert [run.path for run in shelf.poll(nobody)] == [far]
    assert json.loads((home / "elsewhere.json").read_text()) == [str(far)]
    shelf.forget(far)
    shelf.look_again()
    assert RunShelf(home).poll(nobody) == ()


def test_the_best_score_is_the_best_of_the_pointer_and_of_what_was_read(tmp_path):
    with RunWriter.create(tmp_path / "run", replace(preset("rnnsearch-minute"), preset="p"), {}) as writer:
        writer.set_best(10, "bleu", 40.0)
        for update, bleu in ((10, 40.0), (20, float("nan")), (30, 12.0)):
            writer.record(ValidationRecord(update, 1, 2.0, 7.4, bleu, "signature", 1.0, aer=2 * bleu))
        writer.set_status("finished")
    (run,) = RunShelf(tmp_path).poll(nobody)
    assert (run.bleu, run.best_bleu, run.aer) == (12.0, 40.0, 24.0)
