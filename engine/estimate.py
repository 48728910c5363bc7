"""What a training will take, known before it starts: parameters by part and resident memory; torch-free.

The memory is that of the longest minibatch that the configuration allows, in float32, at the moment when the
backward pass begins: all that the forward pass keeps is there, and the gradient of the logits beside them.
m, n, n' and l are the sizes of B appendix A; V are tokens of a vocabulary, J and I positions of source and
target, B the sentences of a minibatch.
"""

from dataclasses import astuple, dataclass

from engine.config import ExperimentConfig, ModelConfig

WINDOWS = 10  # of the alignment model of Graves 2013, section 5.2
SPECIAL = 2  # end of sentence and the unknown word, beside the tokens of a vocabulary
_NUMBER = 4  # bytes
_STATES = {"adam": 2, "adadelta": 2, "sgd": 0}  # numbers that an optimizer keeps for each parameter
_UNUSED = 0.1  # of what a minibatch takes; measured in runs of 60 to 400 updates
_PROCESS = 340 << 20  # bytes of Python, PyTorch and what else a training loads


@dataclass(frozen=True)
class Parameters:
    """How many numbers each part of a network has."""

    source_embedding: int
    encoder: int
    attention: int
    target_embedding: int
    decoder: int
    readout: int
    softmax: int

    @property
    def total(self) -> int:
        """All of them."""
        return sum(astuple(self))


@dataclass(frozen=True)
class TrainingMemory:
    """Resident memory of a training process on a CPU, in bytes, by what it is for."""

    weights: int
    gradients: int
    optimizer: int
    activations: int  # of the longest minibatch, without the logits
    logits: int  # with their gradient
    allocator: int  # held and of no use, for minibatches differ in their shape
    process: int  # what is there before a model is

    @property
    def total(self) -> int:
        """All of it."""
        return sum(astuple(self))


def count_parameters(model: ModelConfig, source_vocabulary: int, target_vocabulary: int) -> Parameters:
    """The parameters by part; the vocabularies are counted with UNK and end of sentence."""
    if model.kind == "lstm-seq2seq":
        return _count_lstm(model, source_vocabulary, target_vocabulary)
    m, n, maxout = model.embedding_size, model.hidden_size, model.readout_size
    attends = model.kind == "rnnsearch"
    context = 2 * n if attends else n
    unit = 3 * n * m + 3 * n + 3 * n * n  # W and b, U
    return Parameters(
        source_embedding=source_vocabulary * m,
        encoder=2 * unit if attends else unit,
        attention=_attention(model) if attends else 0,
        target_embedding=target_vocabulary * m,
        decoder=unit + 3 * n * context + n * n + n,  # and C, W_s, b_s
        readout=2 * maxout * (n + m + context + 1),  # U_o, V_o, C_o and b_o
        softmax=target_vocabulary * (maxout + 1),  # W_o and its bias
    )


def _attention(model: ModelConfig) -> int:
    n, units = model.hidden_size, model.alignment_size
    match model.alignment:
        case "dot" | "scaled-dot":
            return units * (n + 2 * n)  # W_a, U_a
        case "general":
            return 2 * n * n  # W_a
        case "gaussian-windows":
            return 3 * WINDOWS * (n + 1)  # W_a, b_a
        case _:
            return units * (n + 2 * n + 1)  # W_a, U_a, v_a


def _count_lstm(model: ModelConfig, source_vocabulary: int, target_vocabulary: int) -> Parameters:
    m, n = model.embedding_size, model.hidden_size
    stack = 4 * n * (m + n + 1) + (model.layers - 1) * 4 * n * (2 * n + 1)  # W, U and bias of every layer
    return Parameters(
        source_embedding=source_vocabulary * m,
        encoder=stack,
        attention=0,
        target_embedding=target_vocabulary * m,
        decoder=stack,
        readout=0,
        softmax=target_vocabulary * (n + 1),
    )


def estimate_memory(experiment: ExperimentConfig) -> TrainingMemory:
    """What training this experiment takes, for vocabularies as large as the configuration allows."""
    corpus, train = experiment.corpus, experiment.train
    source, target = corpus.source_vocabulary + SPECIAL, corpus.target_vocabulary + SPECIAL
    parameters = count_parameters(experiment.model, source, target).total
    positions = train.batch_size * (corpus.max_length + 1)
    activations = _NUMBER * positions * _kept_numbers(experiment.model, corpus.max_length + 1)
    logits = _NUMBER * positions * 2 * target
    return TrainingMemory(
        weights=_NUMBER * parameters,
        gradients=_NUMBER * parameters,
        optimizer=_NUMBER * parameters * _STATES[train.optimizer],
        activations=activations,
        logits=logits,
        allocator=round(_UNUSED * (activations + logits)),
        process=_PROCESS,
    )


def _kept_numbers(model: ModelConfig, positions: int) -> int:
    """What the forward pass keeps for a source position and a target position of a sentence, together."""
    m, n = model.embedding_size, model.hidden_size
    if model.kind == "lstm-seq2seq":
        layer = 9 * n  # of both sides: gates, cell and output; as PyTorch's kernels keep them, measured
        return 5 * m + model.layers * layer + 12 * n
    recurrence = 3 * n + 5 * n + n  # the projected input; both gates, candidate, r ∘ h and state; the result
    readout = 6 * model.readout_size  # 2l before the maxout; after it its result, dropout, mask, selection
    if model.kind == "rnnencdec":
        return (m + recurrence + 2 * n) + (2 * m + recurrence + readout)
    source = 2 * m + 2 * recurrence + 2 * n + 6 * n + 2 * model.alignment_size
    target = 2 * m + recurrence + 2 * n + positions + model.alignment_size + readout
    return source + target
