"""Peers: that the drivers send the same minibatches, and that figures of a stand-in come out."""

import argparse
import json
import sys
from pathlib import Path

import pytest

from tests.benchmarks import decoding, training
from tests.benchmarks.peers import peer
from tests.engine.benchmarks.test_training import SMALL

STAND_IN = """
import json, os, sys
sys.path.insert(0, FOLDER)
from answering import EOS, FIRST, PAD, answer, padded


class StandIn:
    def __init__(self, sizes):
        self.say(sizes)

    def update(self, source, target):
        self.say({"pairs": len(source), "source": source, "ids": padded(target, with_start=True).tolist()})

    def translate(self, source, beam, length):
        self.say({"beam": beam, "length": length, "sentences": len(source)})

    def say(self, told):
        with open(TOLD, "a") as file:
            file.write(json.dumps(told) + chr(10))


answer(StandIn)
"""


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What a stand-in for OpenNMT is told, a line for each request; both benchmarks have a small network."""
    program, told = tmp_path / "stand_in.py", tmp_path / "told"
    folder = str(Path(peer.__file__).parent)
    program.write_text(f"FOLDER, TOLD = {folder!r}, {str(told)!r}" + STAND_IN, encoding="utf-8")
    monkeypatch.setitem(peer.PROGRAMS, "opennmt", str(program))
    monkeypatch.setitem(training.SIZES, "common", SMALL)
    return told


def run(benchmark, *line: str) -> list[dict]:
    parser = argparse.ArgumentParser()
    benchmark.add_arguments(parser)
    options = [*line, "--rounds", "1", "--threads", "1", "--peer", f"opennmt={sys.executable}"]
    return benchmark.run(parser.parse_args(options))["rows"]


def test_updates_are_of_the_same_minibatches(told: Path) -> None:
    (row,) = run(training, "--size", "common", "--kind", "rnnsearch")
    assert row["times opennmt"] > 0
    sizes, *updates = (json.loads(line) for line in told.read_text().splitlines())
    assert sizes == {"embedding": 4, "hidden": 6, "vocabulary": 20, "threads": 1}
    plan = training.BatchPlan(training.made_up_pairs(SMALL), 2, training._POOL, seed=1)
    for number, update in zip((0, training._STRIDE), updates, strict=True):
        batch = plan.batch(number, training._CPU)
        assert [len(row) + 1 for row in update["source"]] == batch.source_lengths.tolist()
        # 0 pads, 2 starts, 3 ends, words from 4 on; ours: 0 ends, words from 2 on
        ends = batch.target_lengths.tolist()
        for theirs, ours, end in zip(update["ids"], batch.target.tolist(), ends, strict=True):
            assert theirs[: end + 1] == [2, *(word + 2 for word in ours[: end - 1]), 3]
            assert set(theirs[end + 1 :]) <= {0}


def test_translations_are_as_long_as_ours(told: Path) -> None:
    (row,) = run(decoding, "--size", "common", "--beam", "2", "--sentences", "80")
    assert row["times opennmt, batch"] > 0
    assert row["times opennmt, alone"] > 0
    asked = [json.loads(line) for line in told.read_text().splitlines()][1:]
    assert {one["beam"] for one in asked} == {2}
    assert {"beam": 2, "length": 17, "sentences": 1} in asked  # of 15 tokens, the end counted


@pytest.mark.parametrize("given", ["opennmt", "opennmt=", "moses=python"])
def test_a_peer_that_is_none_is_told(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    peer.add_peer_argument(parser)
    with pytest.raises(SystemExit):
        parser.parse_args(["--peer", given])
    assert "is not NAME=PYTHON with one of joeynmt, opennmt" in capsys.readouterr().err
