"""The corpus of a run: prepared by the process that leads, found again by those that follow."""

import logging
import shutil
from collections.abc import Callable
from pathlib import Path

from engine.catalogue import model_home
from engine.config import BUILT_IN, ExperimentConfig
from engine.corpora.building import Sides
from engine.corpora.preparation import PreparedCorpus, prepare
from engine.corpora.sources import fingerprints
from engine.errors import RunError
from engine.estimate import estimate_memory
from engine.runs.experiment_file import load_experiment, load_provenance
from engine.runs.layout import RunLayout
from engine.runs.publishing import PART, megabytes
from engine.runs.writer import RunWriter
from engine.text.language_side import load_sides, save_sides
from engine.training.group import Group

_LOG = logging.getLogger("engine.training")


class PreparationEnded(Exception):
    """A watcher wished that the run ends while its corpus was prepared."""


def prepare_corpus(writer: RunWriter, experiment: ExperimentConfig) -> PreparedCorpus:
    """The corpus in ids; vocabularies are learned once a run and kept in its folder.

    Raises PreparationEnded where a watcher asks for a stop or a pause, between two pieces of the work.
    """
    layout = writer.layout
    expected = megabytes(estimate_memory(experiment).total)
    _LOG.info("Training is expected to take up to %s of memory on a CPU.", expected)
    is_known = layout.vocabulary.is_dir()
    sides = load_sides(layout.path) if is_known else begun_sides(experiment)
    corpus = prepare(experiment.corpus, lambda what, share: _tell(writer, what, share), sides)
    if not is_known:
        _keep_sides(layout, corpus)
    writer.set_preparing("", 1.0)
    for line in corpus.report.lines():
        _LOG.info("%s", line)
    return corpus


def begun_sides(experiment: ExperimentConfig) -> Sides | None:
    """Vocabularies and segmenters of the checkpoint that a run begins with; None where it begins anew."""
    return load_sides(model_home(Path(experiment.begun_from))) if experiment.begun_from else None


def _tell(writer: RunWriter, what: str, share: float) -> None:
    """Say how far the work is, and end it where a watcher wishes."""
    _LOG.info("%s.", what)
    writer.set_preparing(what, share)
    if writer.take_request() in ("stop", "pause"):
        raise PreparationEnded


def find_corpus(layout: RunLayout, experiment: ExperimentConfig) -> PreparedCorpus:
    """The corpus that another process prepared; a machine that does not share its cache makes it anew."""
    require_same_corpus(layout)
    return prepare(experiment.corpus, lambda what, share: None, load_sides(layout.path))


def in_turn(group: Group, find: Callable[[], PreparedCorpus]) -> PreparedCorpus:
    """Find the corpus in the first process of each machine, and only then in the others of that machine."""
    first = group.launch.local_rank == 0
    if first:
        corpus = find()
    group.wait()
    if not first:
        corpus = find()
    group.wait()
    return corpus


def require_same_corpus(layout: RunLayout) -> None:
    """Raise RunError where the corpus is not what it was when the run began."""
    known = load_provenance(layout.experiment).get("corpus", {})
    for source, found in fingerprints(load_experiment(layout.experiment).corpus).items():
        if known.get(source, found) == found:
            continue
        if source == BUILT_IN:
            raise RunError(
                "The built-in corpus is not what it was when the run began.",
                "Go on with the version of the program that began the run, or start a new run.",
            )
        raise RunError(
            f"The corpus file {source} is not what it was when the run began.",
            "Put the old file back, or start a new run.",
        )


def _keep_sides(layout: RunLayout, corpus: PreparedCorpus) -> None:
    """Put segmenters and vocabularies into the run; the vocabulary last, as a sign that all is there."""
    part = layout.path / ("sides" + PART)
    save_sides(part, corpus.source, corpus.target)
    shutil.rmtree(layout.segmenter, ignore_errors=True)
    (part / "segmenter").replace(layout.segmenter)
    (part / "vocabulary").replace(layout.vocabulary)
    part.rmdir()
