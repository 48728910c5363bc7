"""The line to another machine: greetings, breaks, other versions, and what was asked when it broke."""

import os
import signal
import sys
from collections.abc import Callable, Iterator

import pytest

from engine.errors import EngineError
from engine.protocol import Frame, encode
from explorer.services import machine_line
from explorer.services.machine_line import MachineLine
from tests.explorer.services.made_machine import always, direct_prefix, prefix_of

HELLO = encode(Frame({"kind": "hello", "id": 0, "service": "runs", "home": "/h", "program": "1"}))


@pytest.fixture
def make_line(qapp) -> Iterator[Callable[..., MachineLine]]:
    lines: list[MachineLine] = []

    def make(prefix: list[str]) -> MachineLine:
        lines.append(MachineLine("gpu1", prefix))
        return lines[-1]

    yield make
    for line in lines:
        line.close()
        line.deleteLater()


def wait_for(qtbot, line: MachineLine, state: str) -> None:
    qtbot.waitUntil(lambda: line.state.state == state, timeout=20_000)


def ask(line: MachineLine, message: dict) -> list:
    """Where the answer, or the error, will be."""
    heard: list = []
    line.ask(message, lambda answer, payload: heard.append((answer, payload)), heard.append)
    return heard


def test_a_shell_and_a_greeting_stand_between(qtbot, tmp_path, make_line) -> None:
    home = tmp_path / "a home"
    line = make_line(prefix_of(tmp_path, home, "echo 'Welcome! AXF and more.'; echo banner >&2"))
    line.open()
    wait_for(qtbot, line, "connected")
    assert line.state.home == str(home)
    heard = ask(line, {"kind": "runs"})
    qtbot.waitUntil(lambda: bool(heard), timeout=20_000)
    assert heard[0][0]["runs"] == []


def test_the_words_of_ssh_are_shown_and_it_is_tried_again(qtbot, tmp_path, make_line, monkeypatch) -> None:
    monkeypatch.setattr(machine_line, "WAITS", (2, 3))
    line = make_line(prefix_of(tmp_path, tmp_path, "echo 'ssh: Connection refused' >&2; exit 255"))
    waits: list[int] = []
    line.state_changed.connect(lambda: waits.append(line.state.seconds_left))
    line.open()
    wait_for(qtbot, line, "broken")
    assert "“ssh: Connection refused”" in str(line.state.problem)
    assert "could not be opened" in str(line.state.problem)
    qtbot.waitUntil(lambda: 3 in waits, timeout=20_000)
    assert waits == [0, 2, 1, 0, 3]


def test_what_says_nothing_in_frames_is_quoted(qtbot, tmp_path, make_line) -> None:
    line = make_line(prefix_of(tmp_path, tmp_path, "echo This account is closed.; exit 1"))
    line.open()
    wait_for(qtbot, line, "broken")
    assert "“This account is closed.”" in str(line.state.problem)


def test_a_line_that_is_cut_ends_what_was_asked_and_is_picked_up(qtbot, tmp_path, make_line) -> None:
    line = make_line(direct_prefix(tmp_path))
    line.open()
    wait_for(qtbot, line, "connected")
    os.kill(line.pid, signal.SIGSTOP)
    heard = ask(line, {"kind": "runs"})
    os.kill(line.pid, signal.SIGKILL)
    wait_for(qtbot, line, "broken")
    assert isinstance(heard[0], EngineError)
    assert "broke" in heard[0].what
    assert line.state.seconds_left == 1
    refused = ask(line, {"kind": "runs"})
    assert "no line" in refused[0].what
    line.open()
    wait_for(qtbot, line, "connected")


def test_the_waits_begin_anew_after_an_answer(qtbot, tmp_path, make_line) -> None:
    line = make_line(prefix_of(tmp_path, tmp_path))
    for _ in range(2):
        line.open()
        wait_for(qtbot, line, "connected")
        heard = ask(line, {"kind": "runs"})
        qtbot.waitUntil(lambda heard=heard: bool(heard), timeout=20_000)
        os.kill(line.pid, signal.SIGKILL)
        wait_for(qtbot, line, "broken")
        assert line.state.seconds_left == 1


@pytest.mark.parametrize("kept", [3, 12, 40])
def test_a_frame_that_is_cut_off_breaks_the_line(qtbot, make_line, kept) -> None:
    line = make_line(always(HELLO[:kept], "sys.exit(3)"))
    line.open()
    wait_for(qtbot, line, "broken")
    assert "exit code 3" in str(line.state.problem) or "AXF" in str(line.state.problem)


def test_a_frame_that_makes_no_sense_breaks_the_line(qtbot, make_line) -> None:
    line = make_line(always(HELLO[:12] + b"x" * len(HELLO)))
    line.open()
    wait_for(qtbot, line, "broken")


def test_another_version_is_named(qtbot, make_line) -> None:
    hello = HELLO.replace(b'"version": 1', b'"version": 9').replace(b'"program": "1"', b'"program": "7"')
    line = make_line(always(hello))
    line.open()
    wait_for(qtbot, line, "refused")
    assert "another version (7)" in line.state.problem.what
    assert "version 9, not 1" in line.state.problem.what


def test_a_program_that_is_not_there_is_named(qtbot, tmp_path, make_line) -> None:
    line = make_line([str(tmp_path / "no-ssh")])
    line.open()
    wait_for(qtbot, line, "refused")
    assert "no-ssh" in line.state.problem.what


def test_what_translates_is_no_run_service(qtbot, make_line) -> None:
    line = make_line(always(encode(Frame({"kind": "hello", "id": 0, "device": "cpu", "threads": 1}))))
    line.open()
    wait_for(qtbot, line, "refused")


def test_answers_to_nothing_that_was_asked_are_left_out(qtbot, make_line) -> None:
    frames = [
        {"kind": "hello", "id": 0, "service": "runs"},
        *({"kind": "look", "id": it} for it in ([], {}, 7)),
    ]
    line = make_line(always(b"".join(encode(Frame(frame)) for frame in frames)))
    line.open()
    wait_for(qtbot, line, "connected")
    qtbot.wait(100)
    assert (line.state.state, line.state.home) == ("connected", "")


def test_silence_breaks_the_line_and_speaks_of_keys(qtbot, make_line, monkeypatch) -> None:
    monkeypatch.setattr(machine_line, "SILENCE", 300)
    line = make_line([sys.executable, "-c", "import time; time.sleep(60)"])
    line.open()
    wait_for(qtbot, line, "broken")
    assert "password" in line.state.problem.remedy


def test_an_error_of_the_service_is_told_in_its_words(qtbot, tmp_path, make_line) -> None:
    line = make_line(prefix_of(tmp_path, tmp_path))
    line.open()
    wait_for(qtbot, line, "connected")
    heard = ask(line, {"kind": "look", "run": "nothing"})
    qtbot.waitUntil(lambda: bool(heard), timeout=20_000)
    assert "no run nothing" in heard[0].what
