"""Ready-made experiments: the papers' own, and laptop-size ones that say where they deviate."""

from dataclasses import replace

from engine.config import CorpusConfig, ExperimentConfig, ModelConfig, TrainConfig
from engine.errors import ConfigError

# B section 4.1: 30,000 words a side beside UNK and end of sentence; B section 4.2: 1000 units.
_PAPER_CORPUS = CorpusConfig(
    segmentation="words", source_vocabulary=30_000, target_vocabulary=30_000, dev_size=3000
)
_PAPER_TRAIN = TrainConfig(max_updates=600_000, validate_every=5000, precision="auto")
_PAPER_SEARCH = ModelConfig(kind="rnnsearch")
_PAPER_ENCDEC = ModelConfig(kind="rnnencdec")

_LAPTOP_CORPUS = CorpusConfig(
    segmentation="sentencepiece",
    source_vocabulary=5000,
    target_vocabulary=5000,
    max_length=70,
    joined_share=0.125,
    dev_size=1000,
    test_size=2000,
)
_LAPTOP_SEARCH = ModelConfig(
    kind="rnnsearch", embedding_size=256, hidden_size=384, alignment_size=384, readout_size=256, dropout=0.2
)
_LAPTOP_TRAIN = TrainConfig(
    optimizer="adam",
    learning_rate=1e-3,
    epsilon=1e-8,
    learning_rate_decay="linear",
    max_updates=20_000,
    validate_every=500,
    precision="auto",
)
_LAPTOP_DEVIATIONS = (
    "5,000 BPE subwords a side instead of 30,000 words",
    "384 units, 256-dimensional embeddings and 256 maxout units instead of 1000, 620 and 500",
    "Adam (0.001, falling to 0 over the second half) instead of Adadelta",
    "dropout 0.2 on embeddings and readout",
    "an eighth more pairs made by joining sentences, and pairs of up to 70 tokens",
)

# S section 3: 12M sentence pairs, 7.5 epochs in minibatches of 128. S names no limit of length.
_SEQ2SEQ = ExperimentConfig(
    preset="lstm-seq2seq",
    deviations=("pairs of up to 100 words, so that memory has a bound; the paper names none",),
    corpus=CorpusConfig(
        segmentation="words",
        source_vocabulary=160_000,
        target_vocabulary=80_000,
        dev_size=3000,
        max_length=100,
    ),
    model=ModelConfig(kind="lstm-seq2seq", embedding_size=1000, hidden_size=1000, layers=4),
    train=TrainConfig(
        optimizer="sgd",
        learning_rate=0.7,
        learning_rate_decay="halving",
        clip_norm=5.0,
        batch_size=128,
        max_updates=703_125,
        validate_every=5000,
        precision="auto",
    ),
)
_LAPTOP_LSTM = ModelConfig(kind="lstm-seq2seq", embedding_size=128, hidden_size=200, dropout=0.2, layers=4)
_LAPTOP_LSTM_TRAIN = replace(_LAPTOP_TRAIN, clip_norm=5.0, batch_size=128)
_LAPTOP_LSTM_DEVIATIONS = (
    "5,000 BPE subwords a side instead of 160,000 and 80,000 words",
    "200 units a layer and 128-dimensional embeddings instead of 1000",
    "Adam (0.001, falling to 0 over the second half) instead of SGD",
    "dropout 0.2 on embeddings and the top layer",
    "an eighth more pairs made by joining sentences, and pairs of up to 70 tokens",
)

# A network small enough that its alignment appears within a minute on two cores.
_MINUTE_MODEL = ModelConfig(
    kind="rnnsearch", embedding_size=128, hidden_size=192, alignment_size=192, readout_size=128, dropout=0.1
)
_MINUTE_DEVIATIONS = (
    "2,000 BPE subwords a side instead of 30,000 words",
    "192 units, 128-dimensional embeddings and 128 maxout units instead of 1000, 620 and 500",
    "Adam (0.002, falling to 0 over the second half) instead of Adadelta",
    "dropout 0.1 on embeddings and readout",
)

# For the built-in corpus, whose sentences are short: its alignment appears within a minute on one core.
_GRAMMAR_MODEL = ModelConfig(
    kind="rnnsearch", embedding_size=96, hidden_size=128, alignment_size=64, readout_size=64
)
_GRAMMAR_CORPUS = CorpusConfig(
    segmentation="words", source_vocabulary=2000, target_vocabulary=2500, dev_size=200, max_length=60
)
_GRAMMAR_DEVIATIONS = (
    "2,000 English and 2,500 French words instead of 30,000",
    "128 units, 96-dimensional embeddings, 64 maxout and alignment units instead of 1000, 620, 500 and 1000",
    "Adam (0.006, falling to 0 over the second half) instead of Adadelta",
    "32 pairs an update instead of 80",
)

