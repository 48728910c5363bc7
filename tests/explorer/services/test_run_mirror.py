"""Copies of another machine's runs: the same bytes, judged as there, and nothing outside of their folder."""

import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Signal

from engine.errors import RunError
from engine.protocol import Frame, encode
from engine.runs.condition import Seen, read_status
from engine.runs.layout import RunLayout, find_runs
from explorer.services import run_mirror
from explorer.services.machine_line import MachineLine
from explorer.services.machine_state import LineState
from explorer.services.run_copy import Copied, folder_name, judged, run_name, take_in
from explorer.services.run_mirror import RunMirror
from tests.explorer.services.made_machine import always, make_run, prefix_of, tell


@pytest.fixture
def copies(tmp_path: Path) -> Path:
    return tmp_path / "copies"


@pytest.fixture
def start(qapp, tmp_path, copies, monkeypatch) -> Iterator[Callable[..., MachineLine]]:
    """start(prefix): a line, open, with a mirror at it; the machine's home is tmp_path/home."""
    monkeypatch.setattr(run_mirror, "INTERVAL", 50)
    lines, mirrors = [], []

    def begin(prefix: list[str] | None = None) -> MachineLine:
        lines.append(MachineLine("gpu1", prefix or prefix_of(tmp_path, tmp_path / "home")))
        mirrors.append(RunMirror(lines[-1], copies))
        lines[-1].open()
        return lines[-1]

    yield begin
    for thing in mirrors:
        thing.deleteLater()
    for line in lines:
        line.blockSignals(True)
        line.close()
        line.deleteLater()


def condition(run: Path) -> str:
    return judged(run).condition


def test_a_copy_follows_its_run_through_breaks(qtbot, tmp_path, copies, start) -> None:
    whole = b"".join(b'{"update": %d, "loss": 1.0}\n' % update for update in range(100_000))
    run = make_run(tmp_path / "home", "one", whole, "stopped")
    copy = copies / "one"
    line = start()
    qtbot.waitUntil(lambda: condition(copy) == "stopped", timeout=20_000)
    qtbot.waitUntil(lambda: (copy / "metrics.jsonl").stat().st_size == len(whole), timeout=20_000)
    assert (copy / "metrics.jsonl").read_bytes() == whole
    assert (copy / "status.json").read_text() == (run / "status.json").read_text()
    assert (copy / "log.txt").read_text() == "It began.\n"
    assert [update for update, _ in RunLayout(copy).checkpoints()] == [10]
    os.kill(line.pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: line.state.state == "broken", timeout=20_000)
    with (run / "metrics.jsonl").open("ab") as stream:
        stream.write(b"more\n")
    (run / "checkpoints" / "update-00000010").rename(run / "checkpoints" / "update-00000020")
    tell(run, "finished", 20)
    line.open()
    qtbot.waitUntil(lambda: condition(copy) == "finished", timeout=20_000)
    qtbot.waitUntil(lambda: [at for at, _ in RunLayout(copy).checkpoints()] == [20], timeout=20_000)
    assert (copy / "metrics.jsonl").read_bytes() == whole + b"more\n"


def test_copies_from_before_are_gone_on_with(qtbot, tmp_path, copies, start) -> None:
    make_run(tmp_path / "home", "one", b"first\nsecond\n")
    make_run(copies, "one", b"first\n", "running")
    make_run(copies, "gone")
    start()
    qtbot.waitUntil(lambda: condition(copies / "one") == "finished", timeout=20_000)
    assert (copies / "one" / "metrics.jsonl").read_bytes() == b"first\nsecond\n"
    qtbot.waitUntil(lambda: [run.name for run in find_runs(copies)] == ["one"], timeout=20_000)


def test_another_run_in_the_place_of_one_replaces_its_copy(qtbot, tmp_path, copies, start) -> None:
    run = make_run(tmp_path / "home", "one", b"first\nsecond\n")
    start()
    qtbot.waitUntil(lambda: (copies / "one" / "seen.json").exists(), timeout=20_000)
    (run / "metrics.jsonl").write_bytes(b"other\n")
    qtbot.waitUntil(lambda: (copies / "one" / "metrics.jsonl").read_bytes() == b"other\n", timeout=20_000)


def test_many_runs_come_over(qtbot, tmp_path, copies, start) -> None:
    for number in range(40):
        make_run(tmp_path / "home", f"run {number}", b"%d\n" % number)
    start()
    qtbot.waitUntil(lambda: len(find_runs(copies)) == 40, timeout=20_000)
    qtbot.waitUntil(lambda: all(condition(run) == "finished" for run in find_runs(copies)), timeout=20_000)
    for number in range(40):
        assert (copies / f"run {number}" / "metrics.jsonl").read_bytes() == b"%d\n" % number


