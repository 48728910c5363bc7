"""Every setting of an experiment as the command line and the form of a new run name it; torch-free."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import Any

from engine.config import (
    ALIGNMENTS,
    DECAYS,
    DEVICES,
    OPTIMIZERS,
    PRECISIONS,
    SOURCE_ORDERS,
    CorpusConfig,
    ExperimentConfig,
    GrammarConfig,
    ModelConfig,
    TrainConfig,
)
from engine.presets import preset

_DEFAULTS = {"corpus": CorpusConfig(), "model": ModelConfig(), "train": TrainConfig()}


@dataclass(frozen=True)
class Setting:
    """One field of one record of an experiment. said: its name for people, where `name` would not be one."""

    part: str  # corpus, model or train
    name: str
    meaning: str
    flag: str = ""
    said: str = ""
    choices: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """Where it stands in an experiment, such as train.seed."""
        return f"{self.part}.{self.name}"

    @property
    def option(self) -> str:
        """How the command line calls it."""
        return self.flag or "--" + self.name.replace("_", "-")

    @property
    def words(self) -> str:
        """How a sentence calls it."""
        return self.said or self.name.replace("_", " ")

    @property
    def kind(self) -> type:
        """int, float, str or tuple."""
        return type(getattr(_DEFAULTS[self.part], self.name))

    def of(self, experiment: ExperimentConfig) -> Any:
        """Its value in an experiment."""
        return getattr(getattr(experiment, self.part), self.name)


def _corpus(name: str, meaning: str, flag: str = "", choices: tuple[str, ...] = ()) -> Setting:
    return Setting("corpus", name, meaning, flag, choices=choices)


def _model(name: str, meaning: str, choices: tuple[str, ...] = ()) -> Setting:
    return Setting("model", name, meaning, choices=choices)


def _train(name: str, meaning: str, flag: str = "", choices: tuple[str, ...] = ()) -> Setting:
    return Setting("train", name, meaning, flag, choices=choices)


SETTINGS = (
    Setting("corpus", "dev_size", "pairs kept out of the corpus for validation", said="number of dev pairs"),
    Setting("corpus", "test_size", "pairs kept out of the corpus for a test", said="number of test pairs"),
    _corpus("source_language", "such as en"),
    _corpus("target_language", "such as fr"),
    _corpus("segmentation", "what a token is", choices=("sentencepiece", "words")),
    _corpus("source_vocabulary", "tokens of the source"),
    _corpus("target_vocabulary", "tokens of the target"),
    Setting("corpus", "max_length", "longer pairs, in tokens, are left out", said="longest sentence"),
    _corpus("joined_share", "pairs made by joining short ones, as a share of all"),
    Setting("corpus", "seed", "of what is kept out, and of joining", "--split-seed", "seed of the split"),
    _model("embedding_size", "m, numbers that stand for a word"),
    _model("hidden_size", "n, units of the encoder and the decoder"),
    _model("alignment", "what compares a state with an annotation", choices=ALIGNMENTS),
    _model("alignment_size", "n', units that compute an energy"),
    _model("readout_size", "l, maxout units before the softmax"),
    _model("dropout", "share of embeddings and readout that is left out"),
    _model("layers", "LSTM layers of the encoder and of the decoder"),
    _model("source_order", "how an LSTM reads the source", SOURCE_ORDERS),
    _train("optimizer", "how a gradient becomes an update", choices=OPTIMIZERS),
    _train("learning_rate", "length of a step"),
    _train("rho", "memory of Adadelta"),
    _train("epsilon", "what keeps the optimizer from dividing by zero"),
    _train(
        "learning_rate_decay", "linear: to 0 over the second half; halving: in the last third", "", DECAYS
    ),
    _train("clip_norm", "norm of the longest gradient; a longer one is scaled down to it"),
    _train("guidance", "weight of the cost that pulls the attention toward --links; 0: none"),
    _train("batch_size", "sentence pairs an update"),
    _train("pool_batches", "minibatches that are sorted by length together"),
    _train("max_updates", "the last update"),
    _train("validate_every", "updates from one validation to the next"),
    _train("keep_checkpoints", "newest checkpoints kept beside the best one"),
    _train("seed", "of the initial values and the order of the pairs"),
    Setting(
        "train", "threads", "0: one a core, at most 4; one for a small network", said="number of threads"
    ),
    _train("precision", "of the matrix products; auto: measured", choices=PRECISIONS),
    _train("device", "where the numbers are computed", choices=DEVICES),
    Setting(
        "train",
        "watched",
        "a source sentence whose alignment is kept at each validation; may be repeated",
        "--watch",
        "sentences to watch",
    ),
)
BY_PLACE = {setting.place: setting for setting in SETTINGS}


# What a checkpoint brings with it and no setting can change.
FIXED_BY_WEIGHTS = frozenset(
    setting
    for setting in SETTINGS
    if (setting.part == "model" and setting.name != "dropout")
    or setting.name in ("segmentation", "source_vocabulary", "target_vocabulary")
    or setting.name in ("source_language", "target_language")
)


def with_weights(
    experiment: ExperimentConfig, trained: ExperimentConfig, checkpoint: Path
) -> ExperimentConfig:
    """The experiment, begun from a checkpoint, with the network and vocabularies of `trained`, its own."""
    fixed = {setting: setting.of(trained) for setting in FIXED_BY_WEIGHTS}
    begun = with_settings(experiment, fixed)
    model = replace(begun.model, kind=trained.model.kind)
    return replace(begun, model=model, begun_from=str(checkpoint.absolute()))


def with_settings(experiment: ExperimentConfig, values: Mapping[Setting, Any]) -> ExperimentConfig:
    """The experiment with these values. Raises ConfigError where one is wrong."""
    parts: dict[str, dict[str, Any]] = {}
    for setting, value in values.items():
        parts.setdefault(setting.part, {})[setting.name] = value
    changed = {part: replace(getattr(experiment, part), **fields) for part, fields in parts.items()}
    return replace(experiment, **changed)


def train_arguments(experiment: ExperimentConfig, run: PurePath) -> list[str]:
    """The arguments after `main.py` that train this experiment in the folder `run`, and no other.

    Its preset, and what differs from that. A pure path is one of another machine and stays as it is.
    Raises ConfigError where there is no such preset.
    """
    base = preset(experiment.preset)
    folder = run.absolute() if isinstance(run, Path) else run
    words = ["train", "--preset", experiment.preset, "--run", str(folder)]
    if experiment.begun_from:
        words += ["--from", experiment.begun_from]
    for setting in SETTINGS:
        if experiment.begun_from and setting in FIXED_BY_WEIGHTS:
            continue
        if (value := setting.of(experiment)) != setting.of(base):
            values = value if isinstance(value, tuple) else (value,)
            words += [f"{setting.option}={item}" for item in values]
    dev = ["--dev", *experiment.corpus.dev] if experiment.corpus.dev else []
    links = [f"--links={experiment.corpus.links}"] if experiment.corpus.links else []
    grammar = experiment.corpus.grammar
    if grammar is None:
        return [*words, *links, *dev, "--corpus", *experiment.corpus.train]
    return [*words, *dev, *grammar_arguments(grammar)]


def grammar_arguments(grammar: GrammarConfig) -> list[str]:
    """The arguments that ask for this built-in corpus."""
    base = GrammarConfig()
    options = {
        "size": "--grammar-size",
        "seed": "--grammar-seed",
        "shortest": "--shortest",
        "longest": "--longest",
    }
    changed = [name for name in options if getattr(grammar, name) != getattr(base, name)]
    words = [f"{options[name]}={getattr(grammar, name)}" for name in changed]
    return ["--grammar", *words, *(f"--without={name}" for name in grammar.without)]
