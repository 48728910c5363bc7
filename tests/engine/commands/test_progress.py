"""The progress bar: on a terminal only, gone at the end, honest about the time left."""

import io

import pytest

from engine.commands.progress import ProgressBar, bar, bar_beside_output, time_left


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_nothing_is_drawn_where_there_is_no_terminal() -> None:
    stream = io.StringIO()
    with ProgressBar("Working", 3, stream) as progress:
        for done in range(4):
            progress.update(done)
    assert stream.getvalue() == ""


def test_a_terminal_sees_the_bar_and_an_empty_line_after_it() -> None:
    stream = Terminal()
    with ProgressBar("Working", 4, stream) as progress:
        progress.update(1)
        assert "Working [######..................] 1/4  25%" in stream.getvalue()
        progress.update(4)
        assert "4/4 100%" in stream.getvalue()
    assert stream.getvalue().endswith("\r\x1b[K")
    assert "\n" not in stream.getvalue()


def test_a_line_above_the_bar_is_whole_on_a_terminal_and_plain_elsewhere() -> None:
    terminal, file = Terminal(), io.StringIO()
    for stream in (terminal, file):
        with ProgressBar("Working", 4, stream) as progress:
            progress.update(2)
            progress.say("something happened")
    assert "\r\x1b[Ksomething happened\n" in terminal.getvalue()
    assert file.getvalue() == "something happened\n"


class Gone(Terminal):
    def write(self, text: str) -> int:
        raise BrokenPipeError


def test_a_terminal_that_goes_away_ends_no_work() -> None:
    with ProgressBar("Working", 4, Gone()) as progress:
        progress.update(2)
        progress.say("something happened")


def test_an_error_leaves_no_bar_behind() -> None:
    stream = Terminal()

    def work() -> None:
        with ProgressBar("Working", 4, stream) as progress:
            progress.update(2)
            raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        work()
    assert stream.getvalue().endswith("\r\x1b[K")


@pytest.mark.parametrize(
    ("done", "total", "seconds", "words"),
    [
        (0, 10, 5.0, ""),
        (10, 10, 5.0, ""),
        (1, 3, 4.0, "8 s left"),
        (10, 100, 10.0, "1 min 30 s left"),
        (1, 101, 72.0, "2 h 0 min left"),
    ],
)
def test_time_left_goes_by_the_pace_so_far(done, total, seconds, words) -> None:
    assert time_left(done, total, seconds) == words


def test_the_bar_grows_with_the_share() -> None:
    assert bar("Working", 0, 2000, "") == f"Working [{'.' * 24}] 0/2,000   0%"
    assert bar("Working", 1000, 2000, "note") == f"Working [{'#' * 12}{'.' * 12}] 1,000/2,000  50%  note"
    assert bar("Working", 2000, 2000, "") == f"Working [{'#' * 24}] 2,000/2,000 100%"


def test_an_unknown_total_shows_nothing() -> None:
    stream = Terminal()
    with ProgressBar("Working", 0, stream) as progress:
        progress.update(3)
    assert stream.getvalue() == ""


@pytest.mark.parametrize("is_terminal", [True, False])
def test_lines_on_a_terminal_are_not_mixed_with_a_bar(monkeypatch, is_terminal) -> None:
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr("sys.stdout", Terminal() if is_terminal else io.StringIO())
    with bar_beside_output("Working", 2) as progress:
        progress.update(1)
    assert (stream.getvalue() == "") == is_terminal
