"""A made-up corpus of N pairs is prepared, found again and read in minibatches: resident peak and time.

The corpus is written as a stream, with words as frequent as Zipf's law has it. Aim: 2 GiB resident for
10 million pairs.
"""

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from engine.config import CorpusConfig
from engine.corpora.preparation import prepare
from tests.benchmarks.apart import measure_apart, peak_mib

SUMMARY = "a large corpus prepared and batched: resident peak and time"
_SYLLABLES = [consonant + vowel for consonant in "bcdfghjklmnprstvz" for vowel in "aeiouéè"]
_BLOCK = 20_000
_DIFFERENT = 300_000  # words a side


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--pairs", type=int, default=1_000_000, metavar="N", help="pairs; else 1,000,000")
    parser.add_argument("--words", type=float, default=15.0, metavar="N", help="in a sentence, on average")
    parser.add_argument("--segmentation", choices=("sentencepiece", "words"), default="sentencepiece")
    parser.add_argument("--vocabulary", type=int, default=8000, metavar="N", help="tokens a side")
    parser.add_argument("--folder", type=Path, help="where corpus and cache lie meanwhile; needs room")


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Prepare in one process, find it again and batch it in another."""
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        corpus = Path(folder) / "corpus.tsv"
        write_corpus(corpus, options.pairs, options.words)
        arguments = {
            "corpus": str(corpus),
            "segmentation": options.segmentation,
            "vocabulary": options.vocabulary,
        }
        cache = Path(folder) / "cache"
        steps = [
            measure_apart("tests.benchmarks.scale", {**arguments, "step": step}, cache)
            for step in ("prepare", "batch")
        ]
        size = corpus.stat().st_size
        kept = sum(path.stat().st_size for path in cache.rglob("*") if path.is_file())
    rows = [row for step in steps for row in step["rows"]]
    return {"rows": rows, "pairs": options.pairs, "corpus MiB": size / 2**20, "cache MiB": kept / 2**20}


def write_corpus(path: Path, pairs: int, mean_words: float) -> None:
    """A TSV of made-up sentences: the target is the source word by word, now and then with two swapped."""
    draw = np.random.default_rng(1)
    lexicons = [_lexicon(draw) for _ in range(2)]
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for begin in range(0, pairs, _BLOCK):
            lengths = 1 + draw.poisson(draw.gamma(4, (mean_words - 1) / 4, min(_BLOCK, pairs - begin)))
            ranks = (_DIFFERENT ** draw.random(int(lengths.sum()))).astype(np.int64) - 1  # Zipf: 1 / rank
            source, target = ([lexicon[rank] for rank in ranks.tolist()] for lexicon in lexicons)
            ends = np.cumsum(lengths).tolist()
            file.writelines(
                f"{' '.join(source[start:end])}.\t{' '.join(target[start:end])}.\n"
                for start, end in zip([0, *ends], ends, strict=False)
            )


def _lexicon(draw: np.random.Generator) -> list[str]:
    """Different words, the frequent ones short."""
    syllables = draw.permutation(_SYLLABLES).tolist()
    words = []
    for rank in range(_DIFFERENT):
        parts, rest = [], rank
        while True:
            parts.append(syllables[rest % len(syllables)])
            rest = rest // len(syllables) - 1
            if rest < 0:
                break
        words.append("".join(parts))
    return words


def _prepare_corpus(arguments: dict[str, Any]) -> list[dict[str, Any]]:
    """Rows of the stages of the preparation: what, seconds, resident peak so far."""
    stages: list[tuple[str, float, float]] = []

    def note(stage: str, share: float) -> None:
        stages.append((stage.split(":")[0], time.perf_counter(), peak_mib()))

    _prepared(arguments, note)
    names = list(dict.fromkeys(name for name, _, _ in stages))
    starts = [next(moment for name, moment, _ in stages if name == wanted) for wanted in names]
    peaks = [next(peak for name, _, peak in stages if name == wanted) for wanted in names]
    return [
        {"step": name, "seconds": end - start, "resident peak MiB": peak}
        for name, start, end, peak in zip(names, starts, starts[1:], peaks[1:], strict=False)
    ]


def _prepared(arguments: dict[str, Any], note: Any) -> Any:
    config = CorpusConfig(
        train=(arguments["corpus"],),
        segmentation=arguments["segmentation"],
        source_vocabulary=arguments["vocabulary"],
        target_vocabulary=arguments["vocabulary"],
        joined_share=0.05,
    )
    return prepare(config, note)


def _read_batches(arguments: dict[str, Any]) -> list[dict[str, Any]]:
    """Rows of finding the corpus again and of one epoch of minibatches of 80."""
    start = time.perf_counter()
    corpus = _prepared(arguments, lambda stage, share: None)
    found, peak = time.perf_counter(), peak_mib()
    import torch

    from engine.training.batching import BatchPlan

    loaded = time.perf_counter()
    plan = BatchPlan(corpus.train, 80, 20, seed=1)
    for update in range(plan.batches_per_epoch):
        plan.batch(update, torch.device("cpu"))
    return [
        {"step": "Finding it again", "seconds": found - start, "resident peak MiB": peak},
        {
            "step": f"{plan.batches_per_epoch:,} minibatches, with torch",
            "seconds": time.perf_counter() - loaded,
            "resident peak MiB": peak_mib(),
        },
    ]


if __name__ == "__main__":
    given = json.loads(sys.argv[1])
    print(json.dumps({"rows": (_prepare_corpus if given["step"] == "prepare" else _read_batches)(given)}))
