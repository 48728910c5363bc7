"""OpenNMT-py's GRU model with additive attention, as `answering` drives it.

Its encoder has half of the units in each direction.
"""

import importlib
import sys
import types
from typing import Any

import torch
from answering import BOS, EOS, PAD, UNK, Ids, answer, padded, words

for _name in ("spacy", "fasttext"):  # imported for text, of which there is none here
    try:
        importlib.import_module(_name)
    except ImportError:
        sys.modules[_name] = types.ModuleType(_name)

import pyonmttok  # noqa: E402
from onmt.model_builder import build_model  # noqa: E402
from onmt.opts import train_opts  # noqa: E402
from onmt.translate import GNMTGlobalScorer  # noqa: E402
from onmt.translate.translator import Translator  # noqa: E402
from onmt.utils.loss import LossCompute  # noqa: E402
from onmt.utils.parse import ArgumentParser  # noqa: E402

_SPECIALS = {PAD: "<blank>", UNK: "<unk>", BOS: "<s>", EOS: "</s>"}


class OpenNMT:
    """A bidirectional GRU of the given size in both directions together, and one as decoder."""

    def __init__(self, sizes: dict[str, int]) -> None:
        options = _options(sizes)
        specials = [_SPECIALS[place] for place in range(len(_SPECIALS))]
        vocabulary = pyonmttok.build_vocab_from_tokens(words(sizes["vocabulary"]), special_tokens=specials)
        vocabulary.default_id = UNK
        self._vocabularies = {"src": vocabulary, "tgt": vocabulary, "data_task": "seq2seq"}
        self._vocabularies["decoder_start_token"] = _SPECIALS[BOS]
        self._model = build_model(options, options, self._vocabularies, None, -1)
        self._loss = LossCompute.from_opts(options, self._model, vocabulary)
        self._optimizer = torch.optim.Adam(self._model.parameters(), lr=1e-3)

    def update(self, source: Ids, target: Ids) -> None:
        self._model.train()
        given = _batch(source)
        given["tgt"] = padded(target, with_start=True).unsqueeze(2)
        outputs, attention = self._model(given["src"], given["tgt"], given["srclen"])
        loss, _ = self._loss(given, outputs, attention)
        (loss / len(source)).backward()
        torch.nn.utils.clip_grad_norm_(self._model.parameters(), 1.0)
        self._optimizer.step()
        self._optimizer.zero_grad()

    def translate(self, source: Ids, beam: int, length: int) -> None:
        self._model.eval()
        translator = Translator(
            self._model,
            self._vocabularies,
            min_length=length - 1,
            max_length=length,
            max_length_ratio=0,
            beam_size=beam,
            global_scorer=GNMTGlobalScorer(1.0, 0.0, "avg", "none"),
        )
        batch = _batch(source)
        translator.translate_batch({**batch, "batch_size": len(source)}, attn_debug=False)


def _options(sizes: dict[str, int]) -> Any:
    parser = ArgumentParser()
    train_opts(parser)
    given = {
        "rnn_size": sizes["hidden"], "word_vec_size": sizes["embedding"], "rnn_type": "GRU",
        "encoder_type": "brnn", "global_attention": "mlp", "layers": 1, "dropout": 0, "src_vocab": "none",
    }  # fmt: skip
    line = [part for name, value in given.items() for part in (f"-{name}", str(value))]
    options, _ = parser.parse_known_args([*line, "-data", "{}"])
    ArgumentParser.update_model_opts(options)
    return options


def _batch(source: Ids) -> dict[str, Any]:
    src = padded(source, with_start=False)
    return {"src": src.unsqueeze(2), "srclen": (src != PAD).sum(1)}


if __name__ == "__main__":
    answer(OpenNMT)
