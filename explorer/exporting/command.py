"""export: sentences in, a picture of each alignment and its numbers out, as the window draws them."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.catalogue import default_model, find_model
from engine.commands.arguments import add_beam, positive
from engine.commands.output import write_text
from engine.commands.progress import ProgressBar, bar_beside_output
from engine.commands.text_input import argument_lines, read_lines, standard_input_lines
from engine.config import DecodeConfig
from engine.errors import ConfigError
from explorer.export_choice import FINEST, SUFFIXES, ExportChoice

SUMMARY = "export the alignments of sentences as pictures and numbers"
DETAILS = """\
Sentences come from the arguments, from a file or from standard input, one a line; a blank line is skipped.
Each gives files NUMBER-FIRST-WORDS.FORMAT in the folder; their names are written to standard output.

  svg, pdf   the whole matrix, text as text, without pixels      png   the same at --dpi
  csv, json  tokens and weights (json: log-probabilities too)    npy   the weights, target x source
  pharaoh    links "source-target" between tokens, from 0, to the largest weight of each target token
  nematus, nematus-json   the weights as Nematus writes them; SoftAlignments reads the first

Every file says where it comes from: sentence, model, settings, version. Beside npy, pharaoh
and nematus, which have no room for it, a json is written.

examples:
  python main.py export --folder figures "Where is the station?"
  python main.py export --input letters.en --folder figures --format pdf,json --whole-words
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "text", nargs="*", metavar="TEXT", help="sentences; without any, standard input is read"
    )
    parser.add_argument("--input", type=Path, metavar="FILE", help="read sentences from this file")
    parser.add_argument("--folder", type=Path, required=True, help="where the files go; made if need be")
    parser.add_argument(
        "--format",
        type=_formats,
        default=("svg",),
        metavar="LIST",
        help=f"of {', '.join(SUFFIXES)}; else svg",
    )
    parser.add_argument("--dpi", type=positive, default=300, metavar="N", help="of a png (default 300)")
    parser.add_argument("--model", metavar="NAME_OR_PATH", help="else the first bundled one with attention")
    add_beam(parser)
    parser.add_argument("--whole-words", action="store_true", help="pieces of a word in one row or column")
    parser.add_argument("--hide-end", action="store_true", help="leave out end of sentence")


def _formats(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    for name in names:
        if name not in SUFFIXES:
            raise argparse.ArgumentTypeError(f"'{name}' is none of {', '.join(SUFFIXES)}")
    return names


def run(options: argparse.Namespace) -> None:
    """Translate, draw, write; raises EngineError."""
    if options.dpi > FINEST:
        raise ConfigError(f"{options.dpi} dots an inch are too fine.", f"Choose at most {FINEST}.")
    model = str(default_model() if options.model is None else find_model(options.model))
    lines = _lines(options)
    if sys.platform.startswith("linux"):  # a command opens no window, and a server has no screen
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtGui import QGuiApplication

    from explorer.theme import readable_font

    application = QGuiApplication(sys.argv[:1])
    application.setFont(readable_font(application.font()))
    with bar_beside_output("Exporting", len(lines)) as progress:
        _export(options, model, lines, progress)


def _export(options: argparse.Namespace, model: str, lines: Sequence[str], progress: ProgressBar) -> None:
    from explorer.exporting.batch import Batch, export_batch
    from explorer.services.engine_client import EngineClient
    from explorer.views.matrix_choice import MatrixChoice

    def tell(done: int, files: Sequence[Path]) -> None:
        for file in files:
            write_text(str(file))
        progress.update(done)

    batch = Batch(
        lines,
        model,
        DecodeConfig(beam_size=options.beam),
        ExportChoice(options.format, options.dpi),
        MatrixChoice(whole_words=options.whole_words, hides_end=options.hide_end),
        options.folder,
    )
    with EngineClient((sys.executable, "-m", "engine.serve")) as engine:
        export_batch(batch, engine, tell, lambda: False)


def _lines(options: argparse.Namespace) -> list[str]:
    if options.text:
        return argument_lines(options.text)
    return standard_input_lines() if options.input is None else read_lines(options.input)
