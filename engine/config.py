"""What an experiment is: five small frozen records, checked when made, to and from JSON.

The records hold plain values only. A builder unpacks them; no class of the engine keeps one.
"""

import dataclasses
import functools
import typing
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from engine.config_checks import one_of, positive, require, seed, share, within

Config = TypeVar("Config")
PRECISIONS = ("auto", "float32", "float32-onednn", "bfloat16")  # auto: the fastest that is exact enough
DEVICES = ("auto", "cpu", "cuda", "mps")
ALIGNMENTS = ("additive", "dot", "scaled-dot", "general", "gaussian-windows")  # the first is the paper's
OPTIMIZERS = ("adadelta", "adam", "sgd")
DECAYS = ("constant", "linear", "halving")


BUILT_IN = "built-in corpus"  # stands where other corpora have the names of files
PHENOMENA = {  # of the built-in corpus, which can be left out
    "adjective-order": "adjectives that French puts behind the noun",
    "negation": "negation around the French verb",
    "questions": "questions",
    "relative-clauses": "relative clauses",
    "coordination": "what is joined by conjunctions; long sentences need it",
    "object-pronouns": "object pronouns, which French puts before the verb",
    "elision": "words that French shortens or makes one, such as l' and du",
    "tenses": "past and future",
}


@dataclass(frozen=True)
class GrammarConfig:
    """The built-in corpus of English and French: how many pairs of which sentences. Lengths are in words."""

    size: int = 10_000
    seed: int = 1
    shortest: int = 4  # of the shorter side, punctuation counted
    longest: int = 12  # of the longer side; at most 60
    without: tuple[str, ...] = ()  # names of phenomena that do not occur

    def __post_init__(self) -> None:
        within("The number of sentence pairs", self.size, 10)
        within("The shortest sentence", self.shortest, 3, 57)
        within("The longest sentence", self.longest, self.shortest + 3, 60)
        for name in self.without:
            one_of("What is left out", name, tuple(PHENOMENA))
        seed(self.seed)


@dataclass(frozen=True)
class CorpusConfig:
    """Where the sentence pairs come from and how they become tokens. Lengths are in tokens."""

    train: tuple[str, ...] = ()
    grammar: GrammarConfig | None = None  # the built-in corpus, in place of files
    dev: tuple[str, ...] = ()
    dev_size: int = 1000  # pairs kept out of `train` for validation where `dev` is empty
    test_size: int = 0  # pairs kept out of `train` for a test
    source_language: str = "en"
    target_language: str = "fr"
    segmentation: str = "sentencepiece"
    source_vocabulary: int = 5000
    target_vocabulary: int = 5000
    max_length: int = 50  # longer pairs are left out of training, as in B section 4
    links: str = ""  # a file of Pharaoh links between the words of the pairs, for guided alignment
    joined_share: float = 0.0  # pairs joined into long ones, as a share of the training pairs
    seed: int = 1  # of the split and of the joining

    def __post_init__(self) -> None:
        one_of("The segmentation", self.segmentation, ("sentencepiece", "words"))
        self._check_grammar()
        within("The source vocabulary", self.source_vocabulary, 4)
        within("The target vocabulary", self.target_vocabulary, 4)
        within("The longest sentence", self.max_length, 1)
        within("The number of dev pairs", self.dev_size, 1)
        within("The number of test pairs", self.test_size, 0)
        share("The share of joined pairs", self.joined_share)
        seed(self.seed)

    def _check_grammar(self) -> None:
        languages = {self.source_language, self.target_language}
        require(
            self.grammar is None or not self.train,
            "Corpus files and the built-in corpus are both asked for.",
            "Choose one of them.",
        )
        require(
            self.grammar is None or languages == {"en", "fr"},
            f"The built-in corpus is not in {self.source_language} and {self.target_language}.",
            "Choose en and fr, or fr and en.",
        )


