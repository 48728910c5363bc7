"""Two processes over Gloo against one.

Where a gradient is nearly 0, Adam divides rounding by rounding: at a learning rate of 0.01 the mere order of
a minibatch's sentences moves W_a by 0.005 in 50 updates of one process. So Adam is compared at the presets'
0.001, and Adadelta as published.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from unittest import mock

import pytest
import torch

from engine.checkpoint import load_checkpoint
from engine.config import ExperimentConfig, ModelConfig, TrainConfig, to_json
from engine.errors import ConfigError
from engine.launch import Launch
from engine.runs.condition import read_status
from engine.runs.layout import RunLayout
from engine.runs.reader import RunReader
from engine.runs.records import Record, RunStatus, TrainRecord, ValidationRecord
from engine.training import resume_run, start_run
from engine.training.batching import BatchPlan
from engine.training.distributed import device_for, joined
from engine.training.group import Word
from tests.benchmarks.kills import forking
from tests.engine.training.joined_run import place
from tests.engine.training.test_batching import PAIRS

ROOT = Path(__file__).parents[3]
PROGRAM = Path(__file__).with_name("joined_run.py")
PRESETS = {
    "rnnsearch": TrainConfig(optimizer="adam", learning_rate=0.001, epsilon=1e-8),
    "rnnencdec": TrainConfig(),  # Adadelta
}
with_processes = pytest.mark.skipif(
    sys.platform == "win32" or not torch.distributed.is_gloo_available(),
    reason="needs Gloo and POSIX signals",
)
Experiment = Callable[..., ExperimentConfig]


def ignore(_: Record) -> None:
    pass


def by_hand(run: Path, experiment: str, end: str) -> None:
    """Two processes that are told their places as torchrun would tell them, but begin with torch."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    shared = {
        "WORLD_SIZE": "2",
        "LOCAL_WORLD_SIZE": "2",
        "MASTER_ADDR": "127.0.0.1",
        "MASTER_PORT": str(port),
    }
    context, processes = forking(), []
    for rank in "01":
        told, output = {"RANK": rank, "LOCAL_RANK": rank, **shared}, run.with_name(f"output {rank}")
        processes.append(context.Process(target=place, args=(told, output, run, experiment, end)))
        with mock.patch.dict(os.environ, PYTHONPATH=str(ROOT)):  # for the server that forks to find modules
            processes[-1].start()
    for process in processes:
        process.join(60)
        process.kill()
        process.join()
        assert process.exitcode == 0


def torchrun(*arguments: str) -> "subprocess.Popen[str]":
    """Two processes of a program, under torchrun, with its output joined."""
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2", "--"]
    return start([*command, *arguments], {})


def start(command: list[str], environment: dict[str, str]) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        command,
        env={**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def ended(process: "subprocess.Popen[str]") -> tuple[int, str]:
    """Its exit code and output, once it and so its two processes have ended; never longer than a minute."""
    try:
        output, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    return process.returncode, output


def outputs(run: Path) -> list[str]:
    """What the two processes by hand have written."""
    return [run.with_name(f"output {rank}").read_text(encoding="utf-8") for rank in "01"]


def status(run: Path) -> RunStatus:
    found = read_status(RunLayout(run))
    assert found is not None
    return found


def until(true: Callable[[], object]) -> None:
    deadline = time.monotonic() + 60
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@with_processes
def test_a_run_of_two_is_paused_and_stopped_by_requests_and_goes_on_alone(
    experiment: Experiment, tmp_path: Path
) -> None:
    one, two = both(experiment, tmp_path, "rnnsearch")
    by_hand(two, str(tmp_path / "experiment.json"), "request")
    assert outputs(two) == ["stopped\n"] * 2
    assert [update for update, _ in RunLayout(two).checkpoints()] == [10, 20]
    assert "Paused at update 10." in RunLayout(two).log.read_text(encoding="utf-8")
    assert resume_run(two, None, ignore) == "finished"
    assert_same(one, two)


@with_processes
def test_a_run_of_two_is_stopped_by_a_signal_to_torchrun_and_resumed_by_two(
    experiment: Experiment, tmp_path: Path
) -> None:
    """torchrun passes the signal on to both at once, as it does where one was lost."""
    one, two = both(experiment, tmp_path, "rnnencdec")
    _, output = ended(torchrun(str(PROGRAM), str(two), str(tmp_path / "experiment.json"), "terminate"))
    assert (status(two).state, status(two).update, status(two).error) == ("stopped", 20, None), output
    assert output.count("stopped\n") == 2, output
    by_hand(two, "resume", "last")
    assert outputs(two) == ["finished\n"] * 2
    assert_same(one, two)


def both(experiment: Experiment, folder: Path, kind: str) -> tuple[Path, Path]:
    """The folder of a run of 50 updates of one process, made, and one for the same run of two processes.

    Without dropout, for what is dropped depends on the number of processes.
    """
    train = replace(PRESETS[kind], max_updates=50, validate_every=50, threads=1)
    plan = replace(experiment(50), model=ModelConfig(kind, 16, 32, 16, 16), train=train)
    (folder / "experiment.json").write_text(json.dumps(to_json(plan)), encoding="utf-8")
    start_run(plan, folder / "one", ignore)
    return folder / "one", folder / "two"


def assert_same(one: Path, two: Path) -> None:
    """The same parameters, which are not those that both began with, and the same records once each."""
    alone, together = (load_checkpoint(RunLayout(run).checkpoint_dir(50)).model for run in (one, two))
    for name, tensor in alone.items():
        assert torch.allclose(tensor, together[name], rtol=0, atol=1e-4), name  # sums round as they like
    assert max(float(tensor.abs().max()) for tensor in alone.values()) > 0.1
    assert_one_writer(one, two)


def assert_one_writer(one: Path, two: Path) -> None:
    """Every record once, with the loss of whole minibatches."""
    alone, together = (RunReader(run).poll().records for run in (one, two))
    for kind in (TrainRecord, ValidationRecord):
        first = [(record.update, record.loss) for record in alone if isinstance(record, kind)]
        second = [(record.update, record.loss) for record in together if isinstance(record, kind)]
        assert [update for update, _ in second] == [update for update, _ in first]
        assert [loss for _, loss in second] == pytest.approx([loss for _, loss in first], rel=1e-4)
    assert sum(record.kind == "session" for record in together) == 2


def worker(launcher: int, rank: int) -> int:
    """The process of this rank that torchrun started."""
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(launcher)], capture_output=True, text=True, check=True
    )
    for pid in map(int, listed.stdout.split()):
        if f"RANK={rank}\0" in Path(f"/proc/{pid}/environ").read_text().replace("_RANK=", "_"):
            return pid
    raise AssertionError("no such process")


