"""A run that begins with the weights of another: they are taken as they are, and nothing else is."""

from pathlib import Path

from engine.checkpoint import load_model_tensors, require_vocabularies
from engine.config import ExperimentConfig
from engine.corpora.preparation import PreparedCorpus
from engine.errors import RunError
from engine.runs.experiment_file import load_provenance
from engine.runs.layout import RunLayout
from engine.runs.verification import MODEL, load_checksums
from engine.training.learner import Learner

BEGUN_FROM = "begun_from"  # key of the provenance: the checksum of the weights


def origin(experiment: ExperimentConfig) -> dict[str, str]:
    """What experiment.json tells of the weights beside their folder. Raises CheckpointError."""
    if not experiment.begun_from:
        return {}
    return {BEGUN_FROM: load_checksums(Path(experiment.begun_from))[MODEL]}


def take_weights(
    learner: Learner, corpus: PreparedCorpus, experiment: ExperimentConfig, layout: RunLayout
) -> None:
    """Give the learner the weights that the run begins with.

    Raises CheckpointError where they are damaged or belong to other vocabularies, and RunError where they are
    not what they were when the run began.
    """
    checkpoint = Path(experiment.begun_from)
    if load_provenance(layout.experiment).get(BEGUN_FROM) != load_checksums(checkpoint)[MODEL]:
        raise RunError(
            f"The weights in {checkpoint} are not what they were when the run began.",
            "Put the old ones back, or start a new run.",
        )
    source, target = corpus.source.vocabulary, corpus.target.vocabulary
    require_vocabularies(checkpoint, source.fingerprint, target.fingerprint)
    learner.begin_with(load_model_tensors(checkpoint), checkpoint)
