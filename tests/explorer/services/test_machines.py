"""Other machines: added under good names only, and forgotten with all that was copied, whenever that is."""

import shlex
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import ConfigError
from engine.runs.layout import find_runs
from explorer.services import run_copy, run_mirror
from explorer.services.machines import Machines
from tests.explorer.services.made_machine import direct_prefix, make_run


@pytest.fixture
def machines(qtbot, tmp_path: Path) -> Iterator[Machines]:
    made = Machines(tmp_path / "copies")
    yield made
    made.close()
    made.deleteLater()


def test_nothing_is_written_once_a_machine_is_forgotten(qtbot, tmp_path, machines, monkeypatch) -> None:
    monkeypatch.setattr(run_mirror, "INTERVAL", 50)
    take_in = run_copy.take_in

    def slowly(*arguments):
        time.sleep(0.2)
        return take_in(*arguments)

    monkeypatch.setattr(run_copy, "take_in", slowly)
    for number in range(20):
        make_run(tmp_path / "there", f"run {number}")
    machines.add("gpu1", shlex.join(direct_prefix(tmp_path / "there")))
    machines.open()
    (copies,) = machines.folders()
    qtbot.waitUntil(lambda: bool(find_runs(copies)), timeout=20_000)
    machines.remove("gpu1")
    assert machines.machines == ()
    qtbot.waitUntil(lambda: not copies.exists(), timeout=20_000)
    qtbot.wait(700)
    assert not copies.exists()


@pytest.mark.parametrize(
    ("name", "command"), [("", "ssh gpu1"), (" ", "ssh"), ("a\n", "ssh"), ("gpu1", ""), ("gpu1", "'")]
)
def test_what_names_no_machine_is_refused(machines, name, command) -> None:
    with pytest.raises(ConfigError):
        machines.add(name, command)
    assert machines.machines == ()


def test_another_command_takes_the_place_of_the_first(qtbot, tmp_path, machines) -> None:
    machines.add("gpu1", "no-such-program-anywhere")
    machines.open()
    qtbot.waitUntil(lambda: machines.machines[0].line.state == "refused", timeout=20_000)
    machines.add("gpu1", shlex.join(direct_prefix(tmp_path)))
    machines.open()
    qtbot.waitUntil(lambda: machines.machines[0].line.state == "connected", timeout=20_000)
    assert len(machines.machines) == 1
