"""Training speed: the engine's updates and those of a plain loop, in turns on the same minibatches.

The pairs are made up, with the lengths that Multi30k en–fr has in 8,000 subwords. An update is forward,
backward, clipping and fused Adam. The ratio is the median of the rounds' ratios. The bound is the rate at
which this machine multiplies matrices of the network's shapes, measured in the same rounds. With several
precisions all of them take turns too; the plain loop is always in float32. Other toolkits, where interpreters
that have them are named, take turns as well, with networks of the same sizes as RNNsearch's.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import torch

from engine.config import ExperimentConfig, ModelConfig
from engine.corpora.token_store import TokenPairs
from engine.device import set_threads
from engine.models import build_model
from engine.models.interface import TranslationModel
from engine.models.products import PRODUCTS, multiplying
from engine.presets import PRESETS
from engine.text.token_array import TokenArray
from engine.text.vocabulary import UNK_ID
from engine.training.batching import Batch, BatchPlan
from engine.training.optimizers import build_optimizer, clip_gradient
from tests.benchmarks import plain
from tests.benchmarks.memory import COMMON
from tests.benchmarks.peers.peer import Peer, add_peer_argument, peers
from tests.benchmarks.products import Counts, multiply_rate, products

SUMMARY = "target tokens a second, beside a plain loop and the machine's bound"
SIZES = {"common": COMMON, "laptop": PRESETS["rnnsearch-laptop"]}
KINDS = ("rnnsearch", "rnnencdec")
Costs = Callable[[TranslationModel, Batch], torch.Tensor]
_CPU = torch.device("cpu")
_POOL = 20  # minibatches sorted by length together
_STRIDE = 7  # from one round's minibatch in the pool to the next one's, so that few rounds see all lengths


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--size", choices=SIZES, action="append", help="of the network; else each")
    parser.add_argument("--kind", choices=KINDS, action="append", help="of network; else each")
    parser.add_argument("--precision", choices=PRODUCTS, action="append", help="else float32 alone")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="of each; else 5")
    parser.add_argument("--threads", type=int, default=0, metavar="N", help="else one a core, at most 4")
    add_peer_argument(parser)


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Measure each network."""
    threads = set_threads(options.threads)
    rows = []
    for size in options.size or SIZES:
        for kind in options.kind or KINDS:
            experiment = SIZES[size]
            experiment = replace(experiment, model=replace(experiment.model, kind=kind))
            beside = options.peer if kind == "rnnsearch" else []
            with peers(beside, experiment, threads) as others:
                found = measure(experiment, options.precision or ["float32"], options.rounds, others)
            for name, figures in found.items():
                rows.append({"network": f"{kind}, {size}", "precision": name, **figures})
    return {"rows": rows, "rounds": options.rounds, "threads": threads}


def measure(
    experiment: ExperimentConfig, precisions: Sequence[str], rounds: int, others: Mapping[str, Peer]
) -> dict[str, dict[str, float]]:
    """The figures of one network in each precision, after one round that does not count."""
    model, words = experiment.model, experiment.corpus.target_vocabulary
    pairs = made_up_pairs(experiment)
    plan = BatchPlan(pairs, experiment.train.batch_size, _POOL, seed=1)
    torch.manual_seed(1)
    engine = {name: _update_of(experiment, _engine_costs, name) for name in precisions}
    plain_update = _update_of(experiment, _plain_costs, "float32")
    taken: dict[str, list[_Round]] = {name: [] for name in precisions}
    for turn in range(rounds + 1):
        batch = plan.batch(_STRIDE * turn % plan.batches_per_epoch, _CPU)
        tokens, operations = batch.target_tokens, 6 * forward_products(model, words, batch)
        slow = tokens / _seconds(plain_update, batch)
        beside = {name: tokens / _seconds(peer.update, batch) for name, peer in others.items()}
        for name, update in engine.items():
            bound = _rate(batch, model, words, name) / operations
            taken[name].append(_Round(tokens / _seconds(update, batch), slow, bound, beside))
    return {name: _figures(found[1:]) for name, found in taken.items()}


