"""The line of the form that tells how many parameters the network has, and in which of its parts."""

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from engine.config import ExperimentConfig
from engine.estimate import SPECIAL, Parameters, count_parameters
from explorer.widgets.field_note import FieldNote

_PARTS = {
    "encoder": QT_TRANSLATE_NOOP("ParameterNote", "encoder"),
    "attention": QT_TRANSLATE_NOOP("ParameterNote", "alignment"),
    "decoder": QT_TRANSLATE_NOOP("ParameterNote", "decoder"),
    "readout": QT_TRANSLATE_NOOP("ParameterNote", "readout"),
    "softmax": QT_TRANSLATE_NOOP("ParameterNote", "softmax"),
}


class ParameterNote(FieldNote):
    """Counts for vocabularies of the sizes that are asked for."""

    def tell(self, experiment: ExperimentConfig) -> None:
        """Say what the network of this experiment has."""
        counted = _counted(experiment)
        words = self.tr("{total} parameters: {parts}.")
        self.say(words.format(total=f"{counted.total:,}", parts=", ".join(self._parts(counted))))

    def _parts(self, counted: Parameters) -> list[str]:
        embeddings = counted.source_embedding + counted.target_embedding
        parts = [self.tr("embeddings {count}").format(count=f"{embeddings:,}")]
        for name, words in _PARTS.items():
            if count := getattr(counted, name):
                parts.append(f"{QCoreApplication.translate('ParameterNote', words)} {count:,}")
        return parts


def parameters_in_words(experiment: ExperimentConfig) -> str:
    """How many there are in all, rounded."""
    count = _counted(experiment).total
    if count < 1_000_000:
        return f"{count:,}"
    return QCoreApplication.translate("ParameterNote", "{number} million").format(
        number=f"{count / 1e6:,.1f}"
    )


def _counted(experiment: ExperimentConfig) -> Parameters:
    corpus = experiment.corpus
    sizes = corpus.source_vocabulary + SPECIAL, corpus.target_vocabulary + SPECIAL
    return count_parameters(experiment.model, *sizes)
