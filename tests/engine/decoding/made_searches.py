"""Searches over a few made-up words, and the same by enumeration or by a plain loop."""

import itertools
from collections.abc import Callable, Iterator

import torch

from engine.config import DecodeConfig
from engine.decoding.assembly import Sides, assemble
from engine.decoding.beam import SearchLimits, beam_search
from engine.decoding.recorder import Recorder
from engine.models.interface import NO_TOKEN, TranslationModel, padded
from engine.text.language_side import EncodedText, LanguageSide
from engine.text.vocabulary import EOS_ID, Vocabulary
from engine.trace import DecodingTrace
from engine.trace_check import check

KINDS = ("rnnsearch", "rnnencdec", "lstm-seq2seq")
SOURCES = [[2, 3, 4, 5, 6, 0], [5, 2, 0], [3, 3, 3, 0], [6, 0], [4, 4, 2, 6, 5, 3, 2, 0]]
CPU = torch.device("cpu")


class Letters:
    """A segmenter whose tokens are joined by spaces."""

    def join(self, tokens) -> str:
        return " ".join(tokens)


def side(words: int) -> LanguageSide:
    return LanguageSide(Letters(), Vocabulary(tuple("abcdefgh"[:words])))  # type: ignore[arg-type]


def traces(model: TranslationModel, sources: list[list[int]], config: DecodeConfig) -> list[DecodingTrace]:
    encoded = model.encode(*padded(sources, CPU))
    recorder = Recorder(encoded, full=True, candidates=config.candidates)
    limits = SearchLimits(config.beam_size, [config.limit(len(s)) for s in sources], config.allow_unknown)
    with torch.no_grad():
        beam_search(model, encoded, limits, recorder)
    return [trace(recorder, row, source, config) for row, source in enumerate(sources)]


def trace(recorder: Recorder, row: int, source: list[int], config: DecodeConfig) -> DecodingTrace:
    text = EncodedText(tuple(source), tuple(map(str, source)), ((0, 0),) * len(source))
    found = assemble(Sides("", text, side(8)), recorder.arrays(row, len(source)), config, {})
    check(found)
    return found


def log_probability(model: TranslationModel, source: list[int], target: list[int]) -> float:
    """By stepping through the target, one token at a time."""
    encoded = model.encode(*padded([source], CPU))
    state, previous, total = encoded.initial_state(), NO_TOKEN, 0.0
    for token in target:
        output = model.step(torch.tensor([[previous]]), state, encoded)
        total += float(output.log_probs[0, 0, token])
        state, previous = output.state, token
    return total


def every_target(vocabulary: int, limit: int) -> Iterator[list[int]]:
    """All targets that end with end of sentence within the limit, and all that are cut at it."""
    others = [token for token in range(vocabulary) if token != EOS_ID]
    for length in range(limit):
        for words in itertools.product(others, repeat=length):
            yield [*words, EOS_ID]
    yield from (list(words) for words in itertools.product(others, repeat=limit))


def plain_search(
    score: Callable[[list[int]], float], vocabulary: int, beam: int, limit: int
) -> list[tuple[float, list[int]]]:
    """The search of S, section 3.2, as one would write it down for one sentence.

    score: the log-probability of any beginning of a target.
    """
    alive, finished = [(0.0, [])], []
    for _ in range(limit):
        extended = [
            (score([*tokens, token]), [*tokens, token]) for _, tokens in alive for token in range(vocabulary)
        ]
        extended.sort(key=lambda item: -item[0])
        best = extended[: beam - len(finished)]
        finished += [item for item in best if item[1][-1] == EOS_ID]
        alive = [item for item in best if item[1][-1] != EOS_ID]
        if not alive:
            break
    return [*sorted(finished, key=lambda item: -item[0]), *alive]
