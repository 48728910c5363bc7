"""vectors: where the one vector of each sentence lies, by the two directions in which they differ most."""

import argparse
from pathlib import Path

from engine.commands.arguments import UsageError, add_json, add_model
from engine.commands.loading import load_translator
from engine.commands.output import write_json, write_text
from engine.commands.progress import ProgressBar
from engine.commands.text_input import argument_lines, read_lines, standard_input_lines
from engine.config import DecodeConfig
from engine.errors import ConfigError
from engine.sentence_vectors import fixed_vector, principal_plane

SUMMARY = "show how a fixed-vector model places sentences: principal components of their vectors"
DETAILS = """\
A model without attention reads a sentence into one vector (RNNencdec: c; LSTM seq2seq: the last h and c of
all layers). The vectors of all sentences are laid into the plane in which they differ most (Sutskever 2014,
figure 2). A line each: X, tab, Y, tab, the sentence. Blank lines are left out. With --json one object: model,
size (of a vector), shares (of the variance, of both directions), and points with text, x and y.

examples:
  python main.py vectors --model rnnencdec-en-fr --input sentences.en
  python main.py vectors --model rnnencdec-en-fr "The cat sees the dog." "The dog sees the cat." "It rains."
"""
_ONE_STEP = DecodeConfig(beam_size=1, max_length=1, candidates=1)  # the vector is there before the first word


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("text", nargs="*", metavar="TEXT", help="sentences; else standard input is read")
    parser.add_argument("--input", type=Path, metavar="FILE", help="sentences, one a line")
    add_model(parser)
    add_json(parser, "the result")


def run(options: argparse.Namespace) -> None:
    """Compute and write; raises EngineError and UsageError."""
    if options.text and options.input is not None:
        raise UsageError("give sentences either as arguments or with --input, not both")
    if options.text:
        lines = argument_lines(options.text)
    else:
        lines = standard_input_lines() if options.input is None else read_lines(options.input)
    texts = [line.strip() for line in lines if line.strip()]
    translator = load_translator(options)
    vectors = []
    with ProgressBar("Reading", len(texts)) as progress:
        for done, text in enumerate(texts, start=1):
            vector = fixed_vector(translator.translate(text, _ONE_STEP))
            if vector is None:
                raise ConfigError(
                    f"{translator.name} reads no sentence into one vector.",
                    "Choose a model without attention: an rnnencdec or lstm-seq2seq one.",
                )
            vectors.append(vector)
            progress.update(done)
    plane = principal_plane(vectors)
    points = [(text, float(x), float(y)) for text, (x, y) in zip(texts, plane.points, strict=True)]
    if options.json:
        named = [{"text": text, "x": x, "y": y} for text, x, y in points]
        size = len(vectors[0])
        write_json({"model": translator.name, "size": size, "shares": list(plane.shares), "points": named})
    else:
        for text, x, y in points:
            write_text(f"{x:.6g}\t{y:.6g}\t{text}")
