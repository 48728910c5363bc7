"""A run of the real program as the window sees its film: a frame at each validation, and those before."""

import pytest

from engine.runs.layout import RunLayout
from engine.runs.reader import RunReader
from engine.runs.records import ValidationRecord

pytest.importorskip("PySide6")

from explorer.film import FrameKey
from explorer.services.film_listing import film_of
from explorer.services.film_reader import read_frame


def test_each_validation_is_a_frame_of_each_watched_sentence(finished_run) -> None:
    path, _ = finished_run
    film = film_of(path, 14, None)
    records = RunReader(path).poll().records
    validated = {record.update for record in records if isinstance(record, ValidationRecord)}
    assert film.updates == (10, 14)
    assert validated == {14} == set(film.checkpoints)
    assert len(film.sentences) == 4
    for index, watched in enumerate(film.sentences):
        assert watched.reference is not None
        assert len(watched.reference) == len(watched.source.split()) + 1  # word for word, and the end
        for update in film.updates:
            for is_forced in (False, True):
                frame = read_frame(path, FrameKey(update, index, is_forced))
                assert frame.problem == ""
                assert frame.trace.source_text == watched.source
                assert frame.trace.is_forced == is_forced
                assert frame.trace.weights.shape[2] == len(frame.trace.source_tokens)


def test_forced_frames_take_little_room(finished_run) -> None:
    path, _ = finished_run
    layout = RunLayout(path)
    for _, files in layout.traces():
        forced = [file.with_name(f"{file.stem}.forced.safetensors") for file in files]
        assert sum(file.stat().st_size for file in forced) < 0.4 * sum(file.stat().st_size for file in files)
