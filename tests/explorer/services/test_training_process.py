"""Training processes: the command, the detachment, and a start that fails in its own words."""

import os
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from engine.errors import RunError
from engine.presets import preset
from engine.runs import detached
from engine.runs.layout import RunLayout
from explorer.new_run import NewRun
from explorer.services.training_process import TrainingProcesses

TRAINER = """
import os, sys, time
from pathlib import Path
arguments = sys.argv[1:]
run = Path(arguments[arguments.index("--run") + 1])
print("loading", flush=True)
if "{mode}" == "fail":
    print("Traceback …", file=sys.stderr)
    print("error: The corpus is empty. Give another one.", file=sys.stderr)
    sys.exit(1)
if "{mode}" == "silent":
    sys.exit(3)
status = '{{"state": "running", "pid": %d, "pid_started": "x", "host": "here", "started": %f}}'
(run / "session").write_text(str(os.getsid(0)) if hasattr(os, "getsid") else "")
(run / "stdin").write_text(repr(sys.stdin.read()))
(run / "status.json").write_text(status % (os.getpid(), time.time()))
time.sleep(60)
"""


def trainer(tmp_path, mode):
    script = tmp_path / f"{mode}.py"
    script.write_text(TRAINER.format(mode=mode), encoding="utf-8")
    return [sys.executable, str(script)]


def run_in(folder):
    base = preset("rnnsearch-minute")
    corpus = replace(base.corpus, train=("/corpora/pairs.tsv",))
    return NewRun(replace(base, corpus=corpus, train=replace(base.train, max_updates=500)), folder)


@pytest.fixture
def new_run(tmp_path):
    return run_in(tmp_path / "runs" / "a")


def test_the_command_names_everything_in_full(new_run):
    words = new_run.arguments()
    assert words[:3] == ["train", "--preset", "rnnsearch-minute"]
    assert words[words.index("--run") + 1] == str(new_run.folder)
    assert "--max-updates=500" in words
    assert words[words.index("--corpus") + 1 :] == ["/corpora/pairs.tsv"]


def test_the_command_is_one_that_the_program_takes(new_run):
    from engine.cli import COMMANDS, build_parser

    options = build_parser(COMMANDS).parse_args(new_run.arguments())
    assert (options.preset, options.run_dir) == ("rnnsearch-minute", new_run.folder)
    assert options.corpus == [Path("/corpora/pairs.tsv")]


def test_a_run_goes_on_without_the_window(qtbot, tmp_path, new_run):
    processes = TrainingProcesses(trainer(tmp_path, "train"))
    with qtbot.waitSignal(processes.run_started, timeout=10_000) as told:
        processes.start(new_run)
    assert told.args == [new_run.folder]
    pid = int(RunLayout(new_run.folder).status.read_text().split('"pid": ')[1].split(",")[0])
    try:
        processes.let_go()
        assert (new_run.folder / "stdin").read_text() == "''"
        if hasattr(os, "getsid"):
            assert int((new_run.folder / "session").read_text()) != os.getsid(0)
        if hasattr(os, "getpriority"):  # whoever types a sentence does not wait for it
            assert os.getpriority(os.PRIO_PROCESS, pid) >= 10
        time.sleep(0.1)
        os.kill(pid, 0)  # it is still there
    finally:
        os.kill(pid, signal.SIGTERM)


@pytest.mark.parametrize(
    ("mode", "words"),
    [("fail", "The corpus is empty. Give another one."), ("silent", "loading")],
)
def test_a_start_that_fails_says_why(qtbot, tmp_path, new_run, mode, words):
    processes = TrainingProcesses(trainer(tmp_path, mode))
    with qtbot.waitSignal(processes.start_failed, timeout=10_000) as told:
        processes.start(new_run)
    folder, error = told.args
    assert folder == new_run.folder
    assert isinstance(error, RunError)
    assert words in error.what
    assert "output.txt" in error.remedy


def test_the_words_are_those_of_this_start(qtbot, tmp_path, new_run):
    new_run.folder.mkdir(parents=True)
    (new_run.folder / "output.txt").write_text("error: An old story.\n")
    RunLayout(new_run.folder).metrics.touch()
    processes = TrainingProcesses([sys.executable, "-c", "pass"])
    with qtbot.waitSignal(processes.start_failed, timeout=10_000) as told:
        processes.go_on(new_run.folder)
    assert "without a word" in told.args[1].what


def test_a_program_that_is_not_there_is_told(qtbot, tmp_path, new_run):
    processes = TrainingProcesses([str(tmp_path / "nothing")])
    with qtbot.waitSignal(processes.start_failed, timeout=10_000) as told:
        processes.start(new_run)
    assert "could not be started" in told.args[1].what


def test_a_folder_that_cannot_be_made_is_told(qtbot, tmp_path):
    (tmp_path / "file").write_text("")
    processes = TrainingProcesses(["true"])
    with qtbot.waitSignal(processes.start_failed, timeout=10_000) as told:
        processes.start(run_in(tmp_path / "file" / "run"))
    assert "cannot be written to" in told.args[1].what


def test_a_wish_is_one_word_in_the_run_folder(qtbot, tmp_path):
    TrainingProcesses().request(tmp_path, "pause")
    assert (tmp_path / "request").read_text().strip() == "pause"
    with pytest.raises(RunError):
        TrainingProcesses().request(tmp_path / "nowhere", "stop")


def test_a_run_that_was_deleted_is_not_gone_on_with(qtbot, tmp_path):
    processes = TrainingProcesses([sys.executable, "-c", "pass"])
    with qtbot.waitSignal(processes.start_failed, timeout=10_000) as told:
        processes.go_on(tmp_path / "deleted")
    assert "no longer there" in told.args[1].what
    assert not (tmp_path / "deleted").exists()


def test_several_processes_are_started_by_torchrun(tmp_path, new_run, monkeypatch):
    started = []

    def note(command, output):
        started.append(command)
        raise OSError(8, "not started here")

    monkeypatch.setattr(detached, "_start", note)
    TrainingProcesses(["python", "main.py"]).start(replace(new_run, processes=3))
    (command,) = started
    assert command[:3] == ["python", "-m", "torch.distributed.run"]
    assert command[command.index("--nproc-per-node") + 1] == "3"
    assert command[command.index("--") + 1 :] == ["main.py", *new_run.arguments()]
