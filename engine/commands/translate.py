"""translate: sentences in, exactly one line of output for each line of input."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from engine.commands.arguments import UsageError, add_beam, add_json, add_model, positive
from engine.commands.loading import load_translator
from engine.commands.output import numbers, one_line, write_json, write_text
from engine.commands.progress import ProgressBar, bar_beside_output
from engine.commands.text_input import argument_lines, read_lines, standard_input_lines, typed_lines
from engine.config import DecodeConfig
from engine.n_best.moses import ListedHypothesis, n_best_line
from engine.n_best.scores import LOG_PROB
from engine.trace import DecodingTrace, Hypothesis

SUMMARY = "translate sentences, one line of output for each line of input"
DETAILS = """\
Sentences come from the arguments, from a file or from standard input, one a line; a blank line stays blank.
With --n-best N above 1 each line gives up to N lines in the n-best format of Moses, counted from 0:

  NUMBER ||| TRANSLATION ||| LogProb= SUM Length= TOKENS ||| NORMALISED

SUM is the natural log-probability of all tokens, end of sentence included (TOKENS counts it too), and
NORMALISED is SUM / TOKENS, by which the lines are ranked; a "|" in a translation is written "&#124;".
rescore chooses from such lists by further models.
With --json each line gives one object: source, source_tokens, model, hypotheses (each with text, tokens,
score, weights). score is SUM; weights has a row for each target token, end of sentence included, and a
column for each source token; it is null for a model without attention and for an ensemble.

With --model more than once each token is chosen by the mean of the models' probabilities (Sutskever 2014,
section 3.6); the models may be of any kinds, but need the same vocabularies.

examples:
  python main.py translate "Where is the station?"
  python main.py translate --input letters.en > letters.fr
  python main.py translate --beam 12 --n-best 3 --json "The cat sleeps."
  python main.py translate --model rnnsearch-en-fr --model rnnencdec-en-fr --beam 2 "The cat sleeps."
"""
_BLOCK = 128  # sentences translated before their lines are written


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "text", nargs="*", metavar="TEXT", help="sentences; without any, standard input is read"
    )
    parser.add_argument(
        "--input", type=Path, metavar="FILE", help="read sentences from this file (plain, .gz, .xz)"
    )
    add_model(parser)
    add_beam(parser)
    parser.add_argument(
        "--n-best", type=positive, default=1, metavar="N", help="hypotheses for each sentence"
    )
    add_json(parser, "one object a line")


def run(options: argparse.Namespace) -> None:
    """Translate and write; raises EngineError and UsageError."""
    config = DecodeConfig(beam_size=options.beam, n_best=options.n_best)
    if options.text and options.input is not None:
        raise UsageError("give sentences either as arguments or with --input, not both")
    total, blocks = _blocks(options)
    translator = load_translator(options)
    done = 0
    with bar_beside_output("Translating", total) as progress:
        for block in blocks:
            traces = translator.translate_all(block, config, partial(_show, progress, done))
            if len(traces) != len(block):
                raise RuntimeError(f"{len(block)} sentences gave {len(traces)} translations")
            for number, trace in enumerate(traces, start=done):
                _write(options, number, trace)
            done += len(block)


def _show(progress: ProgressBar, before: int, count: int) -> None:
    progress.update(before + count)


def _blocks(options: argparse.Namespace) -> tuple[int, Iterator[Sequence[str]]]:
    """How many lines there are, as far as known, and the lines in blocks that are translated together."""
    if not options.text and options.input is None and sys.stdin and sys.stdin.isatty():
        print("Type a sentence a line; end with Ctrl-D (Windows: Ctrl-Z).", file=sys.stderr)
        return 0, ([line] for line in typed_lines())
    if options.text:
        lines = argument_lines(options.text)
    else:
        lines = standard_input_lines() if options.input is None else read_lines(options.input)
    return len(lines), (lines[start : start + _BLOCK] for start in range(0, len(lines), _BLOCK))


def _write(options: argparse.Namespace, number: int, trace: DecodingTrace) -> None:
    if options.json:
        write_json(as_json(trace))
    elif options.n_best == 1:
        write_text(one_line(trace.best().text))
    else:
        for hypothesis in trace.hypotheses:
            write_text(n_best_line(_listed(number, hypothesis)))


def as_json(trace: DecodingTrace) -> dict[str, Any]:
    """A translation as plain JSON values, with the keys that `DETAILS` names."""
    return {
        "source": trace.source_text,
        "source_tokens": list(trace.source_tokens),
        "model": trace.meta["model"],
        "hypotheses": [
            {
                "text": hypothesis.text,
                "tokens": list(hypothesis.tokens),
                "score": hypothesis.score,
                "weights": numbers(trace.weights_of(hypothesis)),
            }
            for hypothesis in trace.hypotheses
        ],
    }


def _listed(number: int, hypothesis: Hypothesis) -> ListedHypothesis:
    scores = round(hypothesis.score, 6), float(len(hypothesis.tokens))
    return ListedHypothesis(
        sentence=number,
        text=one_line(hypothesis.text),
        features=((LOG_PROB, scores[:1]), ("Length", scores[1:])),
        total=round(hypothesis.normalised_score, 6),
    )