class _Round(NamedTuple):
    """Target tokens a second."""

    engine: float
    plain: float
    bound: float
    peers: dict[str, float]


def _figures(rounds: Sequence[_Round]) -> dict[str, float]:
    return {
        "engine tokens/s": statistics.median(found.engine for found in rounds),
        "plain tokens/s": statistics.median(found.plain for found in rounds),
        "ratio": statistics.median(found.engine / found.plain for found in rounds),
        "bound tokens/s": statistics.median(found.bound for found in rounds),
        "share of bound": statistics.median(found.engine / found.bound for found in rounds),
        **{
            f"times {name}": statistics.median(found.engine / found.peers[name] for found in rounds)
            for name in rounds[0].peers
        },
    }


def made_up_pairs(experiment: ExperimentConfig) -> TokenPairs:
    """One pool of pairs of random tokens, with the lengths of Multi30k's captions."""
    draw = np.random.default_rng(1)
    count = experiment.train.batch_size * _POOL
    source = draw.gamma(10.0, 1.33, count)  # with the end of sentence a mean of 14.3, a deviation of 4.2
    target = source * draw.normal(1.157, 0.17, count)  # a mean of 16.4, a deviation of 5.4
    corpus = experiment.corpus
    return TokenPairs(
        _sentences(draw, source, corpus.source_vocabulary),
        _sentences(draw, target, corpus.target_vocabulary),
    )


def _sentences(draw: np.random.Generator, lengths: np.ndarray, vocabulary: int) -> TokenArray:
    counts = lengths.round().clip(1, 49).astype(np.int64)
    ids = draw.integers(UNK_ID + 1, vocabulary + 2, counts.sum(), dtype=np.int32)
    return TokenArray.closed(ids, counts)


def forward_products(model: ModelConfig, vocabulary: int, batch: Batch) -> float:
    """Multiplications (each with its addition) of the forward pass, for one target token of this minibatch.

    The backward pass has twice as many, and a multiplication with its addition is two operations: 6
    operations an update for each.
    """
    counts = Counts(
        sentences=len(batch.source),
        sources=int(batch.source_lengths.sum()),
        targets=batch.target_tokens,
        pairs=int((batch.source_lengths * batch.target_lengths).sum()),
    )
    return products(model, vocabulary, counts) / batch.target_tokens


def _rate(batch: Batch, model: ModelConfig, vocabulary: int, precision: str) -> float:
    """Operations a second of the faster of two products: one step of a unit, and a minibatch's softmax."""
    n = model.hidden_size
    shapes = ((len(batch.source), n, 3 * n), (batch.target_tokens, model.readout_size, vocabulary))
    return multiply_rate(shapes, PRODUCTS[precision])


def _engine_costs(model: TranslationModel, batch: Batch) -> torch.Tensor:
    return model.judge_pairs(batch.source, batch.source_lengths, batch.target, batch.target_lengths).costs


def _plain_costs(model: TranslationModel, batch: Batch) -> torch.Tensor:
    return plain.sentence_costs(model, batch.source, batch.source_lengths, batch.target, batch.target_lengths)


def _update_of(experiment: ExperimentConfig, costs: Costs, precision: str) -> Callable[[Batch], None]:
    """What makes one update of a network of its own, with the costs computed this way."""
    corpus = experiment.corpus
    model = build_model(experiment.model, corpus.source_vocabulary + 2, corpus.target_vocabulary + 2)
    optimizer = build_optimizer(model, experiment.train)

    def update(batch: Batch) -> None:
        with multiplying(PRODUCTS[precision]):
            costs(model, batch).mean().backward()
        clip_gradient(model, experiment.train.clip_norm)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)

    return update


def _seconds(update: Callable[[Batch], None], batch: Batch) -> float:
    start = time.perf_counter()
    update(batch)
    return time.perf_counter() - start
