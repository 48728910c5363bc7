"""The loop of a peer's process: requests as lines of JSON on its standard input, a word when each is done.

Files in this folder but `peer` run in the peer's interpreter, which has its packages and PyTorch, not ours.
"""

import json
import sys
from collections.abc import Callable
from typing import Any

import torch

Ids = list[list[int]]
PAD, UNK, BOS, EOS, FIRST = 0, 1, 2, 3, 4  # of the peers' vocabularies; FIRST: of the words


def answer(build: Callable[[dict[str, int]], Any]) -> None:
    """Build the peer with the sizes in the first line, and do what the further lines ask for.

    build: gives an object with update(source, target) and translate(source, beam, length).
    """
    answers, sys.stdout = sys.stdout, sys.stderr  # what a toolkit prints is no answer
    sizes = json.loads(sys.stdin.readline())
    torch.set_num_threads(sizes["threads"])
    torch.manual_seed(1)
    peer = build(sizes)
    print("ready", file=answers, flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        getattr(peer, asked.pop("do"))(**asked)
        print("done", file=answers, flush=True)


def padded(rows: Ids, *, with_start: bool) -> torch.Tensor:
    """Rows of word numbers as ids, each with its end, padded: sentences x most tokens."""
    start = [BOS] if with_start else []
    tensors = [torch.tensor([*start, *(FIRST + word for word in row), EOS]) for row in rows]
    return torch.nn.utils.rnn.pad_sequence(tensors, batch_first=True, padding_value=PAD)


def words(count: int) -> list[str]:
    """Names of so many words."""
    return [f"w{number}" for number in range(count)]
