"""The translation models, and the one place that builds them from a configuration."""

from engine.config import ModelConfig
from engine.models.attention import AdditiveAttention, AlignmentModel, DotAttention, GeneralAttention
from engine.models.decoder import Decoder
from engine.models.encoder import SourceEmbedding
from engine.models.gaussian_windows import GaussianWindows
from engine.models.interface import TranslationModel
from engine.models.lstm import LstmStack
from engine.models.lstm_seq2seq import LstmDecoder, LstmSeq2seq
from engine.models.rnnencdec import RNNencdec
from engine.models.rnnsearch import RNNsearch


def build_model(config: ModelConfig, source_vocabulary: int, target_vocabulary: int) -> TranslationModel:
    """A new model with the paper's initial values, drawn from torch's random generator.

    The vocabularies are counted with UNK and end of sentence.
    """
    m, n = config.embedding_size, config.hidden_size
    if config.kind == "lstm-seq2seq":
        return _lstm_seq2seq(config, source_vocabulary, target_vocabulary)
    context_size = 2 * n if config.kind == "rnnsearch" else n
    embedding = SourceEmbedding(source_vocabulary, m, config.dropout)
    decoder = Decoder(target_vocabulary, m, n, context_size, config.readout_size)
    decoder.dropout.p = config.dropout
    if config.kind == "rnnencdec":
        return RNNencdec(embedding, decoder)
    return RNNsearch(embedding, _alignment_model(config), decoder)


def _alignment_model(config: ModelConfig) -> AlignmentModel:
    n, units = config.hidden_size, config.alignment_size
    match config.alignment:
        case "dot" | "scaled-dot":
            return DotAttention(n, 2 * n, units, is_scaled=config.alignment == "scaled-dot")
        case "general":
            return GeneralAttention(n, 2 * n)
        case "gaussian-windows":
            return GaussianWindows(n)
        case _:
            return AdditiveAttention(n, 2 * n, units)


def _lstm_seq2seq(config: ModelConfig, source_vocabulary: int, target_vocabulary: int) -> TranslationModel:
    m, n = config.embedding_size, config.hidden_size
    return LstmSeq2seq(
        SourceEmbedding(source_vocabulary, m, config.dropout),
        LstmStack(m, n, config.layers),
        LstmDecoder(target_vocabulary, m, LstmStack(m, n, config.layers), config.dropout),
        reverses=config.source_order == "reversed",
    )
