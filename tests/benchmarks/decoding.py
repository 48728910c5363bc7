"""Decoding speed: the engine's beam search and a plain one, in turns on the same sentences.

The sentences are made up, with the lengths that Multi30k's English captions have in 8,000 subwords, and so is
the network, which ends its translations at natural lengths. Batched: texts to alignment-only traces, beside
ids to ids of the plain search in minibatches of like length. One sentence: 15 tokens. Ratios are medians of
the rounds' ratios. The bound is the rate at which this machine multiplies matrices of the network's shapes,
measured in the same rounds, for the multiplications of every hypothesis that lived.

Other toolkits, where interpreters that have them are named, take turns as well. They have networks of the
same sizes with random weights, and search for 1.15 target tokens for each source token.
"""

import argparse
import math
import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import torch

from engine.catalogue import ModelEntry
from engine.config import DecodeConfig, ExperimentConfig
from engine.device import set_threads
from engine.models.interface import TranslationModel
from engine.text.language_side import LanguageSide
from engine.text.segmentation import Segmented
from engine.text.vocabulary import EOS_ID, Vocabulary
from engine.trace import DecodingTrace
from engine.translator import Translator
from tests.benchmarks import plain_decoding
from tests.benchmarks.clockwork import clockwork
from tests.benchmarks.peers.peer import Peer, add_peer_argument, peers
from tests.benchmarks.plain_decoding import Found
from tests.benchmarks.products import Counts, multiply_rate, products
from tests.benchmarks.training import KINDS, SIZES, made_up_pairs

SUMMARY = "sentences a second and milliseconds a sentence, beside a plain search and the machine's bound"
BEAMS = (1, 5, 12)
_PLAIN_SENTENCES = 64  # that the plain search takes at once
_ALONE = 15  # source tokens of the one sentence, its end counted
_REPEATS = 5  # of the one sentence in a round
_ROUNDING = 1e-4  # of a mean log-probability


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--size", choices=SIZES, default="common", help="of the network; else common")
    parser.add_argument("--kind", choices=KINDS, default="rnnsearch", help="of network; else rnnsearch")
    parser.add_argument("--beam", type=int, action="append", metavar="K", help="beam size; else 1, 5 and 12")
    parser.add_argument(
        "--sentences", type=int, default=1024, metavar="N", help="in a batch of beam 1, fewer in wider ones"
    )
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="of each; else 3")
    parser.add_argument("--threads", type=int, default=0, metavar="N", help="else one a core, at most 4")
    add_peer_argument(parser)


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Measure each beam size."""
    threads = set_threads(options.threads)
    experiment = SIZES[options.size]
    experiment = replace(experiment, model=replace(experiment.model, kind=options.kind))
    torch.manual_seed(1)
    decoders = Decoders.of(experiment)
    texts = made_up_texts(experiment, options.sentences)
    rows = []
    with peers(options.peer, experiment, threads) as others:
        for beam in options.beam or BEAMS:
            some = texts[:: math.ceil(math.sqrt(beam))]
            rows.append({"beam": beam, **measure(decoders, others, some, beam, options.rounds)})
    network = f"{options.kind}, {options.size}"
    return {"rows": rows, "network": network, "rounds": options.rounds, "threads": threads}


class Spaced:
    """A segmenter whose tokens stand between blanks, for what is measured is decoding."""

    def segment(self, text: str) -> Segmented:
        tokens = tuple(text.split())
        return Segmented(tokens, ((0, 0),) * len(tokens))

    def join(self, tokens: Iterable[str]) -> str:
        return " ".join(tokens)


@dataclass(frozen=True)
class Decoders:
    """The engine's search and the plain one, over one network."""

    experiment: ExperimentConfig
    model: TranslationModel
    translator: Translator

    @classmethod
    def of(cls, experiment: ExperimentConfig) -> "Decoders":
        sides = [
            LanguageSide(Spaced(), Vocabulary(tuple(f"w{number}" for number in range(words))))  # type: ignore[arg-type]
            for words in (experiment.corpus.source_vocabulary, experiment.corpus.target_vocabulary)
        ]
        source, target = sides
        model = clockwork(experiment.model, (len(source.vocabulary), len(target.vocabulary)))
        entry = ModelEntry("made up", experiment.model.kind, Path())
        return cls(experiment, model, Translator(model, source, target, entry))

    def plainly(self, texts: Sequence[str], beam: int) -> list[Found]:
        """In minibatches of like length, in the order of the texts."""
        ids = [self.translator.source.encode(text).ids for text in texts]
        order = sorted(range(len(ids)), key=lambda index: -len(ids[index]))
        found: dict[int, Found] = {}
        for start in range(0, len(order), _PLAIN_SENTENCES):
            batch = order[start : start + _PLAIN_SENTENCES]
            limits = [DecodeConfig().limit(len(ids[index])) for index in batch]
            rows = plain_decoding.search(self.model, [ids[index] for index in batch], beam, limits)
            found.update(zip(batch, rows, strict=True))
        return [found[index] for index in range(len(texts))]

    def products(self, traces: Sequence[DecodingTrace]) -> int:
        """Multiplications of the hypotheses that lived, worked out once each."""
        lived = [1 + int((trace.token_ids[:-1] > EOS_ID).sum()) for trace in traces]
        sources = [len(trace.source_ids) for trace in traces]
        pairs = sum(count * length for count, length in zip(lived, sources, strict=True))
        counts = Counts(len(traces), sum(sources), sum(lived), pairs)
        return products(self.experiment.model, self.experiment.corpus.target_vocabulary, counts)


