"""The watcher against run directories that the engine's own writer makes: each run, record and change."""

import json
import math
import shutil
import time
from dataclasses import replace

import numpy as np
import pytest

from engine.presets import preset
from engine.runs.layout import RunLayout
from engine.runs.records import RunStatus, TrainRecord, ValidationRecord, status_to_json
from engine.runs.writer import RunWriter
from explorer.services.run_watcher import RunWatcher

EXPERIMENT = preset("rnnsearch-minute")
EXPERIMENT = replace(EXPERIMENT, corpus=replace(EXPERIMENT.corpus, train=("/data/pairs.tsv",)))


def trained(update, loss=2.0, at=None):
    when = update * 0.5 if at is None else at
    return TrainRecord(update, 1, loss, math.exp(loss), 1.0, 0.001, 100.0 + update, time=when)


def validated(update, bleu):
    return ValidationRecord(update, 1, 2.5, 12.0, bleu, "signature", 4.0)


@pytest.fixture
def home(tmp_path):
    return tmp_path / "runs"


@pytest.fixture
def watcher(qtbot, home):
    made = RunWatcher(home)
    yield made
    made.stop()


def losses(run):
    return run.curves.measure("train", "loss")


def glance(watcher, qtbot):
    with qtbot.waitSignal(watcher.runs_changed, timeout=5000) as told:
        watcher.look_again()
    assert told.args == [watcher.runs]
    return watcher.runs


def look(watcher, qtbot):
    """All runs, read in full."""
    watcher.follow([run.path for run in glance(watcher, qtbot)])
    if not all(run.is_whole for run in watcher.runs):
        qtbot.waitUntil(lambda: all(run.is_whole for run in watcher.runs), timeout=5000)
    return watcher.runs


def only(watcher, qtbot):
    (run,) = look(watcher, qtbot)
    return run


def test_a_folder_that_does_not_exist_holds_no_runs(watcher, qtbot):
    assert look(watcher, qtbot) == ()


def test_a_folder_of_runs_that_cannot_be_read_is_told_once(watcher, qtbot, home):
    home.write_text("a file")
    with qtbot.waitSignal(watcher.home_failed, timeout=5000) as told:
        watcher.look_again()
    assert told.args[0].what == f"The folder {home} cannot be read: Not a directory."
    with qtbot.assertNotEmitted(watcher.home_failed):
        assert glance(watcher, qtbot) == ()
    home.unlink()
    glance(watcher, qtbot)
    assert watcher.home_error is None


def test_a_run_is_found_with_all_that_is_known_of_it(watcher, qtbot, home):
    with RunWriter.create(home / "first", EXPERIMENT, {}) as writer:
        for update in range(1, 11):
            writer.record(trained(update, loss=1.0 / update))
        writer.record(validated(5, 11.0))
        writer.record(validated(10, 9.5))
        writer.set_progress(10, 1, 0)
        writer.set_status("running")
        run = only(watcher, qtbot)
    assert (run.name, run.preset, run.corpus) == ("first", "rnnsearch-minute", "pairs.tsv")
    assert run.seen.condition == "running"
    assert run.is_live
    np.testing.assert_array_equal(losses(run).x, np.arange(1, 11))
    np.testing.assert_array_equal(losses(run).values, 1.0 / np.arange(1, 11))
    assert run.curves.measure("validation", "bleu").x.tolist() == [5, 10]
    assert (run.bleu, run.best_bleu) == (9.5, 11.0)
    assert run.speed == 105.5  # the median of 101 to 110
    left = 3000 - 10
    assert run.seconds_left == left * 0.5 + left // 100 * 4.0


def test_each_record_is_taken_once_and_older_snapshots_do_not_change(watcher, qtbot, home):
    with RunWriter.create(home / "first", EXPERIMENT, {}) as writer:
        writer.record(trained(1, 5.0))
        first = only(watcher, qtbot)
        for update in range(2, 3001):  # more than the first block of memory
            writer.record(trained(update, 5.0 / update))
        second = only(watcher, qtbot)
        third = only(watcher, qtbot)
    assert losses(first).values.tolist() == [5.0]
    np.testing.assert_array_equal(losses(second).values, 5.0 / np.arange(1, 3001))
    assert third.curves is second.curves


def test_nan_and_infinity_reach_the_curves(watcher, qtbot, home):
    with RunWriter.create(home / "first", EXPERIMENT, {}) as writer:
        for update, loss in ((1, 3.2), (2, math.nan), (3, math.inf)):
            writer.record(replace(trained(update), loss=loss, perplexity=loss))
        values = losses(only(watcher, qtbot)).values
    np.testing.assert_array_equal(values, [3.2, np.nan, np.inf])