MODEL_KINDS = ("rnnencdec", "rnnsearch", "lstm-seq2seq")
SOURCE_ORDERS = ("reversed", "forward")


@dataclass(frozen=True)
class ModelConfig:
    """The sizes of a network, named as in B appendix A: m, n, n' and l."""

    kind: str = "rnnsearch"
    embedding_size: int = 620
    hidden_size: int = 1000
    alignment_size: int = 1000  # n'; a model without attention, or without such units, ignores it
    readout_size: int = 500  # l; the readout has 2l units before the maxout; an LSTM has none and ignores it
    dropout: float = 0.0  # on embeddings and readout; 0 in the papers
    alignment: str = "additive"  # what gives the energies of RNNsearch; others ignore it
    layers: int = 4  # of each LSTM; other kinds have one and ignore it
    source_order: str = "reversed"  # or "forward": how an LSTM reads the source; other kinds ignore it

    def __post_init__(self) -> None:
        one_of("The kind of model", self.kind, MODEL_KINDS)
        one_of("The alignment model", self.alignment, ALIGNMENTS)
        one_of("The order of the source", self.source_order, SOURCE_ORDERS)
        within("The number of layers", self.layers, 1, 1024)
        for name in ("embedding_size", "hidden_size", "alignment_size", "readout_size"):
            within(f"The {name.replace('_', ' ')}", getattr(self, name), 1, 1_000_000)
        share("The dropout", self.dropout)


@dataclass(frozen=True)
class TrainConfig:
    """How a network is trained. The defaults are those of B, section 4 and appendix B."""

    optimizer: str = "adadelta"
    learning_rate: float = 1.0
    rho: float = 0.95  # Adadelta only
    epsilon: float = 1e-6
    learning_rate_decay: str = (
        "constant"  # linear: to 0 over the second half; halving: 15 parts, S section 3.4
    )
    clip_norm: float = 1.0
    batch_size: int = 80
    pool_batches: int = 20  # minibatches read and sorted by length at a time
    max_updates: int = 100_000
    validate_every: int = 1000
    keep_checkpoints: int = 3  # newest ones kept beside the best one
    seed: int = 1
    threads: int = 0  # 0: as many as the machine has cores, at most 4; one for a small network
    device: str = "auto"
    guidance: float = 0.0  # weight of the cost that pulls the attention toward the links of the corpus
    precision: str = "float32"  # of the matrix products; all else is always in float32
    watched: tuple[str, ...] = ()  # source sentences whose alignment is kept at each validation

    def __post_init__(self) -> None:
        one_of("The optimizer", self.optimizer, OPTIMIZERS)
        one_of("The learning rate decay", self.learning_rate_decay, DECAYS)
        one_of("The device", self.device, DEVICES)
        one_of("The precision", self.precision, PRECISIONS)
        positive("The learning rate", self.learning_rate)
        positive("Epsilon", self.epsilon)
        positive("The clipping norm", self.clip_norm)
        share("Rho", self.rho)
        within("The guidance", self.guidance, 0, 1000)
        within("The batch size", self.batch_size, 1)
        within("The number of minibatches sorted together", self.pool_batches, 1)
        within("The number of updates", self.max_updates, 1)
        within("The number of updates between validations", self.validate_every, 1)
        within("The number of checkpoints kept", self.keep_checkpoints, 1)
        within("The number of threads", self.threads, 0, 1024)
        seed(self.seed)


