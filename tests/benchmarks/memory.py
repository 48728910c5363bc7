"""What training takes: resident peak of a real run beside the estimate that is shown before it.

At the common configuration (Multi30k, 8,000 BPE subwords a side, embedding 256, 512 units, readout 512) the
aim is 2 GiB; the estimate is to be within 30% of what is taken.
"""

import argparse
import json
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.config import CorpusConfig, ExperimentConfig, ModelConfig, TrainConfig, from_json, to_json
from engine.estimate import estimate_memory
from engine.presets import PRESETS
from tests.benchmarks.apart import ROOT, measure_apart, peak_mib

SUMMARY = "resident peak while training, beside the estimate"
_DATA = ROOT.parent / "shared" / "data" / "multi30k_en_fr"
COMMON = ExperimentConfig(
    preset="common",
    corpus=CorpusConfig(source_vocabulary=8000, target_vocabulary=8000),
    model=ModelConfig("rnnsearch", 256, 512, 512, 512),
    train=TrainConfig(optimizer="adam", learning_rate=1e-3, epsilon=1e-8, threads=2),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    names = ("common", *PRESETS)
    parser.add_argument("--preset", choices=names, action="append", help="what to train; else common")
    parser.add_argument("--corpus", nargs="+", type=Path, metavar="FILE", help="else Multi30k's train files")
    parser.add_argument("--dev", nargs="+", type=Path, metavar="FILE", help="else Multi30k's val files")
    parser.add_argument("--updates", type=int, default=100, metavar="N", help="to train; else 100")


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Train each experiment in a process of its own."""
    if not options.corpus and not _DATA.is_dir():
        raise SystemExit(f"Multi30k does not lie in {_DATA}; name a corpus with --corpus.")
    corpus = options.corpus or [_DATA / "train.en.gz", _DATA / "train.fr.gz"]
    dev = options.dev or ([] if options.corpus else [_DATA / "val.en.gz", _DATA / "val.fr.gz"])
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name in options.preset or ["common"]:
            experiment = _experiment(name, [str(path.resolve()) for path in corpus], options.updates)
            given = replace(experiment.corpus, dev=tuple(str(path.resolve()) for path in dev))
            experiment = replace(experiment, corpus=given)
            values = {"experiment": to_json(experiment), "run": str(Path(folder) / name)}
            taken = measure_apart("tests.benchmarks.memory", values, Path(folder) / "cache")["peak"]
            expected = estimate_memory(experiment).total / 2**20
            rows.append(
                {"experiment": name, "taken MiB": taken, "estimate MiB": expected, "ratio": expected / taken}
            )
    return {"rows": rows, "updates": options.updates}


def _experiment(name: str, corpus: list[str], updates: int) -> ExperimentConfig:
    base = COMMON if name == "common" else PRESETS[name]
    train = replace(base.train, max_updates=updates, validate_every=updates)
    return replace(base, corpus=replace(base.corpus, train=tuple(corpus)), train=train)


def _train(values: dict[str, Any]) -> float:
    from engine.training import start_run

    start_run(from_json(ExperimentConfig, values["experiment"]), Path(values["run"]), lambda record: None)
    return peak_mib()


if __name__ == "__main__":
    print(json.dumps({"peak": _train(json.loads(sys.argv[1]))}))
