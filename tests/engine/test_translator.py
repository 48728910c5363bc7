"""The loaded model: order, blank lines, batches, forced decoding, what a person may type."""

from pathlib import Path

import numpy as np
import pytest

from engine.checkpoint import save_checkpoint
from engine.config import DecodeConfig
from engine.errors import CheckpointError
from engine.runs.layout import RunLayout
from engine.runs.notes import RunNotes, save_notes
from engine.trace_check import check
from engine.trace_io import from_bytes, to_bytes
from engine.translator import Translator

TEXTS = [
    "red cat",
    "",
    "big dog sea house",
    "   ",
    "tree",
    "blue blue blue blue blue blue",
    "red cat",
    "\u2003",
]
BEAM = DecodeConfig(beam_size=4, n_best=3, max_length=6)


@pytest.fixture(scope="session")
def translator(short_run: Path) -> Translator:
    return Translator.load(short_run)


def test_one_trace_a_text_in_their_order(translator: Translator) -> None:
    done: list[int] = []
    traces = translator.translate_all(TEXTS, BEAM, done.append)
    assert [trace.source_text for trace in traces] == TEXTS
    assert done[-1] == len(TEXTS)
    for text, trace in zip(TEXTS, traces, strict=True):
        check(trace)
        assert bool(trace.best().tokens) == bool(text.strip())
        assert len(trace.hypotheses) == (3 if text.strip() else 1)


def test_a_blank_text_has_an_empty_translation(translator: Translator) -> None:
    for text in ("", "  ", "\t", "\n"):
        trace = translator.translate(text, BEAM)
        check(trace)
        assert (trace.best().text, trace.best().tokens, trace.token_ids.shape[0]) == ("", (), 0)
        assert trace.source_tokens == ("</s>",)
        assert from_bytes(to_bytes(trace)).best() == trace.best()


def test_alone_and_together_and_again_are_the_same(translator: Translator) -> None:
    """Dropout is off: nothing is left to chance."""
    together = translator.translate_all(TEXTS, BEAM)
    for text, trace in zip(TEXTS, together, strict=True):
        for alone in (translator.translate(text, BEAM), translator.translate_all([text], BEAM)[0]):
            assert [h.token_ids for h in alone.hypotheses] == [h.token_ids for h in trace.hypotheses]
            assert np.allclose(
                [h.score for h in alone.hypotheses], [h.score for h in trace.hypotheses], atol=1e-5
            )
            if trace.weights is not None:
                assert np.allclose(alone.weights, trace.weights, atol=1e-5)


def test_many_numbered_lines_keep_their_places(translator: Translator) -> None:
    texts = [" ".join(["sea"] * (number % 7)) for number in range(300)]
    traces = translator.translate_all(texts, DecodeConfig(beam_size=1, max_length=3))
    assert [trace.source_text for trace in traces] == texts
    assert [len(trace.source_tokens) for trace in traces] == [number % 7 + 1 for number in range(300)]


def test_forced_decoding_scores_what_was_found(translator: Translator) -> None:
    for hypothesis in translator.translate("red cat", BEAM).hypotheses:
        if hypothesis.finished and "<unk>" not in hypothesis.tokens:
            forced = translator.force("red cat", hypothesis.text, BEAM)
            check(forced)
            assert forced.best().token_ids == hypothesis.token_ids
            assert forced.best().score == pytest.approx(hypothesis.score, abs=1e-4)


def test_forced_decoding_of_many_is_in_order(translator: Translator) -> None:
    pairs = [("red cat", "RED CAT"), ("tree", ""), ("", "SEA"), ("big big big sea", "DOG")]
    traces = translator.force_all(pairs)
    for (source, target), trace in zip(pairs, traces, strict=True):
        check(trace)
        alone = translator.force(source, target, BEAM)
        assert trace.source_text == source
        assert trace.best().text == target
        assert trace.best().score == pytest.approx(alone.best().score, abs=1e-5)


@pytest.mark.parametrize(
    "text",
    ["zebra", "🙂🙃", "</s> <unk>", "red " * 400, "a\nb", "\u05e9\u05dc\u05d5\u05dd", "e\u0301t\u00e9"],
)
def test_whatever_is_typed_gives_a_sound_trace(translator: Translator, text: str) -> None:
    trace = translator.translate(text, DecodeConfig(beam_size=2, max_length=5))
    check(trace)
    assert trace.source_ids[:-1].all(), "only the last position is end of sentence"
    for begin, end in trace.source_spans:
        assert 0 <= begin <= end <= len(text)
    assert from_bytes(to_bytes(trace)).source_tokens == trace.source_tokens


def test_each_step_is_reported_and_can_end_the_search(translator: Translator) -> None:
    steps: list[int] = []

    class EnoughError(Exception):
        pass

    def look(leader) -> None:
        trace = leader()
        check(trace)
        steps.append(trace.best().end_step)
        if len(steps) == 2:
            raise EnoughError

    with pytest.raises(EnoughError):
        translator.translate("big dog sea", BEAM, look)
    assert steps == [0, 1]


def test_meta_says_who_translated_and_how(translator: Translator, short_run: Path) -> None:
    meta = translator.translate("tree", BEAM).meta
    assert meta["kind"] == short_run.name
    assert meta["decode"]["beam_size"] == 4
    assert len(meta["fingerprint"]) == 64
    assert "shown_name" not in meta
    save_notes(RunLayout(short_run), RunNotes("The best of all"))
    named = Translator.load(short_run)
    RunLayout(short_run).notes.unlink()
    assert named.translate("tree", BEAM).meta == {
        **meta,
        "shown_name": "The best of all",
        "seconds": pytest.approx(0, abs=9),
    }


def test_a_checkpoint_of_other_sizes_is_refused(translator: Translator, short_run: Path) -> None:
    layout = RunLayout(short_run)
    _, checkpoint = layout.checkpoints()[-1]
    wrong = dict(translator._model.state_dict())
    name = "decoder.bias" if translator.kind == "lstm-seq2seq" else "decoder.readout.bias"
    wrong[name] = wrong[name][:-1].clone()
    other = layout.checkpoint_dir(99)
    save_checkpoint(other, wrong, {}, {})
    with pytest.raises(CheckpointError, match=f"does not fit its configuration: {name} is"):
        Translator.load(other)
    assert Translator.load(checkpoint).parameters == translator.parameters
