"""How a form names the settings of an experiment and their choices."""

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from engine.settings import Setting

_CONTEXT = "SettingField"
LABELS = {
    "corpus.segmentation": QT_TRANSLATE_NOOP("SettingField", "Segmentation"),
    "corpus.source_vocabulary": QT_TRANSLATE_NOOP("SettingField", "Source vocabulary"),
    "corpus.target_vocabulary": QT_TRANSLATE_NOOP("SettingField", "Target vocabulary"),
    "corpus.max_length": QT_TRANSLATE_NOOP("SettingField", "Longest sentence, in tokens"),
    "corpus.joined_share": QT_TRANSLATE_NOOP("SettingField", "Share of joined pairs"),
    "corpus.dev_size": QT_TRANSLATE_NOOP("SettingField", "Pairs for validation"),
    "corpus.test_size": QT_TRANSLATE_NOOP("SettingField", "Pairs for a test"),
    "corpus.seed": QT_TRANSLATE_NOOP("SettingField", "Seed of the split"),
    "corpus.source_language": QT_TRANSLATE_NOOP("SettingField", "Source language"),
    "corpus.target_language": QT_TRANSLATE_NOOP("SettingField", "Target language"),
    "model.embedding_size": QT_TRANSLATE_NOOP("SettingField", "Embedding size m"),
    "model.hidden_size": QT_TRANSLATE_NOOP("SettingField", "Hidden units n"),
    "model.alignment": QT_TRANSLATE_NOOP("SettingField", "Alignment model"),
    "model.alignment_size": QT_TRANSLATE_NOOP("SettingField", "Alignment units n′"),
    "model.readout_size": QT_TRANSLATE_NOOP("SettingField", "Maxout units l"),
    "model.dropout": QT_TRANSLATE_NOOP("SettingField", "Dropout"),
    "model.layers": QT_TRANSLATE_NOOP("SettingField", "LSTM layers a side"),
    "model.source_order": QT_TRANSLATE_NOOP("SettingField", "Source is read"),
    "train.optimizer": QT_TRANSLATE_NOOP("SettingField", "Optimizer"),
    "train.learning_rate": QT_TRANSLATE_NOOP("SettingField", "Learning rate"),
    "train.learning_rate_decay": QT_TRANSLATE_NOOP("SettingField", "Learning rate over time"),
    "train.rho": QT_TRANSLATE_NOOP("SettingField", "Rho of Adadelta"),
    "train.epsilon": QT_TRANSLATE_NOOP("SettingField", "Epsilon"),
    "train.clip_norm": QT_TRANSLATE_NOOP("SettingField", "Gradient norm at most"),
    "train.guidance": QT_TRANSLATE_NOOP("SettingField", "Guidance of the attention λ"),
    "train.batch_size": QT_TRANSLATE_NOOP("SettingField", "Sentence pairs an update"),
    "train.pool_batches": QT_TRANSLATE_NOOP("SettingField", "Minibatches sorted together"),
    "train.max_updates": QT_TRANSLATE_NOOP("SettingField", "Updates"),
    "train.seed": QT_TRANSLATE_NOOP("SettingField", "Seed"),
    "train.precision": QT_TRANSLATE_NOOP("SettingField", "Precision"),
    "train.device": QT_TRANSLATE_NOOP("SettingField", "Device"),
    "train.threads": QT_TRANSLATE_NOOP("SettingField", "Threads (0: as suits network and machine)"),
    "train.validate_every": QT_TRANSLATE_NOOP("SettingField", "Validate every … updates"),
    "train.keep_checkpoints": QT_TRANSLATE_NOOP("SettingField", "Checkpoints kept"),
    "train.watched": QT_TRANSLATE_NOOP("SettingField", "Sentences to watch"),
}
_CHOICES = {
    "sentencepiece": QT_TRANSLATE_NOOP("SettingField", "Subwords"),
    "words": QT_TRANSLATE_NOOP("SettingField", "Words"),
    "additive": QT_TRANSLATE_NOOP("SettingField", "Additive: vᵀ tanh(W s + U h), the paper’s"),
    "dot": QT_TRANSLATE_NOOP("SettingField", "Dot product: (W s)ᵀ (U h)"),
    "scaled-dot": QT_TRANSLATE_NOOP("SettingField", "Scaled dot product: (W s)ᵀ (U h) / √n′"),
    "general": QT_TRANSLATE_NOOP("SettingField", "General: sᵀ Wᵀ h"),
    "gaussian-windows": QT_TRANSLATE_NOOP("SettingField", "Gaussian windows that only move forward"),
    "adadelta": "Adadelta",
    "adam": "Adam",
    "sgd": "SGD",
    "reversed": QT_TRANSLATE_NOOP("SettingField", "Last word first"),
    "forward": QT_TRANSLATE_NOOP("SettingField", "First word first"),
    "constant": QT_TRANSLATE_NOOP("SettingField", "Stays as it is"),
    "linear": QT_TRANSLATE_NOOP("SettingField", "Falls to 0 over the second half"),
    "halving": QT_TRANSLATE_NOOP("SettingField", "Halved again and again in the last third"),
    "float32": "float32",
    "float32-onednn": "float32, oneDNN",
    "bfloat16": "bfloat16",
    "cpu": "CPU",
    "cuda": QT_TRANSLATE_NOOP("SettingField", "GPU (CUDA)"),
    "mps": QT_TRANSLATE_NOOP("SettingField", "GPU (Apple)"),
}
_AUTO = {
    "train.precision": QT_TRANSLATE_NOOP("SettingField", "Fastest that is exact enough"),
    "train.device": QT_TRANSLATE_NOOP("SettingField", "GPU where there is one"),
}


def label(setting: Setting) -> str:
    """Its name."""
    return QCoreApplication.translate(_CONTEXT, LABELS[setting.place])


def choice_words(setting: Setting, choice: str) -> str:
    """One of its choices."""
    text = _AUTO[setting.place] if choice == "auto" else _CHOICES[choice]
    return QCoreApplication.translate(_CONTEXT, text)