_GRAMMAR_LSTM = ModelConfig(kind="lstm-seq2seq", embedding_size=96, hidden_size=128, layers=2)
_GRAMMAR_LSTM_DEVIATIONS = (
    "2,000 English and 2,500 French words instead of 160,000 and 80,000",
    "2 layers of 128 units and 96-dimensional embeddings instead of 4 layers of 1000 and 1000",
    "Adam (0.003, falling to 0 over the second half) instead of SGD",
    "32 pairs an update instead of 128",
)
_FORWARD = "the source is read forward, for comparison"


def _paper(name: str, model: ModelConfig, max_length: int) -> ExperimentConfig:
    corpus = replace(_PAPER_CORPUS, max_length=max_length)
    return ExperimentConfig(preset=name, corpus=corpus, model=model, train=_PAPER_TRAIN)


def _laptop(name: str, model: ModelConfig) -> ExperimentConfig:
    return ExperimentConfig(
        preset=name, deviations=_LAPTOP_DEVIATIONS, corpus=_LAPTOP_CORPUS, model=model, train=_LAPTOP_TRAIN
    )


def _minute(name: str, model: ModelConfig) -> ExperimentConfig:
    return ExperimentConfig(
        preset=name,
        deviations=_MINUTE_DEVIATIONS,
        corpus=CorpusConfig(source_vocabulary=2000, target_vocabulary=2000, dev_size=200, max_length=30),
        model=model,
        train=replace(_LAPTOP_TRAIN, learning_rate=2e-3, max_updates=3000, validate_every=100),
    )


def _grammar(name: str, model: ModelConfig) -> ExperimentConfig:
    return ExperimentConfig(
        preset=name,
        deviations=_GRAMMAR_DEVIATIONS,
        corpus=_GRAMMAR_CORPUS,
        model=model,
        train=replace(
            _LAPTOP_TRAIN,
            learning_rate=6e-3,
            batch_size=32,
            max_updates=3000,
            validate_every=100,
        ),
    )


def _lstm_laptop(name: str, order: str, further: tuple[str, ...] = ()) -> ExperimentConfig:
    return ExperimentConfig(
        preset=name,
        deviations=(*_LAPTOP_LSTM_DEVIATIONS, *further),
        corpus=_LAPTOP_CORPUS,
        model=replace(_LAPTOP_LSTM, source_order=order),
        train=_LAPTOP_LSTM_TRAIN,
    )


def _lstm_grammar(name: str, order: str, further: tuple[str, ...] = ()) -> ExperimentConfig:
    base = _grammar(name, replace(_GRAMMAR_LSTM, source_order=order))
    train = replace(base.train, learning_rate=3e-3, clip_norm=5.0)
    return replace(base, deviations=(*_GRAMMAR_LSTM_DEVIATIONS, *further), train=train)


_PRESETS = (
    _paper("rnnencdec-30", _PAPER_ENCDEC, 30),
    _paper("rnnencdec-50", _PAPER_ENCDEC, 50),
    _paper("rnnsearch-30", _PAPER_SEARCH, 30),
    _paper("rnnsearch-50", _PAPER_SEARCH, 50),
    _laptop("rnnencdec-laptop", replace(_LAPTOP_SEARCH, kind="rnnencdec")),
    _laptop("rnnsearch-laptop", _LAPTOP_SEARCH),
    _minute("rnnencdec-minute", replace(_MINUTE_MODEL, kind="rnnencdec")),
    _minute("rnnsearch-minute", _MINUTE_MODEL),
    _grammar("rnnencdec-grammar", replace(_GRAMMAR_MODEL, kind="rnnencdec")),
    _grammar("rnnsearch-grammar", _GRAMMAR_MODEL),
    _SEQ2SEQ,
    _lstm_laptop("lstm-laptop", "reversed"),
    _lstm_laptop("lstm-laptop-forward", "forward", (_FORWARD,)),
    _lstm_grammar("lstm-grammar", "reversed"),
    _lstm_grammar("lstm-grammar-forward", "forward", (_FORWARD,)),
)
PRESETS = {experiment.preset: experiment for experiment in _PRESETS}


def preset(name: str) -> ExperimentConfig:
    """The experiment of this name; its corpus files are still to be filled in.

    Raises ConfigError for an unknown name.
    """
    if name not in PRESETS:
        raise ConfigError(f"There is no preset '{name}'.", f"Choose one of: {', '.join(PRESETS)}.")
    return PRESETS[name]