def made_up_texts(experiment: ExperimentConfig, count: int) -> list[str]:
    """Random words, in sentences as long as Multi30k's captions."""
    pairs = made_up_pairs(experiment)
    rows = (pairs.source[index % len(pairs.source)] for index in range(count))
    return [" ".join(f"w{number - 2}" for number in row[:-1]) for row in rows]


def measure(
    decoders: Decoders, others: Mapping[str, Peer], texts: Sequence[str], beam: int, rounds: int
) -> dict[str, Any]:
    """The figures of one beam size after one round that does not count."""
    config = DecodeConfig(beam_size=beam)
    translator = decoders.translator
    alone = " ".join(f"w{number}" for number in range(_ALONE - 1))
    tasks: dict[str, Callable[[], Any]] = {
        "batch": lambda: translator.translate_all(texts, config),
        "plain batch": lambda: decoders.plainly(texts, beam),
        "alone": lambda: translator.translate_all([alone], config),
        "plain alone": lambda: decoders.plainly([alone], beam),
        "full": lambda: translator.translate(alone, config),
    }
    numbers, one = [_numbers(text) for text in texts], [_numbers(alone)]
    for name, peer in others.items():
        tasks[f"{name} batch"] = partial(peer.translate, numbers, beam)
        tasks[f"{name} alone"] = partial(peer.translate, one, beam)
    taken: dict[str, list[float]] = {name: [] for name in (*tasks, "bound")}
    traces, found = translator.translate_all(texts, config), decoders.plainly(texts, beam)
    operations = 2 * decoders.products(traces)
    for turn in range(rounds + 1):
        seconds = {name: _seconds(task, 1 if "batch" in name else _REPEATS) for name, task in tasks.items()}
        seconds["bound"] = operations / _rate(decoders.experiment)
        for name, value in seconds.items():
            taken[name] += [value] if turn else []
    beside = {
        f"times {name}, {way}": _ratio(taken[f"{name} {way}"], taken[way])
        for name in others
        for way in ("batch", "alone")
    }
    return {**_batched(taken, len(texts)), **_alone(taken), **_compared(traces, found), **beside}


def _numbers(text: str) -> list[int]:
    """The numbers of the words of a made-up text."""
    return [int(word[1:]) for word in text.split()]


def _batched(taken: dict[str, list[float]], count: int) -> dict[str, float]:
    return {
        "sentences/s": count / statistics.median(taken["batch"]),
        "plain": count / statistics.median(taken["plain batch"]),
        "ratio": _ratio(taken["plain batch"], taken["batch"]),
        "bound": count / statistics.median(taken["bound"]),
        "share of bound": _ratio(taken["bound"], taken["batch"]),
    }


def _alone(taken: dict[str, list[float]]) -> dict[str, float]:
    return {
        "one, ms": 1000 * statistics.median(taken["alone"]),
        "plain, ms": 1000 * statistics.median(taken["plain alone"]),
        "times faster": _ratio(taken["plain alone"], taken["alone"]),
        "full trace, ms": 1000 * statistics.median(taken["full"]),
        "times as long": _ratio(taken["full"], taken["alone"]),
    }


def _compared(traces: Sequence[DecodingTrace], found: Sequence[Found]) -> dict[str, int]:
    """How many translations are the same, and how many differ in a tie within rounding or in more."""
    pairs = [(trace.best(), other) for trace, other in zip(traces, found, strict=True)]
    differing = [(best, other) for best, other in pairs if best.token_ids != other.tokens]
    ties = sum(abs(best.normalised_score - other.score) < _ROUNDING for best, other in differing)
    return {"same": len(pairs) - len(differing), "tied": ties, "different": len(differing) - ties}


def _ratio(upper: list[float], lower: list[float]) -> float:
    return statistics.median(a / b for a, b in zip(upper, lower, strict=True))


def _rate(experiment: ExperimentConfig) -> float:
    model = experiment.model
    rows, words = 512, experiment.corpus.target_vocabulary
    return multiply_rate(
        ((rows, model.hidden_size, 3 * model.hidden_size), (rows, model.readout_size, words))
    )


def _seconds(task: Callable[[], Any], repeats: int) -> float:
    """Of one call: the median of so many."""
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        task()
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds)
