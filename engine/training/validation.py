"""Validation: loss and perplexity under teacher forcing, BLEU of free decoding, and the watched sentences."""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass

import torch

from engine.config import DecodeConfig
from engine.corpora.bitext import SentencePair
from engine.corpora.token_store import TokenPairs
from engine.decoding.room import batches
from engine.evaluation.alignment import GoldLinks, LinkRule, alignment_scores, trace_links
from engine.evaluation.metrics import bleu, chrf
from engine.models.interface import TranslationModel
from engine.training.batching import make_batch
from engine.training.watched import SentenceTraces, WatchedSentences
from engine.translator import Translator

_BATCH = 100
_GREEDY = DecodeConfig(beam_size=1)
_RULE = LinkRule()
_MOST_ALIGNED = 200  # dev pairs, so that a validation stays quick


@dataclass(frozen=True)
class Validation:
    """loss: mean negative log-likelihood of a dev token, nats; bleu, chrf: of greedy translations, percent.

    token_accuracy: how many percent of the dev tokens are the likeliest ones under teacher forcing. aer: the
    alignment error rate of forced decoding, in percent; None without attention or without gold links.
    """

    loss: float
    perplexity: float
    bleu: float
    bleu_signature: str
    chrf: float
    token_accuracy: float
    aer: float | None
    seconds: float
    traces: list[SentenceTraces]


class Validator:
    """Judges a model on the dev pairs, always in the same way."""

    def __init__(
        self,
        translator: Translator,
        dev: Sequence[SentencePair],
        watched: Sequence[str],
        gold: Sequence[GoldLinks | None] = (),
    ) -> None:
        """gold: the links of each dev pair, where they are known."""
        self._translator = translator
        self._dev = dev
        known = [(pair, links) for pair, links in zip(dev, gold, strict=False) if links is not None]
        self._aligned = known[:_MOST_ALIGNED] if translator.has_attention else []
        self._watched = WatchedSentences(translator, dev, watched)
        source = translator.source.encode_array([pair.source for pair in dev])
        target = translator.target.encode_array([pair.target for pair in dev])
        self._pairs = TokenPairs(source, target)
        lengths, cells = target.lengths(), source.lengths() * target.lengths()
        self._batches = list(batches(lengths.tolist(), cells.tolist(), _BATCH))

    @property
    def vocabularies(self) -> tuple[str, str]:
        """The fingerprints of the source and the target vocabulary."""
        translator = self._translator
        return translator.source.vocabulary.fingerprint, translator.target.vocabulary.fingerprint

    def validate(self, model: TranslationModel) -> Validation:
        """Judge the model, which the translator shares; it is in training mode again afterwards."""
        started = time.perf_counter()
        model.eval()
        try:
            loss, accuracy = self._judge(model)
            found = self._translator.translate_all([pair.source for pair in self._dev], _GREEDY)
            traces = self._watched.traces()
            aer = self._alignment_error()
        finally:
            model.train()
        language = self._translator.target.segmenter.language
        translations, references = [trace.best().text for trace in found], [[p.target for p in self._dev]]
        score = bleu(translations, references, language)
        return Validation(
            loss=loss,
            perplexity=math.exp(loss) if loss < 700 else math.inf,
            bleu=score.value,
            bleu_signature=score.signature,
            chrf=chrf(translations, references).value,
            token_accuracy=accuracy,
            aer=aer,
            seconds=time.perf_counter() - started,
            traces=traces,
        )

    @property
    def watched(self) -> list[str]:
        """The source sentences that are watched."""
        return [source for source, _ in self._watched.pairs]

    def watch(self, model: TranslationModel) -> list[SentenceTraces]:
        """Only the watched sentences, which costs next to nothing."""
        model.eval()
        try:
            return self._watched.traces()
        finally:
            model.train()

    def _alignment_error(self) -> float | None:
        if not self._aligned:
            return None
        traces = self._translator.force_all([(pair.source, pair.target) for pair, _ in self._aligned])
        found = [trace_links(trace, _RULE) for trace in traces]
        return 100.0 * alignment_scores(found, [links for _, links in self._aligned]).error_rate

    @torch.inference_mode()
    def _judge(self, model: TranslationModel) -> tuple[float, float]:
        """The loss and the token accuracy under teacher forcing."""
        device = next(model.parameters()).device
        total, hits, tokens = 0.0, 0, 0
        for rows in self._batches:
            batch = make_batch(self._pairs.take(rows), device)
            judged = model.judge_pairs(batch.source, batch.source_lengths, batch.target, batch.target_lengths)
            total += float(judged.costs.sum())
            hits += int(judged.likeliest.sum())
            tokens += batch.target_tokens
        return total / tokens, 100.0 * hits / tokens
