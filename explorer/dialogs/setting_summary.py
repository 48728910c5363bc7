"""What a folded section of the form says of the settings in it, in a few words."""

from PySide6.QtCore import QCoreApplication

from engine.config import ExperimentConfig
from engine.settings import BY_PLACE
from explorer.dialogs.setting_words import choice_words


def _text(experiment: ExperimentConfig) -> str:
    corpus = experiment.corpus
    words = QCoreApplication.translate(
        "SettingsForm", "{segmentation}: {source} and {target}; sentences of up to {length} tokens"
    )
    return words.format(
        segmentation=choice_words(BY_PLACE["corpus.segmentation"], corpus.segmentation),
        source=f"{corpus.source_vocabulary:,}",
        target=f"{corpus.target_vocabulary:,}",
        length=f"{corpus.max_length:,}",
    )


def _network(experiment: ExperimentConfig) -> str:
    model = experiment.model
    words = QCoreApplication.translate("SettingsForm", "{units} units, embeddings of {embedding}")
    words = words.format(units=f"{model.hidden_size:,}", embedding=f"{model.embedding_size:,}")
    dropout = QCoreApplication.translate("SettingsForm", ", dropout {share}")
    return words + (dropout.format(share=f"{model.dropout:g}") if model.dropout else "")


def _learning(experiment: ExperimentConfig) -> str:
    train = experiment.train
    words = QCoreApplication.translate("SettingsForm", "{updates} updates of {size} pairs; {how} {rate}")
    return words.format(
        updates=f"{train.max_updates:,}",
        size=f"{train.batch_size:,}",
        how=choice_words(BY_PLACE["train.optimizer"], train.optimizer),
        rate=f"{train.learning_rate:g}",
    )


def _machine(experiment: ExperimentConfig) -> str:
    train = experiment.train
    return "; ".join(choice_words(BY_PLACE[f"train.{name}"], getattr(train, name)) for name in _CHOSEN)


def _watching(experiment: ExperimentConfig) -> str:
    train = experiment.train
    words = QCoreApplication.translate("SettingsForm", "Validated every {every} updates")
    watched = QCoreApplication.translate("SettingsForm", "; sentences watched: {count}")
    words = words.format(every=f"{train.validate_every:,}")
    return words + (watched.format(count=len(train.watched)) if train.watched else "")


_CHOSEN = ("precision", "device")
SUMMARIES = {
    "text": _text,
    "network": _network,
    "learning": _learning,
    "machine": _machine,
    "watching": _watching,
}