def test_a_liar_writes_nothing_outside(qtbot, tmp_path, copies, start) -> None:
    names = ["../up", "..", "", "/abs", "a/b", "C:\\x", "bad\x00", 5, None]
    hello = {"kind": "hello", "id": 0, "service": "runs", "home": "/h", "program": "1"}
    runs = [{"name": name, "mark": "m", "condition": ["running"], "silence": None} for name in names]
    files = {name: {"mark": "m", "text": "{}"} for name in ("../x.json", "/x.json", "status.json", "a.py")}
    look = {
        "kind": "look",
        "files": files,
        "checkpoints": ["../y", "update-00000001", "../../update-00000002"],
        "offset": "no",
    }
    answers = [hello, {"kind": "runs", "id": 1, "runs": [*runs, "text"]}]
    answers += [{**look, "id": number} for number in range(2, 9)]
    before = set(tmp_path.rglob("*"))
    line = start(always(b"".join(encode(Frame(answer)) for answer in answers[:1]), _answering(answers[1:])))
    qtbot.waitUntil(lambda: len(find_runs(copies)) == 5, timeout=20_000)
    line.close()
    made = set(tmp_path.rglob("*")) - before
    assert "update-00000002" not in {path.name for path in made}
    assert {
        path.relative_to(copies).parts[1] for path in made if len(path.relative_to(copies).parts) > 1
    } <= {
        "status.json",
        "checkpoints",
        "seen.json",
    }


class SilentLine(QObject):
    """A line that is connected, and of which every question fails."""

    state_changed = Signal()
    name = "gpu1"
    state = LineState("connected", None)

    def ask(self, message, on_answer, on_error) -> None:
        on_error(RunError("The folder /runs cannot be read: Not a directory.", "Give another."))


def test_runs_that_cannot_be_read_there_are_told_once_and_their_copies_stay(qtbot, copies, monkeypatch):
    monkeypatch.setattr(run_mirror, "INTERVAL", 10)
    make_run(copies, "one", b"")
    told = []
    mirror = RunMirror(SilentLine(), copies)
    mirror.failed.connect(told.append)
    qtbot.waitUntil(lambda: told != [], timeout=5000)
    qtbot.wait(100)
    assert [error.what for error in told] == ["gpu1: The folder /runs cannot be read: Not a directory."]
    assert [run.name for run in find_runs(copies)] == ["one"]


def _answering(answers: list[dict]) -> str:
    """Code that gives one answer for each piece of input."""
    frames = [encode(Frame(answer)) for answer in answers]
    return (
        f"[(sys.stdin.buffer.read1(1), time.sleep(0.02), sys.stdout.buffer.write(f), sys.stdout.flush())"
        f" for f in {frames!r}]; time.sleep(60)"
    )


@pytest.mark.parametrize(
    "name", ["plain", "with space", "äöü 漢字", "a%2Fb", "..", ".hidden", "dot.", 'a<b>:"|?*\\']
)
def test_a_name_comes_back_from_its_folder(name) -> None:
    folder = folder_name(name)
    assert run_name(folder) == name
    assert not set(folder) & set('<>:"/\\|?*')
    assert folder.strip(". ") == folder


def test_a_piece_that_does_not_fit_is_left_out(tmp_path) -> None:
    run = make_run(tmp_path, "one", b"abc")
    for offset in (1, 7, None):
        assert take_in(run, Copied(), {"offset": offset}, b"wrong").offset == 3
    assert (run / "metrics.jsonl").read_bytes() == b"abc"


def test_a_copy_is_judged_as_where_it_trains(tmp_path) -> None:
    run = make_run(tmp_path, "one", state="running")
    status = replace(read_status(RunLayout(run)), pid_started="")
    (run / "seen.json").write_text('{"condition": "stalled", "silence": 40}')
    assert judged(run) == Seen("stalled", status, 40.0)
    (run / "status.json").unlink()
    assert judged(run) == Seen("unknown", None, 0.0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        '{"condition": ["lost"], "silence": 0}',
        '{"condition": "asleep", "silence": 0}',
        "[" * 9999,
    ],
)
def test_a_judgement_that_makes_no_sense_is_not_believed(tmp_path, text) -> None:
    run = make_run(tmp_path, "one")
    (run / "seen.json").write_text(text)
    assert judged(run).condition == "unknown"
