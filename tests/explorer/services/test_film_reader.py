"""The film of a run against files that the engine's own writer makes, whole and broken ones."""

from dataclasses import replace

import numpy as np
import pytest

from engine.evaluation.alignment import GoldLinks
from engine.presets import preset
from engine.runs.layout import RunLayout
from engine.runs.writer import RunWriter
from engine.text.vocabulary import EOS
from engine.trace_io import save
from explorer.film import FrameKey, Watched
from explorer.services import film_reader
from explorer.services.film_reader import FilmReader, read_frame, size_of
from tests.explorer.made_traces import made_forced_trace, made_trace

TEXTS = ("a red book", "the old man sleeps")


@pytest.fixture
def run(tmp_path):
    """Three updates of two sentences; the reference of the first one is known."""
    folder = tmp_path / "run"
    with RunWriter.create(folder, preset("rnnsearch-minute"), {}) as writer:
        for update in (10, 20, 30):
            for index, text in enumerate(TEXTS):
                writer.save_trace(update, index, made_trace(text))
            writer.save_trace(update, 0, made_forced_trace(TEXTS[0], "UN LIVRE ROUGE"))
    return folder


class Ears:
    """What a reader told."""

    def __init__(self, reader):
        self.films, self.frames = [], []
        reader.film_listed.connect(self.films.append)
        reader.frame_read.connect(self.frames.append)


@pytest.fixture
def reader(qapp, inline_tasks):
    made = FilmReader()
    made.ears = Ears(made)
    return made


def test_the_list_has_every_update_and_sentence(reader, run):
    (run / "watched.links").write_text("0-0 1p2 2-1\n\n", encoding="utf-8")
    RunLayout(run).trace_file(20, 0, is_forced=False).unlink()  # one that is gone moves no other one
    reader.list_frames(run, 30)
    (film,) = reader.ears.films
    assert film.updates == (10, 20, 30)
    assert film.sentences == (
        Watched(
            TEXTS[0],
            ("UN", "LIVRE", "ROUGE", EOS),
            GoldLinks(frozenset({(0, 0), (2, 1)}), frozenset({(1, 2)})),
        ),
        Watched(TEXTS[1]),
    )


def test_frames_past_the_line_of_training_are_not_shown(reader, run):
    reader.list_frames(run, 20)
    assert reader.ears.films[0].updates == (10, 20)


def test_a_list_is_told_again_only_where_it_is_another(reader, run):
    reader.list_frames(run, 30)
    reader.list_frames(run, 30)
    assert len(reader.ears.films) == 1
    RunLayout(run).trace_dir(40).mkdir()
    reader.list_frames(run, 40)
    assert len(reader.ears.films) == 1  # a folder without a frame is none yet
    RunLayout(run).trace_file(40, 0, is_forced=False).write_bytes(b"begun")
    reader.list_frames(run, 40)
    assert reader.ears.films[-1].updates == (10, 20, 30, 40)


def test_a_folder_that_goes_away_during_a_look_is_looked_for_again(reader, run, monkeypatch):
    def gone(*_):
        raise FileNotFoundError

    with monkeypatch.context() as patch:
        patch.setattr(film_reader, "film_of", gone)
        reader.list_frames(run, 30)
    assert reader.ears.films == []
    reader.list_frames(run, 30)
    assert reader.ears.films[0].updates == (10, 20, 30)


def test_a_run_without_frames_has_an_empty_film(reader, tmp_path):
    reader.list_frames(tmp_path, 0)
    assert (reader.ears.films[0].updates, reader.ears.films[0].sentences) == ((), ())


def test_a_frame_has_the_weights_of_its_file_and_nothing_heavy(reader, run):
    reader.list_frames(run, 30)
    key = FrameKey(20, 1)
    reader.read([key])
    (frame,) = reader.ears.frames
    assert frame.key == key
    assert np.array_equal(frame.trace.weights, made_trace(TEXTS[1]).weights)
    assert frame.trace.best().text == made_trace(TEXTS[1]).best().text
    assert frame.trace.annotations is None
    assert frame.trace.candidate_ids is None


