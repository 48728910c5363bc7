"""Validation: the loss does not depend on how the dev pairs are put into batches."""

from pathlib import Path

import pytest
import torch
from sacrebleu.metrics.chrf import CHRF

from engine.config import DecodeConfig
from engine.corpora.bitext import SentencePair
from engine.decoding import room
from engine.training.validation import Validator
from engine.translator import Translator

WORDS = ["red", "blue", "green", "big", "small", "cat", "dog", "tree", "house", "sea"]


@pytest.fixture
def translator(short_run: Path) -> Translator:
    return Translator.load(short_run)


def dev() -> list[SentencePair]:
    texts = [" ".join(WORDS[:count]) for count in (1, 3, 10, 2, 7, 5)]
    return [SentencePair(text, text.upper(), line) for line, text in enumerate(texts, start=1)]


def test_long_pairs_are_judged_in_smaller_batches_with_the_same_result(
    translator: Translator, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = translator._model
    together = Validator(translator, dev(), ()).validate(model)
    monkeypatch.setattr(room, "_MOST_CELLS", 60)
    apart = Validator(translator, dev(), ())
    assert max(len(rows) for rows in apart._batches) < 6
    found = apart.validate(model)
    assert found.loss == pytest.approx(together.loss, rel=1e-5)
    assert found.bleu == together.bleu


def test_the_loss_is_the_mean_over_all_dev_tokens(translator: Translator) -> None:
    found = Validator(translator, dev(), ()).validate(translator._model)
    translator._model.eval()
    forced = translator.force_all([(pair.source, pair.target) for pair in dev()])
    scores = [trace.best().score for trace in forced]
    tokens = sum(len(trace.best().tokens) for trace in forced)
    assert found.loss == pytest.approx(-sum(scores) / tokens, rel=1e-5)
    assert found.perplexity == pytest.approx(float(torch.tensor(found.loss).exp()), rel=1e-5)


def test_the_token_accuracy_is_counted_by_hand(translator: Translator) -> None:
    """A token counts where no other one has a larger probability after the right tokens before it."""
    found = Validator(translator, dev(), ()).validate(translator._model)
    translator._model.eval()
    hits, tokens = 0, 0
    for pair in dev():
        trace = translator.force(pair.source, pair.target, DecodeConfig(beam_size=1))
        for likeliest, given in zip(trace.candidate_ids[:, 0, 0], trace.token_ids[:, 0], strict=True):
            hits, tokens = hits + int(likeliest == given), tokens + 1
    assert 0 < hits < tokens
    assert found.token_accuracy == pytest.approx(100.0 * hits / tokens)


def test_chrf_is_that_of_the_translations_that_bleu_judges(translator: Translator) -> None:
    torch.manual_seed(4)
    for parameter in translator._model.parameters():
        parameter.data.normal_(std=0.5)  # the short run has learned to say nothing
    found = Validator(translator, dev(), ()).validate(translator._model)
    translator._model.eval()
    greedy = DecodeConfig(beam_size=1)
    said = [translator.translate(pair.source, greedy).best().text for pair in dev()]
    assert found.chrf == pytest.approx(CHRF().corpus_score(said, [[pair.target for pair in dev()]]).score)
    assert 0.0 < found.chrf < 100.0
