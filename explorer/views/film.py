"""The film of the alignment: a watched sentence at each validation of a run, to be played and walked."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine.runs.layout import RunLayout
from engine.trace import DecodingTrace
from explorer.film import Film, Frame, FrameKey
from explorer.services.run_snapshot import RunSnapshot
from explorer.views.film_gold import Gold, words_of
from explorer.views.film_picture import FilmPicture
from explorer.views.film_player import FilmPlayer
from explorer.views.film_side import FilmSide
from explorer.widgets.upright_area import UprightArea

AHEAD, BEHIND = 3, 1  # frames beside the shown one that are read too
TOLD_BEHIND = 7  # frames before it that are read of a model without attention, whose history is told


class FilmView(QWidget):
    """Draws what it is given; which frames it needs goes out as a wish. Its place is an update, so that it
    stays where it is while frames come in and go."""

    listing_requested = Signal(Path, float)  # a run, and the last update on its line of training
    frames_requested = Signal(tuple)  # of FrameKey, the one on screen first
    open_requested = Signal(str, str)  # a checkpoint, and the sentence that it is to translate

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._run: RunSnapshot | None = None
        self._film: Film | None = None
        self._update: int | None = None
        self._base: int | None = None  # the update of the frame that the shown one is compared with
        self._has_attention = True
        self._frames: dict[FrameKey, Frame] = {}
        self._wanted: tuple[FrameKey, ...] = ()
        self.side, self.picture, self.player = FilmSide(), FilmPicture(), FilmPlayer()
        self._lay_out()
        self.side.changed.connect(self._want)
        self.side.compare_toggled.connect(self._compare)
        self.side.open.clicked.connect(self._open)
        self.picture.reference_requested.connect(self.side.show_reference)
        self.player.frame_requested.connect(self._go)
        self._say_empty()

    def show_run(self, run: RunSnapshot) -> None:
        """Show the film of this run; a run that is shown already keeps its place."""
        is_other = self._run is None or run.path != self._run.path
        self._run = run
        if is_other:
            self.side.offer_checkpoint(is_kept=False)
            self._film, self._update, self._frames, self._has_attention = None, None, {}, True
            self._set_base(None)
            self.side.set_sentences(())
            self.player.pause()
            self.player.set_frames((), (), 0)
            self._say_empty()
        if self.isVisible():
            self.listing_requested.emit(run.path, last_update(run))

    def show_film(self, film: Film) -> None:
        """Take in which frames there are; the place stays, but for a newest frame that is followed."""
        if self._run is None or film.run != self._run.path:
            return
        before, self._film = self._film, film
        self.side.set_sentences(film.sentences)
        was_newest = before is None or not before.updates or self._update == before.updates[-1]
        if film.updates and (self._update is None or (was_newest and self.player.follow.isChecked())):
            self._update = film.updates[-1]
        self._place()

    def show_frame(self, frame: Frame) -> None:
        """Take in a frame that was wished for."""
        if frame.key not in self._wanted:
            return
        self._frames[frame.key] = frame
        self._draw()

    def title(self) -> str:
        """What is on screen, in words."""
        return self.tr("Film, {place}").format(place=self.side.heading.text().lower())

    # ---- where it stands

    def _place(self) -> None:
        """Stand at the update, or at the last frame before it if that one is gone."""
        updates = self._film.updates if self._film else ()
        if self._update is not None and updates:
            self._update = max((u for u in updates if u <= self._update), default=updates[0])
        frame = updates.index(self._update) if self._update in updates else 0
        self.player.set_frames(updates, self._measured("bleu", updates), frame)
        self._set_base(self._base if self._base in updates else None)
        self._want()

    def _open(self) -> None:
        if self._film is not None and self._update is not None and self.side.watched is not None:
            checkpoint = RunLayout(self._film.run).checkpoint_dir(self._update)
            self.open_requested.emit(str(checkpoint), self.side.watched.source)

    def _compare(self, is_wished: bool) -> None:
        self._set_base(self._update if is_wished else None)
        self._want()

    def _set_base(self, base: int | None) -> None:
        self._base = base
        self.side.show_base(base)
        updates = self._film.updates if self._film else ()
        self.player.strip.set_base(updates.index(base) if base is not None else None)

    def _go(self, frame: int) -> None:
        if self._film is not None and frame < len(self._film.updates):
            self._update = self._film.updates[frame]
            self._want()

    def _measured(self, name: str, updates: Sequence[int]) -> list[float]:
        """A quantity of the validations, in percent, at each update; NaN where it was not measured."""
        found = self._run.curves.measure("validation", name) if self._run else None
        known = dict(zip(found.x.tolist(), found.values.tolist(), strict=True)) if found else {}
        return [known.get(update, float("nan")) for update in updates]

    # ---- what is needed, and what is drawn

    def _key(self, update: int) -> FrameKey:
        return FrameKey(update, self.side.sentence, self.side.is_forced)

    def _want(self) -> None:
        """Wish for the frame on screen, those around it, and draw what is there."""
        film = self._film
        if film is None or not film.updates or not film.sentences or self._update is None:
            self._wanted = ()
            self._say_empty()
            return
        place = film.updates.index(self._update)
        behind = BEHIND if self._has_attention else TOLD_BEHIND
        near = [*range(place, place + AHEAD + 1), *range(place - 1, place - behind - 1, -1)]
        shown = [film.updates[n] for n in near if 0 <= n < len(film.updates)]
        base = [] if self._base is None else [self._base]
        self._wanted = tuple(dict.fromkeys(self._key(update) for update in (shown[0], *base, *shown)))
        self._frames = {key: frame for key, frame in self._frames.items() if key in self._wanted}
        self.player.set_ready(is_ready=self._wanted[0] in self._frames)
        self._draw()
        self.frames_requested.emit(self._wanted)

    def _draw(self) -> None:
        if not self._wanted or self._update is None:
            return
        shown, before = self._frames.get(self._wanted[0]), self._frame_before()
        self.player.set_ready(is_ready=shown is not None)
        bleu, aer = (self._measured(name, [self._update])[0] for name in ("bleu", "aer"))
        self.side.show_update(self._update, self._compared_with(), bleu, aer)
        is_kept = self._film is not None and self._update in self._film.checkpoints
        self.side.offer_checkpoint(is_kept=is_kept)
        if shown is None or (self._compared_with() is not None and before is None):
            return
        self.side.show_text(shown, before)
        if shown.trace is not None and shown.trace.weights is None:
            self._draw_history()
        else:
            base = before if self._compared_with() is not None else None
            gold = None if shown.trace is None else self._gold_on(shown.trace)
            self.picture.show_frame(shown, base, gold)

    def _compared_with(self) -> int | None:
        """The update that is taken away from the shown one; a frame is not compared with itself."""
        return self._base if self._base != self._update else None

    def _frame_before(self) -> Frame | None:
        """What the shown frame is compared with, in the picture or only in its words."""
        if (base := self._compared_with()) is not None:
            return self._frames.get(self._key(base))
        earlier = [key.update for key in self._wanted if key.update < self._wanted[0].update]
        return self._frames.get(self._key(max(earlier))) if earlier else None

    def _gold_on(self, trace: DecodingTrace) -> Gold | None:
        """The gold links on the words of this trace, if they are wished for and known."""
        watched = self.side.watched
        if not self.side.gold.isChecked() or watched is None or watched.gold is None:
            return None
        gold = Gold(watched.gold, len(watched.gold.possible))
        if self.side.is_forced or watched.reference is None or not trace.hypotheses:
            return gold
        return gold.moved(watched.reference, words_of(trace))

    def _draw_history(self) -> None:
        """A model without attention: its history needs more frames, which are wished for once."""
        if self._has_attention:
            self._has_attention = False
            self._want()
            return
        keys = sorted((key for key in self._wanted if key.update <= self._wanted[0].update), key=_update_of)
        self.picture.show_history([self._frames[key] for key in keys if key in self._frames])

    def _say_empty(self) -> None:
        self.picture.show_words(
            self.tr("No frames yet"),
            self.tr(
                "A run keeps how it translates a few sentences, early on and at each validation. They will "
                "be played here."
            ),
        )

    # ---- Qt

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._run is not None:
            self.listing_requested.emit(self._run.path, last_update(self._run))

    def _lay_out(self) -> None:
        upper = QHBoxLayout()
        upper.setSpacing(24)
        upper.addWidget(UprightArea(self.side), 1)
        upper.addWidget(self.picture, 2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 8, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(upper, 1)
        layout.addWidget(self.player)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFocusProxy(self.player)


def last_update(run: RunSnapshot) -> float:
    """The last update on the line of training; infinite where no record says."""
    last = run.curves.last_update
    return float("inf") if last is None else last


def _update_of(key: FrameKey) -> int:
    return key.update
