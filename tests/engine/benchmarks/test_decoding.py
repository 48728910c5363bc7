"""The decoding benchmark: its network ends its sentences, its plain search finds the same, and it runs."""

import argparse
import statistics
from dataclasses import replace

import pytest
import torch

from engine.config import CorpusConfig, DecodeConfig, ExperimentConfig, ModelConfig, TrainConfig
from tests.benchmarks import decoding
from tests.benchmarks.decoding import Decoders
from tests.benchmarks.products import products

KINDS = ("rnnsearch", "rnnencdec")
SMALL = ExperimentConfig(
    corpus=CorpusConfig(source_vocabulary=40, target_vocabulary=30),
    model=ModelConfig("rnnsearch", 8, 12, 10, 6),
    train=TrainConfig(batch_size=2),
)


def small(kind: str, seed: int = 1) -> Decoders:
    torch.manual_seed(seed)
    return Decoders.of(replace(SMALL, model=replace(SMALL.model, kind=kind)))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("beam", [1, 3])
def test_translations_end_by_themselves_at_natural_lengths(kind: str, beam: int) -> None:
    """Multi30k has 16.4 target tokens for 14.3 source tokens; one so small network alone departs from it."""
    texts, longer = decoding.made_up_texts(SMALL, 30), []
    for seed in range(1, 5):
        traces = small(kind, seed).translator.translate_all(texts, DecodeConfig(beam_size=beam))
        assert all(trace.best().finished for trace in traces)
        longer += [len(trace.best().tokens) / len(trace.source_ids) for trace in traces]
        by_source = sorted(traces, key=lambda trace: len(trace.source_ids))
        assert len(by_source[-1].best().tokens) > len(by_source[0].best().tokens) + 5
    assert 0.9 < statistics.mean(longer) < 1.4


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("beam", [1, 4])
def test_the_plain_search_finds_the_same(kind: str, beam: int) -> None:
    decoders, texts = small(kind), decoding.made_up_texts(SMALL, 20)
    traces = decoders.translator.translate_all(texts, DecodeConfig(beam_size=beam))
    found = decoders.plainly(texts, beam)
    assert decoding._compared(traces, found) == {"same": 20, "tied": 0, "different": 0}
    scores = [trace.best().normalised_score for trace in traces]
    assert scores == pytest.approx([each.score for each in found], abs=1e-4)
    found[3] = replace(found[3], tokens=(5,), score=found[3].score - 1)
    found[4] = replace(found[4], tokens=(5,))
    assert decoding._compared(traces, found) == {"same": 18, "tied": 1, "different": 1}


def test_products_are_those_of_what_lived() -> None:
    """Greedy: every token of the translation is worked out once, from its source and all tokens before it."""
    decoders, texts = small("rnnsearch"), decoding.made_up_texts(SMALL, 5)
    traces = decoders.translator.translate_all(texts, DecodeConfig(beam_size=1))
    sources = sum(len(trace.source_ids) for trace in traces)
    targets = sum(len(trace.best().tokens) for trace in traces)
    pairs = sum(len(trace.best().tokens) * len(trace.source_ids) for trace in traces)
    counts = decoding.Counts(5, sources, targets, pairs)
    assert decoders.products(traces) == products(SMALL.model, 30, counts)


def test_it_runs(monkeypatch) -> None:
    monkeypatch.setitem(decoding.SIZES, "common", SMALL)
    parser = argparse.ArgumentParser()
    decoding.add_arguments(parser)
    options = parser.parse_args(["--beam", "2", "--sentences", "8", "--rounds", "1", "--threads", "1"])
    (row,) = decoding.run(options)["rows"]
    assert (row.pop("tied"), row.pop("different")) == (0, 0)
    assert all(value > 0 for value in row.values())
    assert row["ratio"] == pytest.approx(row["sentences/s"] / row["plain"])
    assert row["times as long"] == pytest.approx(row["full trace, ms"] / row["one, ms"])
