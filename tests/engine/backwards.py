"""A translator without a network: it says each word backwards and looks at the word that it says."""

import re
from collections.abc import Sequence
from types import SimpleNamespace

import numpy as np

from engine.probes import Importance
from engine.text.vocabulary import EOS_ID, UNK_ID
from engine.trace import DecodingTrace, Hypothesis

EOS = "</s>"
UNKNOWN, KNOWN = "<unk>", "known"  # the second is said where the first is forbidden


def encode(text: str) -> SimpleNamespace:
    """Words and their places, end of sentence last."""
    words = list(re.finditer(r"\S+", text))
    tokens = (*(word.group() for word in words), EOS)
    spans = (*(word.span() for word in words), (len(text), len(text)))
    return SimpleNamespace(tokens=tokens, spans=spans)


def ids_of(tokens: Sequence[str]) -> np.ndarray:
    """Token ids: one for the unknown word, one for the end, and any others."""
    special = {UNKNOWN: UNK_ID, EOS: EOS_ID}
    return np.array([special.get(token, 10 + place) for place, token in enumerate(tokens)], np.int64)


class BackwardsTranslator:
    """The part of a Translator that the commands use; `attention` False leaves the weights out."""

    name = "backwards"
    fingerprint, parameters = "0" * 64, 1
    target = SimpleNamespace(encode=encode, segmenter=SimpleNamespace(language="xx"))

    def __init__(self, *, attention: bool = True) -> None:
        self.has_attention = attention
        self.kind = "rnnsearch" if attention else "rnnencdec"
        self.blocks: list[int] = []

    def translate_all(self, texts: Sequence[str], config, on_progress=None) -> list[DecodingTrace]:
        self.blocks.append(len(texts))
        says = [self._say(text, unknown=config.allow_unknown) for text in texts]
        return [self._trace(text, tokens, config.n_best) for text, tokens in zip(texts, says, strict=True)]

    def force_all(self, pairs: Sequence[tuple[str, str]], on_progress=None) -> list[DecodingTrace]:
        return [self._trace(source, encode(target).tokens, 1) for source, target in pairs]

    def importance(self, text: str, target_ids: Sequence[int], method: str) -> Importance:
        """Gradient says that the last word is made of the first source word, the one before of the second;
        occlusion that all are made of the first. What stands further on speaks against each."""
        columns = len(encode(text).tokens)
        values = np.full((len(target_ids), columns), -1.0, np.float32)
        for row in range(len(target_ids) - 1):
            values[row, min(len(target_ids) - 2 - row, columns - 1) if method == "gradient" else 0] = 2.0
        return Importance(method, text, tuple(target_ids), self.fingerprint, values)

    def _say(self, text: str, *, unknown: bool) -> tuple[str, ...]:
        tokens = encode(text).tokens
        said = [word[::-1] if unknown or word[::-1] != UNKNOWN else KNOWN for word in tokens[:-1]]
        return (*said, EOS) if said else ()

    def _trace(self, source: str, tokens: tuple[str, ...], count: int) -> DecodingTrace:
        encoded = encode(source)
        rows, columns = len(tokens), len(encoded.tokens)
        weights = np.zeros((rows, 1, columns), np.float32)
        for row in range(rows):
            weights[row, 0, min(row, columns - 1)] = 1.0
        scores = np.cumsum(np.full((rows, 1), -0.5, np.float32), axis=0)
        return DecodingTrace(
            source_text=source,
            source_tokens=encoded.tokens,
            source_ids=ids_of(encoded.tokens),
            source_spans=encoded.spans,
            reading_order=np.arange(columns),
            token_ids=ids_of(tokens)[:, None],
            parents=np.zeros((rows, 1), np.int64),
            log_probs=np.full((rows, 1), -0.5, np.float32),
            scores=scores,
            hypotheses=tuple(self._hypothesis(tokens) for _ in range(count)),
            weights=weights if self.has_attention else None,
            meta={"model": self.name, "kind": self.kind},
        )

    def _hypothesis(self, tokens: tuple[str, ...]) -> Hypothesis:
        text = " ".join(token for token in tokens if token != EOS)
        ids = tuple(ids_of(tokens).tolist())
        score = -0.5 * len(tokens)
        return Hypothesis(len(tokens) - 1, 0, tokens, ids, text, score, -0.5, finished=True)
