from pathlib import Path

import pytest

from engine.config import ExperimentConfig
from engine.runs import line_file
from engine.runs.layout import RunLayout
from engine.runs.reader import LOG_LINES, RunReader
from engine.runs.records import SessionRecord, TrainRecord, ValidationRecord, to_line
from engine.runs.writer import RunWriter


def train(update: int, loss: float = 1.5) -> TrainRecord:
    return TrainRecord(update, 0, loss, 4.5, 1.0, 0.1, 100.0)


def test_a_folder_without_a_run_has_nothing_and_raises_nothing(tmp_path: Path) -> None:
    reader = RunReader(tmp_path / "nothing")
    new = reader.poll()
    assert (new.records, new.log_lines, new.rewound, new.more) == ((), (), False, False)
    assert new.seen.condition == "unknown"


def test_each_record_comes_once_in_order(writer: RunWriter) -> None:
    reader = RunReader(writer.layout.path)
    first = reader.poll()
    assert [type(record) for record in first.records] == [SessionRecord]
    assert reader.poll().records == ()
    writer.record(train(1))
    writer.record(ValidationRecord(1, 0, 2.0, 7.4, 10.0, "s", 1.0))
    assert [type(record) for record in reader.poll().records] == [TrainRecord, ValidationRecord]
    assert reader.poll().records == ()
    late = RunReader(writer.layout.path)
    assert len(late.poll().records) == 3
    assert late.train_history() == reader.train_history()
    assert late.sessions() == reader.sessions()


def test_a_half_line_waits_and_a_broken_one_is_counted(tmp_path: Path) -> None:
    layout = RunLayout(tmp_path)
    record = train(1)
    line = to_line(record).encode()
    with layout.metrics.open("ab", buffering=0) as stream:
        stream.write(line[:20])
        reader = RunReader(tmp_path)
        assert reader.poll().records == ()
        stream.write(line[20:] + b"\n" + b"\0" * 30 + b"\n\n" + b'{"kind": "tra\n' + line[:-1])
        assert reader.poll().records == (record,)
        assert reader.broken_lines == 2
        stream.write(b"}\n")
        assert reader.poll().records == (record,)


def test_a_resumed_run_is_drawn_anew_with_its_branch(tmp_path: Path, experiment: ExperimentConfig) -> None:
    run = tmp_path / "run"
    with RunWriter.create(run, experiment, {}) as made:
        for update in range(10, 151, 10):
            made.record(train(update, 1.0))
    reader = RunReader(run)
    assert reader.poll().rewound is False
    with RunWriter.resume(run, 100, 0) as made:
        for update in range(110, 201, 10):
            made.record(train(update, 2.0))
    assert reader.poll().rewound is True
    assert reader.poll().rewound is False
    history = reader.train_history()
    assert [record.update for record in history.line] == list(range(10, 201, 10))
    assert [record.update for record in history.branches[0]] == [110, 120, 130, 140, 150]
    assert [record.resumed_from for record in reader.sessions()] == [None, 100]


def test_a_file_that_was_replaced_is_read_from_its_top(writer: RunWriter) -> None:
    reader = RunReader(writer.layout.path)
    writer.record(train(1))
    reader.poll()
    writer.layout.metrics.write_text(to_line(train(7)) + "\n")
    new = reader.poll()
    assert new.rewound is True
    assert [record.update for record in reader.train_history().line] == [7]
    assert reader.sessions() == ()


def test_a_long_file_is_read_in_pieces(writer: RunWriter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_file, "READ_AT_MOST", 1000)
    for update in range(1, 101):
        writer.record(train(update))
    reader = RunReader(writer.layout.path)
    polls = [reader.poll()]
    while polls[-1].more:
        polls.append(reader.poll())
    assert len(polls) > 10
    assert [record.update for record in reader.train_history().line] == list(range(1, 101))


def test_the_log_is_followed_and_its_tail_kept(tmp_path: Path) -> None:
    layout = RunLayout(tmp_path)
    reader = RunReader(tmp_path)
    layout.log.write_bytes("one\r\nzwö\nbroken \xff\n".encode("latin-1") + b"half")
    assert reader.poll().log_lines == ("one", "zw�", "broken �")
    with layout.log.open("a") as stream:
        stream.write(" whole\n" + "".join(f"line {number}\n" for number in range(LOG_LINES)))
    assert reader.poll().log_lines[0] == "half whole"
    assert len(reader.log_tail()) == LOG_LINES
    assert reader.log_tail()[-1] == f"line {LOG_LINES - 1}"
    layout.log.write_text("new\n")
    assert reader.poll().log_lines == ("new",)
    assert reader.log_tail() == ("new",)
