"""An evaluation: systems on one test set, all that was measured of them, as one file.

The file holds the sentences too, so that a reader can go from any number to the sentences behind it.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from engine import __version__
from engine.errors import CheckpointError, ConfigError
from engine.evaluation.comparison import Comparison, ReferenceSet, compare_systems
from engine.evaluation.records import from_plain, to_plain
from engine.evaluation.sentence_statistics import ChrfStatistics
from engine.evaluation.significance import Bootstrap
from engine.evaluation.system import System
from engine.evaluation.system_measures import SystemMeasures, known_sentences, system_measures
from engine.evaluation.test_set import TestSet
from engine.evaluation.translated_pair import TranslatedPair
from engine.evaluation.word_frequency import FrequencyScores, frequency_scores
from engine.runs import publishing

FILE = "evaluation.json"
FORMAT = 1


@dataclass(frozen=True)
class SystemResult:
    """A system, its pairs in the order of the test set, its measures, and the chrF of each sentence."""

    system: System
    pairs: tuple[TranslatedPair, ...]
    measures: SystemMeasures
    sentence_chrf: tuple[float, ...]


@dataclass(frozen=True)
class Evaluation:
    """Systems on one test set; results in the order in which the systems were given.

    made: date and time, UTC, ISO 8601. version: of this program.
    """

    test_set: TestSet
    results: tuple[SystemResult, ...]
    comparison: Comparison
    by_frequency: FrequencyScores
    made: str
    version: str
    format: int = FORMAT

    def names(self) -> list[str]:
        """The names of the systems."""
        return [result.system.name for result in self.results]


def evaluation_of(
    test_set: TestSet,
    systems: Sequence[tuple[System, tuple[TranslatedPair, ...]]],
    tell: Callable[[int], None] = lambda _: None,
) -> Evaluation:
    """All measures of systems whose pairs are there; tell as of `compare_systems`.

    Raises ConfigError where two systems have one name.
    """
    require_unlike([system for system, _ in systems])
    known = known_sentences([pairs for _, pairs in systems])
    texts = {system.name: [pair.text for pair in pairs] for system, pairs in systems}
    references = ReferenceSet(test_set.sources, test_set.references, test_set.target_language)
    return Evaluation(
        test_set,
        tuple(_result(system, pairs, test_set, known) for system, pairs in systems),
        compare_systems(texts, references, Bootstrap(), tell),
        frequency_scores(texts, test_set.references, test_set.target_language),
        datetime.now(UTC).isoformat(timespec="seconds"),
        __version__,
    )


def _result(
    system: System, pairs: tuple[TranslatedPair, ...], test_set: TestSet, known: Sequence[int]
) -> SystemResult:
    chrf = ChrfStatistics.of([pair.text for pair in pairs], test_set.references)
    scores = tuple(float(score) for score in chrf.score(chrf.rows))
    return SystemResult(system, pairs, system_measures(pairs, test_set, known), scores)


def require_unlike(systems: Sequence[System]) -> None:
    """Raise ConfigError where two systems have one name, so that no table could tell them apart."""
    names = [system.name for system in systems]
    for name in names:
        if names.count(name) > 1:
            raise ConfigError(
                f"Two of the systems are called {name}.",
                "Give each model once, or rename one of its folders.",
            )


def save(evaluation: Evaluation, folder: Path) -> Path:
    """Write the file into the folder, whole or not at all; its path."""
    text = json.dumps(to_plain(evaluation), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    publishing.write_text(folder / FILE, text + "\n")
    return folder / FILE


def load(folder: Path) -> Evaluation:
    """The evaluation in a folder. Raises CheckpointError where there is none, or it is damaged or newer."""
    path = folder / FILE
    try:
        values = json.loads(path.read_bytes())
    except OSError as error:
        raise CheckpointError(
            f"{path} cannot be read: {error.strerror}.", "Choose a folder that holds an evaluation."
        ) from error
    except (ValueError, RecursionError) as error:
        raise CheckpointError(f"{path} is damaged: it is not JSON.", "Evaluate again.") from error
    if isinstance(values, dict) and values.get("format", FORMAT) != FORMAT:
        raise CheckpointError(
            f"{path} was written by another version.", "Use that version, or evaluate again."
        )
    evaluation = from_plain(Evaluation, values)
    if any(len(result.pairs) != len(evaluation.test_set) for result in evaluation.results):
        raise CheckpointError(f"{path} does not hold every sentence of each system.", "Evaluate again.")
    return evaluation