def test_a_resume_makes_a_branch_and_a_line(watcher, qtbot, home):
    with RunWriter.create(home / "first", EXPERIMENT, {}) as writer:
        for update in range(1, 7):
            writer.record(trained(update, 1.0))
        before = only(watcher, qtbot)
    with RunWriter.resume(home / "first", 4, 1) as writer:
        writer.record(trained(5, 9.0))
        run = only(watcher, qtbot)
    assert losses(before).x.tolist() == [1, 2, 3, 4, 5, 6]
    assert losses(run).values.tolist() == [1, 1, 1, 1, 9]
    ((updates, values),) = losses(run).branches
    assert (updates.tolist(), values.tolist()) == ([5, 6], [1, 1])
    assert run.curves.returns == (4.0,)


def written_by_hand(folder, **changes):
    """A run whose process is not there."""
    folder.mkdir(parents=True)
    status = RunStatus(
        "running", 999_999_999, "gone", "elsewhere", 120, 3000, 1, 0.0, 50.0, None, "rnnsearch-50"
    )
    layout = RunLayout(folder)
    layout.status.write_text(status_to_json(replace(status, **changes)), encoding="utf-8")
    return layout


def test_states_are_told_in_words(watcher, qtbot, home):
    import socket

    written_by_hand(home / "a", heartbeat=time.time(), started=4.0)
    written_by_hand(home / "b", heartbeat=time.time() - 301, started=3.0)
    written_by_hand(home / "c", host=socket.gethostname(), heartbeat=time.time(), started=2.0)
    written_by_hand(home / "d", state="finished", started=1.0)
    runs = look(watcher, qtbot)
    assert [run.name for run in runs] == ["a", "b", "c", "d"]  # the newest first
    assert [run.seen.condition for run in runs] == ["running", "stalled", "lost", "finished"]
    assert "No sign of life for 5 minutes" in runs[1].sentence
    assert "is gone" in runs[2].sentence


def test_a_half_written_line_waits_and_a_broken_one_is_counted(watcher, qtbot, home):
    layout = written_by_hand(home / "a")
    lines = '{"kind": "train"\n{"kind": "future", "update": 3}\n{"kind": "tra'
    layout.metrics.write_text(lines, encoding="utf-8")
    run = only(watcher, qtbot)
    assert run.damage == ("1 line of its metrics cannot be read.",)
    assert len(losses(run).values) == 0


def test_the_log_is_followed_and_kept_short(watcher, qtbot, home):
    layout = written_by_hand(home / "a")
    layout.log.write_text("".join(f"line {number}\n" for number in range(500)), encoding="utf-8")
    assert only(watcher, qtbot).log_lines[-1] == "line 499"
    with layout.log.open("a", encoding="utf-8") as log:
        log.write("the newest\n")
    run = only(watcher, qtbot)
    assert run.log_lines[-1] == "the newest"
    assert len(run.log_lines) == 200


def test_a_run_that_is_deleted_is_gone(watcher, qtbot, home):
    written_by_hand(home / "a")
    assert len(look(watcher, qtbot)) == 1
    shutil.rmtree(home / "a")
    assert look(watcher, qtbot) == ()


def test_a_run_elsewhere_is_found_again_by_another_window(watcher, qtbot, home, tmp_path):
    written_by_hand(tmp_path / "far away" / "b")
    watcher.watch(tmp_path / "far away" / "b")
    watcher.stop()
    again = RunWatcher(home)
    assert [run.name for run in look(again, qtbot)] == ["b"]
    again.stop()


def test_a_damaged_list_of_runs_elsewhere_is_no_reason_to_fail(watcher, qtbot, home):
    home.mkdir()
    (home / "elsewhere.json").write_text(json.dumps({"not": "a list"}), encoding="utf-8")
    assert look(watcher, qtbot) == ()


def test_it_looks_by_itself(watcher, qtbot, home):
    with qtbot.waitSignal(watcher.runs_changed, timeout=5000):
        watcher.start()
    written_by_hand(home / "a")
    with qtbot.waitSignal(watcher.runs_changed, timeout=5000):
        pass
    assert [run.name for run in watcher.runs] == ["a"]


def test_nothing_is_told_after_stop(watcher, qtbot, home):
    heard = []
    watcher.runs_changed.connect(heard.append)
    watcher.start()
    watcher.stop()
    qtbot.wait(100)
    assert heard == []


def test_many_records_do_not_stop_the_window(watcher, qtbot, home):
    layout = written_by_hand(home / "a")
    line = (
        '{"kind": "train", "update": %d, "epoch": 1, "loss": 2.0, "perplexity": 7.4, "gradient_norm": 1.0, '
    )
    line += '"learning_rate": 0.001, "tokens_per_second": 900.0, "time": %d}\n'
    with layout.metrics.open("w", encoding="utf-8") as metrics:
        metrics.writelines(line % (update, update) for update in range(1, 40_001))
    turns = 0
    watcher.look_again()
    watcher.follow([home / "a"])
    while not watcher.runs or not watcher.runs[0].is_whole:
        qtbot.wait(1)
        turns += 1
    assert len(losses(watcher.runs[0]).values) == 40_000
    assert turns > 10  # a loop that stood still while the file was read would have turned once
