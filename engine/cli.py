"""The command line: arguments and exit codes. What a command does is in engine/commands.

Exit codes: 0 done, 1 an error told in words on standard error, 2 wrong usage, 130 ended by Ctrl-C, 141 the
reader of the output went away.
"""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType

from engine import __version__
from engine.commands import (
    align,
    compare,
    corpus,
    evaluate,
    models,
    reproduce,
    rescore,
    runs,
    train,
    translate,
    vectors,
)
from engine.commands.arguments import UsageError
from engine.commands.output import discard_output
from engine.errors import EngineError

COMMANDS = {
    "translate": translate,
    "align": align,
    "train": train,
    "evaluate": evaluate,
    "compare": compare,
    "rescore": rescore,
    "reproduce": reproduce,
    "vectors": vectors,
    "corpus": corpus,
    "models": models,
    "runs": runs,
}
FAILED, USAGE, INTERRUPTED, NO_READER = 1, 2, 130, 141


def main(arguments: Sequence[str] | None = None, further: Mapping[str, ModuleType] | None = None) -> int:
    """Run one command; the exit code. Standard output holds nothing but the command's data.

    further: commands from elsewhere, each a module like those in engine.commands.
    """
    if not _prepare_streams():
        return FAILED
    parser = build_parser({**COMMANDS, **(further or {})})
    options = parser.parse_args(arguments)
    try:
        code: int | None = options.run(options)
    except UsageError as error:
        options.parser.error(str(error))
    except EngineError as error:
        print(f"error: {error}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        discard_output()
        return NO_READER
    return code or 0


def _prepare_streams() -> bool:
    """Let both streams write UTF-8. Whether there is an output at all: a shell may have closed it."""
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115 - for as long as the process lives
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    if sys.stdout is None:
        print(
            "error: The standard output is closed. Send it to a file or to another program.", file=sys.stderr
        )
    return sys.stdout is not None


def build_parser(by_name: Mapping[str, ModuleType]) -> argparse.ArgumentParser:
    """The parser of these commands."""
    parser = argparse.ArgumentParser(
        prog="python main.py",
        description="Translation models that learned to align: translate, align, train, measure. "
        "Without a command the window opens.",
        epilog="'python main.py COMMAND --help' shows a command's arguments and examples. "
        "Exit codes: 0 done, 1 error, 2 wrong usage, 130 stopped by Ctrl-C.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"Alignment Explorer {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, command in by_name.items():
        subparser = commands.add_parser(
            name,
            help=command.SUMMARY,
            description=command.SUMMARY[0].upper() + command.SUMMARY[1:] + ".",
            epilog=command.DETAILS,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        command.add_arguments(subparser)
        subparser.set_defaults(run=command.run, parser=subparser)
    return parser
