"""Finds out which frames a run has kept; reads files, so it runs away from the UI thread."""

from pathlib import Path

from engine.errors import CheckpointError, CorpusError
from engine.evaluation.alignment import GoldLinks, Link
from engine.regular_files import read_regular
from engine.runs.layout import RunLayout
from engine.text.pharaoh import parse_pharaoh
from engine.trace import DecodingTrace
from engine.trace_io import load
from engine.trace_words import group_texts, target_groups
from explorer.film import Film, Watched

MOST_LINKS = 1 << 24  # bytes of gold links
TRIED = 3  # updates that are asked for a sentence whose frame cannot be read


def film_of(run: Path, last: float, known: Film | None) -> Film:
    """The film of a run up to an update; `known`: what was found of it before, so as not to read it again.

    Frames past the last update on the line of training belong to a branch that ended.
    """
    layout = RunLayout(run)
    found = [(update, files) for update, files in layout.traces() if files and update <= last]
    updates = tuple(update for update, _ in found)
    count = max((int(files[-1].name.partition(".")[0]) + 1 for _, files in found), default=0)
    checkpoints = frozenset(update for update, _ in layout.checkpoints())
    is_known = known is not None and known.run == run and set(known.updates) <= set(updates)
    if known is not None and is_known and len(known.sentences) == count:
        return Film(run, updates, known.sentences, checkpoints)
    gold = _gold(layout.watched_links)
    sentences = (_watched(layout, index, updates, gold.get(index)) for index in range(count))
    return Film(run, updates, tuple(sentences), checkpoints)


def _watched(layout: RunLayout, index: int, updates: tuple[int, ...], gold: GoldLinks | None) -> Watched:
    """What is known of a watched sentence; its source is empty where no frame of it can be read."""
    for update in updates[:TRIED]:
        files = [layout.trace_file(update, index, is_forced=is_forced) for is_forced in (False, True)]
        try:
            source = load(files[0]).source_text
            reference = _words(load(files[1])) if files[1].is_file() else None
        except (CheckpointError, IndexError):
            continue
        return Watched(source, reference, gold)
    return Watched("")


def _words(trace: DecodingTrace) -> tuple[str, ...]:
    best = trace.best()
    return group_texts(best.tokens, target_groups(best))


def _gold(path: Path) -> dict[int, GoldLinks]:
    """The links of each watched sentence that has some; none where the file cannot be read."""
    try:
        lines = read_regular(path, MOST_LINKS).decode("utf-8").splitlines()
        written = parse_pharaoh(lines, path.name)
    except (OSError, UnicodeDecodeError, CorpusError):
        return {}
    sure: dict[int, set[Link]] = {link.sentence - 1: set() for link in written}
    possible: dict[int, set[Link]] = {link.sentence - 1: set() for link in written}
    for link in written:
        (sure if link.sure else possible)[link.sentence - 1].add((link.first, link.second))
    return {
        sentence: GoldLinks(frozenset(sure[sentence]), frozenset(possible[sentence])) for sentence in sure
    }
