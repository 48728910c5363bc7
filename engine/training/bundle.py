"""Make a bundled model of a finished run: `python -m engine.training.bundle RUN DESTINATION --data NAME…`.

The model is measured on the test pairs that its own corpus configuration kept out of training, and the
figures go into the card beside its half-precision weights. The corpus files of the run have to be in place.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.catalogue import find_model
from engine.checkpoint import publish_model
from engine.config import DecodeConfig, ExperimentConfig
from engine.corpora.bitext import SentencePair
from engine.corpora.preparation import prepare
from engine.errors import EngineError
from engine.evaluation.metrics import bleu, chrf, perplexity
from engine.runs.experiment_file import load_experiment
from engine.runs.layout import RunLayout
from engine.runs.reader import RunReader
from engine.runs.records import TrainRecord
from engine.settings import grammar_arguments
from engine.text.language_side import load_sides
from engine.translator import Translator

_BEAM = DecodeConfig(beam_size=5)
_BINS = ((1, 5), (6, 10), (11, 15), (16, 20), (21, 30), (31, 40), (41, 50), (51, 60))  # source words
_JOINED = 150  # sentences of each longer length


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and publish; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m engine.training.bundle", description=__doc__)
    parser.add_argument("run", type=Path)
    parser.add_argument("destination", type=Path, help="the folder to make, e.g. resources/models/NAME")
    parser.add_argument("--data", required=True, help="the corpus, its licence and its attribution, in words")
    options = parser.parse_args(arguments)
    try:
        checkpoint = find_model(options.run)
        publish_model(checkpoint, options.destination, _card(options.run, checkpoint, options.data))
    except EngineError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _card(run: Path, checkpoint: Path, data: str) -> dict[str, Any]:
    experiment = load_experiment(RunLayout(run).experiment)
    test = prepare(experiment.corpus, lambda what, share: None, load_sides(run)).test
    translator = Translator.load(checkpoint)
    return {
        "title": f"{experiment.corpus.source_language}–{experiment.corpus.target_language} {translator.kind}",
        "data": data,
        "split": (
            f"{experiment.corpus.test_size} test and {experiment.corpus.dev_size} dev pairs were kept out by "
            "source sentence: no English sentence of theirs, whatever its case, is in the training part."
        ),
        "preset": experiment.preset,
        "deviations": list(experiment.deviations),
        "command": _command(experiment),
        "hours": round(_seconds(run) / 3600, 2),
        "beam": _BEAM.beam_size,
        "test": _scores(translator, test),
        "test_by_corpus": [
            {"file": file, **_scores(translator, [pair for pair in test if pair.file == file])}
            for file in dict.fromkeys(pair.file for pair in test)
        ],
        "test_by_length_of": _main_corpus(test),
        "test_by_length": _by_length(
            translator,
            [pair for pair in test if pair.file == _main_corpus(test)],
            experiment.corpus.seed,
        ),
    }


def _main_corpus(test: Sequence[SentencePair]) -> str:
    """The file that most of the pairs come from."""
    return Counter(pair.file for pair in test).most_common(1)[0][0]


def _command(experiment: ExperimentConfig) -> str:
    grammar = experiment.corpus.grammar
    names = ["--corpus", *(Path(path).name for path in experiment.corpus.train)]
    words = grammar_arguments(grammar) if grammar else names
    return (
        f"python main.py train --preset {experiment.preset} {' '.join(words)} "
        f"--max-updates {experiment.train.max_updates} --run DIR"
    )


def _seconds(run: Path) -> float:
    """The time between the first and the last training record."""
    times = [record.time for record in RunReader(run).poll().records if isinstance(record, TrainRecord)]
    return max(times, default=0.0) - min(times, default=0.0)


def _scores(translator: Translator, pairs: Sequence[SentencePair]) -> dict[str, Any]:
    found = translator.translate_all([pair.source for pair in pairs], _BEAM)
    hypotheses = [trace.best().text for trace in found]
    references = [[pair.target for pair in pairs]]
    words = bleu(hypotheses, references, translator.target.segmenter.language)
    letters = chrf(hypotheses, references)
    surprise = perplexity(translator.force_all([(pair.source, pair.target) for pair in pairs]))
    return {
        "sentences": len(pairs),
        "bleu": round(words.value, 2),
        "bleu_signature": words.signature,
        "chrf": round(letters.value, 2),
        "chrf_signature": letters.signature,
        "perplexity": round(surprise.value, 3),
    }


def _by_length(translator: Translator, test: Sequence[SentencePair], seed: int) -> list[dict[str, Any]]:
    """The scores in bins of source words; where a bin has few sentences, test sentences are joined for it."""
    rows = []
    for least, most in _BINS:
        pairs = [pair for pair in test if least <= len(pair.source.split()) <= most]
        joined = len(pairs) < _JOINED
        if joined:
            pairs = _joined(test, (least, most), random.Random(seed))
        scores = _scores(translator, pairs)
        kept = {name: scores[name] for name in ("sentences", "bleu", "chrf", "perplexity")}
        rows.append({"source_words": [least, most], "joined": joined, **kept})
    return rows


def _joined(
    test: Sequence[SentencePair], between: tuple[int, int], draw: random.Random
) -> list[SentencePair]:
    """Test sentences drawn and joined until each has at least the lower number of source words."""
    pairs: list[SentencePair] = []
    while len(pairs) < _JOINED:
        parts: list[SentencePair] = []
        while sum(len(part.source.split()) for part in parts) < between[0]:
            parts.append(draw.choice(test))
        source, target = (" ".join(getattr(part, side) for part in parts) for side in ("source", "target"))
        if len(source.split()) <= between[1]:
            pairs.append(SentencePair(source, target, parts[0].line))
    return pairs


if __name__ == "__main__":
    sys.exit(main())
