"""Longer and longer: at which length each bundled model breaks on each list of clauses, by Compare's rule.

chrF is against the references that came with the clauses; seconds are those of all lengths in one batch.
"""

import argparse
import time
from typing import Any

from engine.catalogue import BUNDLED, find_model
from engine.config import DecodeConfig
from engine.evaluation.metrics import chrf
from engine.translator import Translator
from explorer.growth import Clauses, breaking_place
from explorer.services.growing_examples import read_examples

SUMMARY = "where each bundled model breaks as a sentence grows"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The models, and the beam."""
    parser.add_argument("models", nargs="*", help="runs or checkpoints instead of the bundled models")
    parser.add_argument("--beam", type=int, default=5, help="hypotheses kept at each step (default: 5)")


def run(options: argparse.Namespace) -> dict[str, Any]:
    """A row for each list and model."""
    models = options.models or sorted(str(folder) for folder in BUNDLED.iterdir() if folder.is_dir())
    rows = []
    for model in models:
        translator = Translator.load(find_model(model))
        rows += [_row(translator, model, clauses, options.beam) for clauses in read_examples()]
    return {"rows": rows, "beam": options.beam}


def _row(translator: Translator, model: str, clauses: Clauses, beam: int) -> dict[str, Any]:
    counts = range(1, len(clauses.sources) + 1)
    begin = time.perf_counter()
    traces = translator.translate_all([clauses.source(count) for count in counts], DecodeConfig(beam))
    seconds = time.perf_counter() - begin
    texts = [trace.best().text for trace in traces]
    pairs = zip(texts, counts, strict=True)
    values = [chrf([text], [[clauses.reference(count)]]).value for text, count in pairs]
    place = breaking_place(values)
    return {
        "model": model.rstrip("/").rsplit("/", maxsplit=1)[-1],
        "list": clauses.title,
        "breaks at (words)": "never" if place is None else clauses.words(place + 1),
        "of (words)": clauses.words(len(counts)),
        "best chrF": max(values),
        "last chrF": values[-1],
        "seconds": seconds,
    }
