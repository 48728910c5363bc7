"""The training benchmark: its count of multiplications, and that it runs."""

import argparse
from dataclasses import replace

import pytest

from engine.config import CorpusConfig, ExperimentConfig, ModelConfig, TrainConfig
from engine.models.interface import padded
from engine.training.batching import Batch
from tests.benchmarks import training

KINDS = ("rnnsearch", "rnnencdec")
SMALL = ExperimentConfig(
    corpus=CorpusConfig(source_vocabulary=30, target_vocabulary=20),
    model=ModelConfig("rnnsearch", 4, 6, 5, 3),
    train=TrainConfig(optimizer="adam", learning_rate=1e-3, batch_size=2, threads=1),
)


def batch_of_one(source: int, target: int) -> Batch:
    device = training._CPU
    return Batch(*padded([[2] * source], device), *padded([[2] * target], device))


def test_products_of_rnnsearch_counted_by_hand() -> None:
    """Two source tokens, three target tokens; m = 4, n = 6, n' = 5, 2l = 6, 20 words and UNK and the end."""
    encoder = 2 * 2 * 3 * 6 * (4 + 6) + 2 * 5 * 12  # two directions, U_a h_j
    decoder = 3 * 3 * 6 * (4 + 6 + 12) + 3 * 5 * 6  # the unit with its context, W_a s
    attention = 2 * 3 * (5 + 12)  # v_a and the weighted sum
    readout = 3 * 6 * (4 + 6 + 12) + 3 * 3 * 22
    total = encoder + decoder + attention + readout + 6 * 6  # W_s
    counted = training.forward_products(SMALL.model, 20, batch_of_one(2, 3))
    assert counted == pytest.approx(total / 3)


def test_the_known_configuration_takes_what_is_known_of_it() -> None:
    """11.5 million multiplications a target token with attention; without, 43 MFLOP an update."""
    batch, model = batch_of_one(15, 17), training.SIZES["common"].model
    assert training.forward_products(model, 8000, batch) == pytest.approx(11.5e6, rel=0.03)
    fixed = training.forward_products(replace(model, kind="rnnencdec"), 8000, batch)
    assert 6 * fixed == pytest.approx(43e6, rel=0.03)


def test_the_pairs_have_the_lengths_of_captions() -> None:
    pairs = training.made_up_pairs(training.SIZES["common"])
    source, target = pairs.source.lengths(), pairs.target.lengths()
    assert (source.mean(), target.mean()) == pytest.approx((14.3, 16.4), abs=0.5)
    assert (source.std(), target.std()) == pytest.approx((4.2, 5.4), abs=0.5)


@pytest.mark.parametrize("kind", KINDS)
def test_it_runs(monkeypatch, kind: str) -> None:
    monkeypatch.setitem(training.SIZES, "common", SMALL)
    parser = argparse.ArgumentParser()
    training.add_arguments(parser)
    words = ["--size", "common", "--kind", kind, "--rounds", "1", "--threads", "1"]
    ways = ["float32", "bfloat16"]
    options = parser.parse_args([*words, "--precision", ways[0], "--precision", ways[1]])
    rows = training.run(options)["rows"]
    assert [(row.pop("network"), row.pop("precision")) for row in rows] == [
        (f"{kind}, common", way) for way in ways
    ]
    for row in rows:
        assert all(value > 0 for value in row.values())
        assert row["ratio"] == pytest.approx(row["engine tokens/s"] / row["plain tokens/s"])