@with_processes
@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc")
def test_a_killed_process_ends_the_run_with_a_checkpoint_that_resumes(
    copy_corpus: Path, tmp_path: Path
) -> None:
    """kill -9 of one of two, through the real program: no hang, clear words, and nothing is lost."""
    run = tmp_path / "run"
    arguments = ["train", "--preset", "rnnencdec-minute", "--corpus", str(copy_corpus), "--run", str(run)]
    process = torchrun(str(ROOT / "main.py"), *arguments, "--threads", "1")
    try:
        until(lambda: RunLayout(run).status.exists() and status(run).update >= 10)
        leader, killed = worker(process.pid, 0), worker(process.pid, 1)
        os.kill(killed, signal.SIGKILL)
    finally:
        code, output = ended(process)
    found = status(run)
    last = RunLayout(run).checkpoints()[-1][0]
    assert (code, found.state, found.update) == (1, "failed", last), output
    assert last >= 10
    assert found.error is not None
    assert found.error.what == f"Process 1 of 2 was lost at update {last}."
    assert found.error.remedy == f"The checkpoint of update {last} resumes the run."
    assert found.error.what in RunLayout(run).log.read_text()
    assert not any(Path(f"/proc/{pid}").exists() for pid in (leader, killed))
    assert resume_run(run, last + 2, ignore) == "finished"
    assert status(run).update == last + 2


@pytest.mark.parametrize("processes", [1, 2, 3, 7])
def test_the_parts_of_all_processes_cover_every_pair_once(processes: int) -> None:
    plan = BatchPlan(PAIRS, 10, 4, seed=3)
    taken: list[int] = []
    for update in range(plan.batches_per_epoch):
        parts = [plan.members(update)[rank::processes] for rank in range(processes)]
        sizes = [len(part) for part in parts]
        assert sum(sizes) == plan.size(update)
        assert max(sizes) - min(sizes) <= 1
        taken.extend(pair for part in parts for pair in part)
    assert sorted(taken) == list(range(len(PAIRS)))


def test_a_process_makes_its_part_only() -> None:
    plan = BatchPlan(PAIRS, 10, 4, seed=3)
    whole = plan.batch(5, torch.device("cpu"))
    part = plan.batch(5, torch.device("cpu"), slice(1, None, 3))
    assert part.target_lengths.tolist() == whole.target_lengths.tolist()[1::3]
    for row, right in zip(part.source, whole.source[1::3], strict=True):
        assert row.tolist() == right[: len(row)].tolist()


def test_a_process_alone_exchanges_with_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORLD_SIZE", "1")
    monkeypatch.setenv("RANK", "0")
    tensor = torch.tensor([1.0, 2.0])
    with joined("cpu") as group:
        group.tell(Word.END)
        group.wait()
        group.add_up(tensor)
        assert (group.size, str(group), group.missing()) == (1, "cpu", "")
    assert tensor.tolist() == [1.0, 2.0]
    assert not torch.distributed.is_initialized()


class TestDevice:
    TWO = Launch(rank=3, size=4, local_rank=1, local_size=2)

    def test_each_of_several_takes_a_gpu_of_its_own(self, monkeypatch: pytest.MonkeyPatch) -> None:
        chosen: list[int] = []
        monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
        monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
        monkeypatch.setattr(torch.cuda, "set_device", chosen.append)
        assert [str(device_for(self.TWO, name)) for name in ("auto", "cuda")] == ["cuda:1"] * 2
        assert chosen == [1, 1]

    def test_fewer_gpus_than_processes_are_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
        monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
        with pytest.raises(ConfigError, match=r"1 GPU.* 2 processes.*--nproc-per-node 1"):
            device_for(self.TWO, "auto")

    def test_without_a_gpu_all_share_the_processor(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
        assert str(device_for(self.TWO, "auto")) == "cpu"
        for name in ("cuda", "mps"):
            with pytest.raises(ConfigError):
                device_for(self.TWO, name)