@dataclass(frozen=True)
class DecodeConfig:
    """How a translation is searched for.

    The normalised score of a hypothesis is its log-probability divided by length ** length_power,
    end of sentence counted; 0 leaves the sum, 1 gives the mean a token.
    """

    beam_size: int = 5
    n_best: int = 1
    max_length: int = 0  # target tokens; 0: three times the source and ten more
    length_power: float = 1.0
    candidates: int = 8  # best next tokens kept for each step
    allow_unknown: bool = True  # False: the model may not emit the unknown word (B, "No UNK")

    def __post_init__(self) -> None:
        within("The beam size", self.beam_size, 1)
        within("The number of hypotheses", self.n_best, 1)
        require(
            self.n_best <= self.beam_size,
            f"{self.n_best} hypotheses are asked of a beam of {self.beam_size}.",
            "Ask for at most as many as the beam is wide, or widen the beam.",
        )
        within("The longest target", self.max_length, 0)
        within("The length power", self.length_power, 0)
        within("The number of candidates", self.candidates, 1)

    def limit(self, source_length: int) -> int:
        """The most target tokens, end of sentence included, for a source of this many tokens."""
        return self.max_length or 3 * source_length + 10


@dataclass(frozen=True)
class ExperimentConfig:
    """A whole experiment: what experiment.json in a run directory holds."""

    preset: str = ""
    deviations: tuple[str, ...] = ()  # where the preset leaves the paper, in words
    corpus: CorpusConfig = field(default_factory=CorpusConfig)
    model: ModelConfig = field(default_factory=ModelConfig)
    train: TrainConfig = field(default_factory=TrainConfig)
    begun_from: str = ""  # the folder of the checkpoint whose weights and vocabularies it begins with

    def __post_init__(self) -> None:
        guided = self.train.guidance > 0
        if self.corpus.grammar is not None:  # which has links of its own
            own = replace(self.corpus, links=BUILT_IN if guided else "")
            object.__setattr__(self, "corpus", own)
        require(
            not guided or self.model.kind == "rnnsearch",
            f"The guidance is {self.train.guidance:g}, but {self.model.kind} has no attention to guide.",
            "Set it to 0, or train an rnnsearch.",
        )
        if self.corpus.train:
            self._check_links(guided)

    def _check_links(self, guided: bool) -> None:
        require(
            not guided or bool(self.corpus.links),
            "The attention is to be guided, but there are no links.",
            "Give a file of links between the words of the corpus, or set the guidance to 0.",
        )
        require(
            guided or not self.corpus.links,
            "Links are given, but the guidance is 0, so that they would do nothing.",
            "Set the guidance above 0, such as 0.2, or leave the links out.",
        )


def to_json(config: Any) -> dict[str, Any]:
    """A record as plain JSON values; `from_json` gives the record back."""
    return dataclasses.asdict(config)


def from_json(cls: type[Config], values: Any) -> Config:
    """The record of type `cls` that `to_json` wrote.

    Fields that are missing take their defaults, so that older files stay readable.
    Raises ConfigError where a field is unknown or has the wrong type.
    """
    require(
        isinstance(values, dict), f"{cls.__name__} is not a JSON object.", "Write it again from the program."
    )
    hints = _hints(typing.cast(Any, cls))
    unknown = sorted(set(values) - set(hints))
    require(
        not unknown,
        f"{cls.__name__} has no setting {', '.join(unknown)}.",
        "Remove it, or use a newer version.",
    )
    return cls(
        **{name: _value(f"{cls.__name__}.{name}", hints[name], value) for name, value in values.items()}
    )


@functools.cache
def _hints(cls: Any) -> dict[str, Any]:
    return typing.get_type_hints(cls)


def _value(name: str, hint: Any, value: Any) -> Any:
    if type(value) is hint:  # most are
        return value
    if type(None) in typing.get_args(hint):
        return None if value is None else _value(name, typing.get_args(hint)[0], value)
    if dataclasses.is_dataclass(hint):
        return from_json(typing.cast(type, hint), value)
    if typing.get_origin(hint) is tuple:
        good = isinstance(value, list | tuple) and all(isinstance(item, str) for item in value)
        require(good, f"{name} is not a list of texts.", "Write it as a list.")
        return tuple(value)
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    good = isinstance(value, hint) and (hint is bool or not isinstance(value, bool))
    require(good, f"{name} is {value!r}.", f"It has to be of type {hint.__name__}.")
    return value
