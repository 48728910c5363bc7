"""A translator without a network: it says each word backwards and looks at the word that it says."""

import re
from collections.abc import Sequence
from types import SimpleNamespace

import numpy as np
import pytest

from engine.trace import DecodingTrace, Hypothesis

EOS = "</s>"


def encode(text: str) -> SimpleNamespace:
    """Words and their places, end of sentence last."""
    words = list(re.finditer(r"\S+", text))
    tokens = (*(word.group() for word in words), EOS)
    spans = (*(word.span() for word in words), (len(text), len(text)))
    return SimpleNamespace(tokens=tokens, spans=spans)


class BackwardsTranslator:
    """The part of a Translator that the commands use; `attention` False leaves the weights out."""

    name = "backwards"
    fingerprint = "0" * 64
    target = SimpleNamespace(encode=encode, segmenter=SimpleNamespace(language="xx"))

    def __init__(self, *, attention: bool = True) -> None:
        self.has_attention = attention
        self.kind = "rnnsearch" if attention else "rnnencdec"
        self.blocks: list[int] = []

    def translate_all(self, texts: Sequence[str], config, on_progress=None) -> list[DecodingTrace]:
        self.blocks.append(len(texts))
        return [self._trace(text, self._say(text), config.n_best) for text in texts]

    def force_all(self, pairs: Sequence[tuple[str, str]], on_progress=None) -> list[DecodingTrace]:
        return [self._trace(source, encode(target).tokens, 1) for source, target in pairs]

    def _say(self, text: str) -> tuple[str, ...]:
        tokens = encode(text).tokens
        return () if len(tokens) == 1 else (*(word[::-1] for word in tokens[:-1]), EOS)

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
            source_ids=np.arange(columns),
            source_spans=encoded.spans,
            reading_order=np.arange(columns),
            token_ids=np.arange(rows)[:, None],
            parents=np.zeros((rows, 1), np.int64),
            log_probs=np.full((rows, 1), -0.5, np.float32),
            scores=scores,
            hypotheses=tuple(self._hypothesis(tokens) for _ in range(count)),
            weights=weights if self.has_attention else None,
            meta={"model": self.name, "kind": self.kind},
        )

    def _hypothesis(self, tokens: tuple[str, ...]) -> Hypothesis:
        text = " ".join(token for token in tokens if token != EOS)
        ids = tuple(range(len(tokens)))
        score = -0.5 * len(tokens)
        return Hypothesis(len(tokens) - 1, 0, tokens, ids, text, score, -0.5, finished=True)


@pytest.fixture
def use_translator(monkeypatch):
    """Puts a translator in the place of the one that the commands would load."""

    def use(translator: BackwardsTranslator) -> BackwardsTranslator:
        for command in ("translate", "align", "evaluate"):
            monkeypatch.setattr(f"engine.commands.{command}.load_translator", lambda options: translator)
        monkeypatch.setattr("engine.commands.rescore.load_translators", lambda options: [translator])
        return translator

    return use


@pytest.fixture
def backwards(use_translator) -> BackwardsTranslator:
    return use_translator(BackwardsTranslator())


@pytest.fixture
def without_attention(use_translator) -> BackwardsTranslator:
    return use_translator(BackwardsTranslator(attention=False))


@pytest.fixture
def standard_input(monkeypatch):
    """Gives bytes on standard input."""

    def give(data: bytes) -> None:
        import io

        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))

    return give
