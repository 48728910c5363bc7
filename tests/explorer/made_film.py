"""A run folder with a film in it, as the engine's own writer makes it, and a view that is wired to it."""

from dataclasses import replace
from pathlib import Path

from pytestqt.qtbot import QtBot

from engine.presets import preset
from engine.runs.records import TrainRecord, ValidationRecord
from engine.runs.writer import RunWriter
from engine.trace import DecodingTrace
from explorer.services.film_reader import FilmReader
from explorer.services.run_follower import RunFollower
from explorer.services.run_glance import RunGlance
from explorer.views.film import FilmView
from tests.explorer.made_traces import made_forced_trace

TEXTS = ("a red book", "the old man sleeps")
REFERENCE = "UN LIVRE ROUGE"


def target_at(update: int, index: int) -> str:
    """The words that are "translated" at an update: the last one is another each time."""
    return f"{TEXTS[index].upper()} W{update}"


def frame_trace(update: int, index: int, *, attention: bool = True) -> DecodingTrace:
    """The model's own translation at an update; the weights are others at each."""
    trace = made_forced_trace(TEXTS[index], target_at(update, index), attention=attention)
    return replace(_turned(trace, update), meta={"seconds": 0.01, "search": "beam search"})


def reference_trace(update: int, *, attention: bool = True) -> DecodingTrace:
    """The model led along the reference of the first sentence at an update."""
    return _turned(made_forced_trace(TEXTS[0], REFERENCE, attention=attention), update)


def _turned(trace: DecodingTrace, update: int) -> DecodingTrace:
    """The same trace, its rows in another order for each update."""
    if trace.weights is None or trace.energies is None or trace.contexts is None:
        return trace
    order = [(row + update // 10) % len(trace.weights) for row in range(len(trace.weights))]
    return replace(
        trace, weights=trace.weights[order], energies=trace.energies[order], contexts=trace.contexts[order]
    )


def add_frame(writer: RunWriter, update: int, *, attention: bool = True) -> None:
    """The records of one validation, and its traces; the first sentence has a reference."""
    writer.record(TrainRecord(update, 1, 2.0, 7.0, 1.0, 0.001, 500.0, time=float(update)))
    for index in range(len(TEXTS)):
        writer.save_trace(update, index, frame_trace(update, index, attention=attention))
    writer.save_trace(update, 0, reference_trace(update, attention=attention))
    writer.record(ValidationRecord(update, 1, 2.5, 12.0, update / 2, "signature", 1.0))


def make_run(folder: Path, updates: tuple[int, ...], *, attention: bool = True) -> Path:
    """A run with a frame of two sentences at each of these updates."""
    with RunWriter.create(folder, preset("rnnsearch-minute"), {}) as writer:
        for update in updates:
            add_frame(writer, update, attention=attention)
    return folder


class FilmShow:
    """A film view wired to a reader, as the place Train wires them."""

    def __init__(self, qtbot: QtBot, run: Path) -> None:
        self.view, self.reader = FilmView(), FilmReader()
        self.view.listing_requested.connect(self.reader.list_frames)
        self.view.frames_requested.connect(self.reader.read)
        self.reader.film_listed.connect(self.view.show_film)
        self.reader.frame_read.connect(self.view.show_frame)
        qtbot.addWidget(self.view)
        self.view.resize(1200, 560)
        self.view.show()
        self.turn_to(run)

    def turn_to(self, run: Path) -> None:
        """Show another run."""
        self._glance, self._follower = RunGlance(run), RunFollower(run)
        self.poll()

    def poll(self) -> None:
        """Show the run as it is now."""
        self.view.show_run(self._follower.poll(self._glance.poll()))

    def words(self) -> str:
        """The heading and the text beside the picture, without its marks."""
        text = self.view.side.text.text()
        while "<" in text:
            text = text[: text.index("<")] + text[text.index(">") + 1 :]
        return f"{self.view.side.heading.text()}: {text}"
