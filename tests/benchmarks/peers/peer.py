"""One peer in its own process: it is asked for updates and translations, and answers when each is done."""

import argparse
import json
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from torch import Tensor

from engine.config import ExperimentConfig
from engine.text.vocabulary import UNK_ID
from engine.training.batching import Batch

PROGRAMS = {"joeynmt": "with_joeynmt.py", "opennmt": "with_opennmt.py"}
_FOLDER = Path(__file__).parent
_TOGETHER = 64  # sentences of like length that are translated at once
_LONGER = 1.15  # target tokens for each source token


class Peer:
    """Times are those of the caller, who waits; sending a minibatch takes about a millisecond."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def update(self, batch: Batch) -> None:
        """Make one update of this minibatch."""
        source = _words(batch.source, batch.source_lengths)
        self._ask({"do": "update", "source": source, "target": _words(batch.target, batch.target_lengths)})

    def translate(self, sentences: Sequence[Sequence[int]], beam: int) -> None:
        """Translate rows of word numbers, in minibatches of like length, to 1.15 times as many tokens."""
        rows = sorted(sentences, key=len)
        for start in range(0, len(rows), _TOGETHER):
            some = rows[start : start + _TOGETHER]
            length = round(_LONGER * (1 + sum(map(len, some)) / len(some)))  # the end counts
            self._ask({"do": "translate", "source": some, "beam": beam, "length": length})

    def _ask(self, request: dict[str, object]) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        if not self._process.stdout.readline():
            raise SystemExit("A peer has ended; what it said stands above.")


def add_peer_argument(parser: argparse.ArgumentParser) -> None:
    """Declare --peer, whose values `peers` takes."""
    parser.add_argument(
        "--peer",
        action="append",
        default=[],
        type=_named,
        metavar="NAME=PYTHON",
        help=f"a toolkit ({', '.join(PROGRAMS)}) and an interpreter that has it; may be given several times",
    )


@contextmanager
def peers(
    named: Sequence[tuple[str, str]], experiment: ExperimentConfig, threads: int
) -> Iterator[dict[str, Peer]]:
    """The peers with networks of these sizes, by name, until the block ends."""
    sizes = {
        "embedding": experiment.model.embedding_size,
        "hidden": experiment.model.hidden_size,
        "vocabulary": experiment.corpus.target_vocabulary,
        "threads": threads,
    }
    with ExitStack() as stack:
        found = {}
        for name, python in named:
            process = subprocess.Popen(
                [python, str(_FOLDER / PROGRAMS[name])],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
            )
            stack.enter_context(process)
            stack.callback(process.kill)
            found[name] = Peer(process)
            found[name]._ask(sizes)
        yield found


def _named(text: str) -> tuple[str, str]:
    name, _, python = text.partition("=")
    if name not in PROGRAMS or not python:
        raise argparse.ArgumentTypeError(f"'{text}' is not NAME=PYTHON with one of {', '.join(PROGRAMS)}")
    return name, python


def _words(ids: Tensor, lengths: Tensor) -> list[list[int]]:
    """The numbers of the words in padded rows of ids, without the end of sentence."""
    rows = zip((ids - (UNK_ID + 1)).tolist(), lengths.tolist(), strict=True)
    return [row[: length - 1] for row, length in rows]
