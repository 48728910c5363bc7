"""Measures a system on a test set, and goes on where an earlier attempt was stopped.

What is done stands in a file of lines, one a pair, written as soon as a block of them is translated; so an
end at any moment costs a block.
"""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.config import DecodeConfig
from engine.errors import CheckpointError
from engine.evaluation.alignment import LinkRule, usual_rules
from engine.evaluation.forced_pairs import Measurable, Pair, force_pairs, links_by
from engine.evaluation.records import from_plain, to_plain
from engine.evaluation.system import system_of
from engine.evaluation.test_set import TestSet
from engine.evaluation.translated_pair import TranslatedPair, knows, searched_unknown, translated_pair
from engine.runs.line_file import LineWriter
from engine.trace import DecodingTrace

BLOCK = 64  # pairs between two of which the file is written


@dataclass(frozen=True)
class _Heading:
    """The first line of a file: what its lines were made of."""

    test_set: str
    system: str
    linked_by: tuple[str, ...] = ("attention",)


def measure_system(
    translator: Measurable,
    beam: int,
    test_set: TestSet,
    folder: Path,
    tell: Callable[[int], None] = lambda _: None,
) -> tuple[TranslatedPair, ...]:
    """Every pair of the test set, translated with this beam and forced.

    folder: where the unfinished work stands, made if need be. tell: called with the number of pairs done;
    what it raises ends the work, which the next call takes up. Raises CheckpointError where the file of an
    earlier attempt cannot be written to.
    """
    system = system_of(translator, beam)
    heading = _Heading(test_set.fingerprint, json.dumps(to_plain(system)), test_set.linked_by)
    path = folder / f"{system.key}.jsonl"
    done = _read(path, heading)
    folder.mkdir(parents=True, exist_ok=True)
    if not done:
        path.unlink(missing_ok=True)
    pairs = test_set.pairs()
    writer = LineWriter(path)
    try:
        if not done:
            writer.append(json.dumps(to_plain(heading)))
        while len(done) < len(pairs):
            tell(len(done))
            block = _block(translator, beam, pairs[len(done) : len(done) + BLOCK], test_set)
            for pair in block:
                writer.append(json.dumps(to_plain(pair), ensure_ascii=False))
            done += block
    finally:
        writer.close()
    tell(len(done))
    return tuple(done)


def _read(path: Path, heading: _Heading) -> list[TranslatedPair]:
    """The pairs that an earlier attempt at the same finished; none where the file is of something else."""
    if not path.is_file():
        return []
    lines = path.read_bytes().split(b"\n")
    try:
        if from_plain(_Heading, json.loads(lines[0])) != heading:
            return []
    except (ValueError, CheckpointError):
        return []
    return [pair for line in lines[1:] if (pair := _pair(line)) is not None]


def _pair(line: bytes) -> TranslatedPair | None:
    """The pair in a line; None for one that an end of the program cut short."""
    try:
        return from_plain(TranslatedPair, json.loads(line))
    except (ValueError, CheckpointError):
        return None


def _block(
    translator: Measurable, beam: int, pairs: Sequence[Pair], test_set: TestSet
) -> list[TranslatedPair]:
    began = time.perf_counter()
    sources = [source for source, _ in pairs]
    translations = translator.translate_all(sources, DecodeConfig(beam_size=beam))
    seconds = (time.perf_counter() - began) / len(pairs)
    forced = force_pairs(translator, pairs)
    known = _known_texts(translator, beam, translations, forced)
    rules = _rules(translator, test_set)
    return [
        translated_pair(translation, trace, known_text, links_by(translator, pair, trace, rules), seconds)
        for pair, translation, trace, known_text in zip(pairs, translations, forced, known, strict=True)
    ]


def _known_texts(
    translator: Measurable,
    beam: int,
    translations: Sequence[DecodingTrace],
    forced: Sequence[DecodingTrace | None],
) -> list[str | None]:
    """Translations without the unknown word, of the pairs that hold none (B, table 1, "No UNK").

    Where no slot of the search held the unknown word, forbidding it changes nothing.
    """
    texts = [
        trace.best().text if knows(pair) else None for trace, pair in zip(translations, forced, strict=True)
    ]
    again = [
        number
        for number, trace in enumerate(translations)
        if texts[number] is not None and searched_unknown(trace)
    ]
    if again:
        sources = [translations[number].source_text for number in again]
        without = translator.translate_all(sources, DecodeConfig(beam_size=beam, allow_unknown=False))
        for number, trace in zip(again, without, strict=True):
            texts[number] = trace.best().text
    return texts


def _rules(translator: Measurable, test_set: TestSet) -> list[LinkRule]:
    """The rules by which the model's links are held to gold ones; without attention none that need it."""
    if test_set.gold is None:
        return []
    kinds = [of for of in test_set.linked_by if of != "attention" or translator.has_attention]
    return [rule for of in kinds for rule in usual_rules(of)]