def test_forced_decoding_is_a_frame_of_its_own(reader, run):
    reader.list_frames(run, 30)
    reader.read([FrameKey(20, 0, is_forced=True)])
    assert reader.ears.frames[0].trace.is_forced


def test_a_kept_frame_is_not_read_again(reader, run):
    reader.list_frames(run, 30)
    reader.read([FrameKey(10, 0)])
    RunLayout(run).trace_file(10, 0, is_forced=False).unlink()
    reader.read([FrameKey(10, 0)])
    assert [frame.problem for frame in reader.ears.frames] == ["", ""]
    assert reader.ears.frames[0] is reader.ears.frames[1]


@pytest.mark.parametrize("data", [None, b"", b"half", b"\x10\0\0\0\0\0\0\0{}              ", "flipped"])
def test_a_broken_frame_is_told_in_words_and_read_again_when_it_is_whole(reader, run, data):
    path = RunLayout(run).trace_file(20, 0, is_forced=False)
    whole = path.read_bytes()
    if data is None:
        path.unlink()
    elif data == "flipped":
        path.write_bytes(whole[:-3] + bytes([whole[-3] ^ 1]) + whole[-2:])
    else:
        path.write_bytes(data)
    reader.list_frames(run, 30)
    reader.read([FrameKey(20, 0), FrameKey(30, 0)])
    broken, other = reader.ears.frames
    assert broken.trace is None
    assert "trace" in broken.problem
    assert other.trace is not None
    path.write_bytes(whole)
    reader.read([FrameKey(20, 0)])
    assert reader.ears.frames[-1].trace is not None


def test_a_trace_that_contradicts_itself_is_not_shown(run):
    path = RunLayout(run).trace_file(20, 0, is_forced=False)
    trace = made_trace(TEXTS[0])
    save(replace(trace, weights=np.float32(5) * trace.weights), path)
    frame = read_frame(run, FrameKey(20, 0))
    assert frame.trace is None
    assert "contradicts itself" in frame.problem


def test_no_more_is_kept_than_there_is_room_for(reader, run, monkeypatch):
    one = size_of(film_reader.slim(made_trace(TEXTS[0])))
    monkeypatch.setattr(film_reader, "MOST_KEPT", 2 * one)
    reader.list_frames(run, 30)
    reader.read([FrameKey(update, 0) for update in (10, 20, 30)])
    assert reader.kept_bytes == 2 * one
    RunLayout(run).trace_file(10, 0, is_forced=False).unlink()
    RunLayout(run).trace_file(20, 0, is_forced=False).unlink()
    reader.read([FrameKey(20, 0)])
    assert reader.ears.frames[-1].problem == ""
    reader.read([FrameKey(10, 0)])
    assert reader.ears.frames[-1].problem


def test_frames_that_are_made_again_after_a_resume_are_read_again(reader, run):
    reader.list_frames(run, 30)
    reader.read([FrameKey(20, 0)])
    layout = RunLayout(run)
    with RunWriter.resume(run, 10, 0) as writer:
        reader.list_frames(run, 10)
        writer.save_trace(20, 0, made_trace("another book"))
        assert layout.trace_file(20, 0, is_forced=False).is_file()
    reader.list_frames(run, 20)
    reader.read([FrameKey(20, 0)])
    assert reader.ears.frames[-1].trace.source_text == "another book"
    assert reader.ears.films[-1].updates == (10, 20)


def test_another_run_is_told_anew(reader, run, tmp_path):
    reader.list_frames(run, 30)
    reader.read([FrameKey(10, 0)])
    reader.list_frames(tmp_path / "nothing", 0)
    reader.read([FrameKey(10, 0)])
    assert reader.ears.frames[-1].problem
    assert reader.kept_bytes == 0
