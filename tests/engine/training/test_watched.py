"""The film of a run: a frame at each validation and at early updates, each what its checkpoint decodes."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from engine.config import DecodeConfig, ExperimentConfig
from engine.corpora.bitext import SentencePair
from engine.runs.control import request
from engine.runs.layout import RunLayout
from engine.runs.records import Record, TrainRecord
from engine.text.language_side import train_side
from engine.text.vocabulary import EOS_ID, UNK_ID
from engine.trace import DecodingTrace, Hypothesis
from engine.trace_io import load
from engine.training import resume_run, start_run
from engine.training.watched import WatchedSentences, as_written, watched_before
from engine.translator import Translator

Experiment = Callable[..., ExperimentConfig]
GREEDY = DecodeConfig(beam_size=1)


def pair(source: str, target: str) -> SentencePair:
    return SentencePair(source, target, 1)


def test_sentences_whose_words_are_all_known_are_watched_first_and_references_stand_as_written() -> None:
    side = train_side(["a b c d e f g", "a b c d e f g"], "words", 7, "en")
    translator = SimpleNamespace(source=side, target=side)
    dev = [
        pair("a b c d zebra", "a b"), pair("a b c d e", "a Zebra!"), pair("a b c d f", "a b c"),
        pair("a b", "a b"),
    ]  # fmt: skip
    assert WatchedSentences(translator, dev, ()).pairs == [("a b c d f", "a b c")]
    unknown = WatchedSentences(translator, dev[:2], ()).pairs
    assert [source for source, _ in unknown] == ["a b c d zebra", "a b c d e"]
    words = ("a", "<unk>", "<unk>", "</s>")
    known, lacked = side.vocabulary.encode(["a"])[0], UNK_ID
    forced = Hypothesis(3, 0, words, (known, lacked, lacked, EOS_ID), "a <unk> <unk>", 0.0, 0.0, True)
    ids, some = np.array([[known], [lacked], [lacked], [EOS_ID]]), np.zeros((4, 1), np.float32)
    arrays = np.arange(2), ids, 0 * ids, some, some
    trace = DecodingTrace("a", ("a", "</s>"), np.array([known, EOS_ID]), ((0, 1), (1, 1)), *arrays, (forced,))
    best = as_written(trace, "a Zebra!", side).best()
    assert (best.text, best.tokens) == ("a Zebra!", ("a", "Zebra", "!", "</s>"))
    assert best.token_ids == forced.token_ids


def ignore(_: Record) -> None:
    pass


def same(one: DecodingTrace, other: DecodingTrace) -> bool:
    return (
        one.source_text == other.source_text
        and np.array_equal(one.token_ids, other.token_ids)
        and np.array_equal(one.weights, other.weights)
        and np.array_equal(one.states, other.states)
        and one.best() == other.best()
    )


def test_a_frame_is_what_its_checkpoint_decodes(experiment: Experiment, tmp_path: Path) -> None:
    run = tmp_path / "run"
    plan = experiment(40)
    plan = replace(plan, train=replace(plan.train, keep_checkpoints=9))
    start_run(plan, run, ignore)
    layout = RunLayout(run)
    frames, checkpoints = layout.traces(), layout.checkpoints()
    assert [update for update, _ in frames] == [update for update, _ in checkpoints] == [10, 20, 30, 40]
    for (update, files), (_, checkpoint) in zip(frames, checkpoints, strict=True):
        translator = Translator.load(checkpoint, "cpu")
        for index, file in enumerate(files):
            kept = load(file)
            assert same(kept, translator.translate(kept.source_text, GREEDY))
            forced = load(layout.trace_file(update, index, is_forced=True))
            assert forced.is_forced
            assert forced.best().text == forced.source_text == kept.source_text  # the task is to copy
            again = translator.force(kept.source_text, kept.source_text, GREEDY)
            assert np.array_equal(forced.weights, again.weights)
            assert forced.best() == again.best()
            assert forced.states is None  # only what is drawn of it: it costs next to no room


def test_the_first_frames_come_before_the_first_validation(experiment: Experiment, tmp_path: Path) -> None:
    run = tmp_path / "run"
    start_run(experiment(60, validate_every=60), run, ignore)
    layout = RunLayout(run)
    assert [update for update, _ in layout.traces()] == [10, 20, 50, 60]
    assert [update for update, _ in layout.checkpoints()] == [60]


def test_a_sentence_of_no_dev_pair_has_no_reference(experiment: Experiment, tmp_path: Path) -> None:
    run = tmp_path / "run"
    plan = experiment(10)
    watched = ("ba ce di fo gu ha ki lo me nu",)
    start_run(replace(plan, train=replace(plan.train, watched=watched)), run, ignore)
    (folder,) = [files[0].parent for _, files in RunLayout(run).traces()]
    assert [path.name for path in folder.iterdir()] == ["00.safetensors"]


def test_a_resumed_run_has_no_frame_of_the_branch_that_ended(experiment: Experiment, tmp_path: Path) -> None:
    run = tmp_path / "run"

    def ask(record: Record) -> None:
        if isinstance(record, TrainRecord) and record.update in (20, 30):
            request(run, "validate" if record.update == 20 else "stop")

    start_run(experiment(40, validate_every=40), run, ask)
    layout = RunLayout(run)
    assert [update for update, _ in layout.traces()] == [10, 20]
    for update, checkpoint in layout.checkpoints():
        if update > 20:
            (checkpoint / "model.safetensors").write_bytes(b"broken")
    assert watched_before(layout) == tuple(load(file).source_text for file in layout.traces()[0][1])
    layout.trace_dir(27).mkdir()
    layout.trace_file(27, 0, is_forced=False).write_bytes(b"of the old branch")
    resume_run(run, None, ignore)
    assert [update for update, _ in layout.traces()] == [10, 20, 40]
