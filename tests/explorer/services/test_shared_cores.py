"""Processes of the window are told to wait asleep, unless a person has said otherwise."""

import sys

import pytest

from engine.shared_cores import VARIABLE, sharing_cores
from explorer.services.framed_process import FramedProcess

TELL = f"import os, sys; sys.exit({{'PASSIVE': 3, 'ACTIVE': 4}}[os.environ['{VARIABLE}']])"


def test_all_else_stays_as_it_was():
    assert sharing_cores({"PATH": "/bin"}) == {"PATH": "/bin", VARIABLE: "PASSIVE"}
    assert sharing_cores({VARIABLE: "ACTIVE"}) == {VARIABLE: "ACTIVE"}


@pytest.mark.parametrize(("said", "code"), [(None, 3), ("ACTIVE", 4)])
def test_the_engine_process_is_told(qtbot, monkeypatch, said, code):
    monkeypatch.delenv(VARIABLE, raising=False)
    if said:
        monkeypatch.setenv(VARIABLE, said)
    process = FramedProcess([sys.executable, "-c", TELL])
    with qtbot.waitSignal(process.ended, timeout=60_000) as ended:
        process.start()
    assert f"exit code {code}" in ended.args[0].how
    process.deleteLater()
