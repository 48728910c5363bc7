"""JoeyNMT's recurrent model with Bahdanau attention, as `answering` drives it."""

from types import SimpleNamespace
from typing import Any

import torch
from answering import BOS, EOS, PAD, UNK, Ids, answer, padded, words
from joeynmt.batch import Batch
from joeynmt.model import build_model
from joeynmt.search import search
from joeynmt.vocabulary import Vocabulary

_SPECIALS = SimpleNamespace(
    unk_token="<unk>", pad_token="<pad>", bos_token="<s>", eos_token="</s>", sep_token=None, lang_tags=[],
    unk_id=0, pad_id=1, bos_id=2, eos_id=3,
)  # fmt: skip
_OURS = {PAD: _SPECIALS.pad_id, UNK: _SPECIALS.unk_id, BOS: _SPECIALS.bos_id, EOS: _SPECIALS.eos_id}


class JoeyNMT:
    """A bidirectional GRU of the given size in each direction, and one as decoder."""

    def __init__(self, sizes: dict[str, int]) -> None:
        sides = [Vocabulary(words(sizes["vocabulary"]), _SPECIALS) for _ in range(2)]
        self._model = build_model(_configuration(sizes), *sides)
        self._model.loss_function = ("crossentropy", 0.0)
        self._optimizer = torch.optim.Adam(self._model.parameters(), lr=1e-3)

    def update(self, source: Ids, target: Ids) -> None:
        self._model.train()
        batch = _batch(source, target)
        fields = ("src", "trg", "trg_input", "src_mask", "src_length", "trg_mask")
        given = {name: getattr(batch, name) for name in fields}
        loss, *_ = self._model(return_type="loss", **given)
        (loss / len(source)).backward()
        torch.nn.utils.clip_grad_norm_(self._model.parameters(), 1.0)
        self._optimizer.step()
        self._optimizer.zero_grad()

    @torch.no_grad()
    def translate(self, source: Ids, beam: int, length: int) -> None:
        self._model.eval()
        size = 0 if beam == 1 else beam
        search(self._model, _batch(source), length, size, 1.0, min_output_length=length - 1)


def _configuration(sizes: dict[str, int]) -> dict[str, Any]:
    embeddings = {"embedding_dim": sizes["embedding"], "scale": False}
    both = {"type": "recurrent", "rnn_type": "gru", "hidden_size": sizes["hidden"], "num_layers": 1}
    decoder = {"attention": "bahdanau", "input_feeding": True, "init_hidden": "bridge"}
    return {
        "encoder": {**both, "embeddings": embeddings, "bidirectional": True},
        "decoder": {**both, "embeddings": embeddings, **decoder},
    }


def _batch(source: Ids, target: Ids | None = None) -> Batch:
    src = _theirs(padded(source, with_start=False))
    trg = None if target is None else _theirs(padded(target, with_start=True))
    lengths, order = (src != _SPECIALS.pad_id).sum(1), torch.arange(len(source))
    special = _SPECIALS.pad_id, _SPECIALS.eos_id
    batch = Batch(src, lengths, None, trg, None, order, torch.device("cpu"), *special)
    batch.sort_by_src_length()  # as its encoder wants it
    return batch


def _theirs(ids: torch.Tensor) -> torch.Tensor:
    """With their numbers of the special tokens."""
    table = torch.arange(int(ids.max()) + 1)
    for ours, theirs in _OURS.items():
        table[ours] = theirs
    return table[ids]


if __name__ == "__main__":
    answer(JoeyNMT)
