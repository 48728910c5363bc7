"""Files of gold links: opened, saved as Pharaoh lines, and those that no file has kept for the next start."""

import contextlib
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from engine.corpora.lines import read_records
from engine.corpora.report import ImportReport
from engine.errors import CorpusError, EngineError
from engine.evaluation.alignment import GoldLinks
from engine.evaluation.link_lines import pairs_in, read_line, with_line
from engine.runs.publishing import write_bytes
from explorer.gold_book import LinkPlace
from explorer.pair_links import WordPair, pair_links_from
from explorer.services.tasks import run_task
from explorer.settings import Settings
from explorer.views.link_bar import LinkBar
from explorer.window.frame import Frame

PACKED = (".gz", ".xz")


class GoldFiles(QObject):
    """Of one window, whose bar tells what goes wrong. Files are read and written away from the UI thread."""

    def __init__(self, window: Frame, settings: Settings) -> None:
        super().__init__(window)
        self._window, self._settings, self._book = window, settings, window.workspace.gold
        self._take_kept()
        self._book.edited.connect(self._keep)
        self._book.changed.connect(self._mark_actions)
        window.actions_by_name["gold_links"].triggered.connect(lambda is_on: self._show(is_open=is_on))
        window.actions_by_name["edit_links"].triggered.connect(self._show_editing)

    def join(self, bar: LinkBar) -> None:
        """Answer what is wished for in this bar."""
        bar.open_requested.connect(self._ask_to_open)
        bar.save_requested.connect(self._save)
        bar.save_as_requested.connect(self._ask_to_save)
        bar.line_requested.connect(self._read_line)

    def open(self, path: Path, line: int = 1, base: int | None = None) -> None:
        """Lay the links of this line over the pair on screen: one step, which can be taken back."""
        if (pair := self._book.pair) is None:
            return

        def take(found: tuple[GoldLinks, LinkPlace]) -> None:
            if self._book.pair == pair:
                name = self.tr("Open line {line} of {name}").format(line=line, name=path.name)
                self._book.put_saved(*[found[0], name, found[1]])
                self._book.set_shown(is_open=True, is_editing=self._book.is_editing)

        self._run(lambda: _read(path, line, pair, base), take)

    def save_to(self, place: LinkPlace) -> None:
        """Write the links of the pair on screen into this line; the other lines stay as they are."""
        if (pair := self._book.pair) is None:
            return
        links = self._book.sheet.links

        def tell(done: LinkPlace) -> None:
            self._book.note_saved(pair, links, done)
            words = self.tr("The links are line {line} of {path}, words counted from {base}.")
            self._window.bar.show_message(words.format(line=done.line, path=done.path, base=done.base))

        self._run(lambda: _write(place, links), tell)

    def _show_editing(self, is_on: bool) -> None:
        self._show(is_open=True, is_editing=is_on)

    def _show(self, *, is_open: bool, is_editing: bool = False) -> None:
        self._window.go("translate")
        self._book.set_shown(is_open=is_open, is_editing=is_editing)

    def _mark_actions(self) -> None:
        self._window.actions_by_name["gold_links"].setChecked(self._book.is_open)
        self._window.actions_by_name["edit_links"].setChecked(self._book.is_editing)

    def _take_kept(self) -> None:
        kept = []
        for plain in self._settings["links"]:
            with contextlib.suppress(KeyError, TypeError, ValueError):
                kept.append(pair_links_from(plain))
        self._book.take(kept, self.tr("Links of the last time"))

    def _keep(self) -> None:
        self._settings["links"] = [one.to_plain() for one in self._book.unsaved()]
        self._settings.save()

    def _read_line(self, line: int) -> None:
        """Another line of the same file; what was edited and not saved can be had back by Undo."""
        if (place := self._book.sheet.place) is not None:
            self.open(place.path, line, place.base)

    def _save(self) -> None:
        """Into the line that they are from, where that is a plain Pharaoh file; else ask where."""
        place = self._book.sheet.place
        if place is None or place.base is None:
            self._ask_to_save()
        else:
            self.save_to(place)

    def _ask_to_open(self) -> None:
        kinds = {
            self.tr("Links, counted as the file shows (*)"): None,
            self.tr("Links, words counted from 0 (*)"): 0,
            self.tr("Links, words counted from 1 (*)"): 1,
        }
        title = self.tr("Open gold links")
        path, chosen = QFileDialog.getOpenFileName(self._window, title, "", ";;".join(kinds))
        if path:
            self.open(Path(path), base=kinds.get(chosen))

    def _ask_to_save(self) -> None:
        title, kinds = self.tr("Save gold links"), self.tr("Pharaoh links (*.links);;All files (*)")
        path, _ = QFileDialog.getSaveFileName(self._window, title, "", kinds)
        if path:
            named = Path(path) if Path(path).suffix else Path(path + ".links")
            self.save_to(LinkPlace(named, 1, 0))

    def _run(self, work: Callable, take: Callable) -> None:
        run_task(lambda _: work(), take, self._on_error, owner=self)

    def _on_error(self, error: Exception) -> None:
        if not isinstance(error, EngineError):
            raise error
        self._window.bar.show_error(error)


def _lines(path: Path) -> list[str]:
    lines = list(read_records(path, ImportReport()))
    if None in lines:
        raise CorpusError(f"Line {lines.index(None) + 1} of {path} is no text.", "Save the file as UTF-8.")
    return lines


def _read(path: Path, line: int, pair: WordPair, base: int | None) -> tuple[GoldLinks, LinkPlace]:
    lines = _lines(path)
    links, convention = read_line(lines, path.name, line, pair.sizes, base)
    is_plain = convention.format == "pharaoh" and path.suffix not in PACKED
    count = pairs_in(lines, path.name)
    return links, LinkPlace(path, line, count, convention.base if is_plain else None)


def _write(place: LinkPlace, links: GoldLinks) -> LinkPlace:
    """place.lines is 0 for a new file, which may take the place of one that has a single line."""
    lines = _lines(place.path) if place.lines or place.path.exists() else []
    assert place.base is not None
    if not place.lines and len(lines) > 1:
        raise EngineError(
            f"{place.path.name} has links of {len(lines):,} sentence pairs, which stay as they are.",
            "Open it here and choose the line of this sentence, then save; or choose another name.",
        )
    written = with_line(lines, place.line, links, place.base)
    try:
        write_bytes(place.path, "".join(f"{line}\n" for line in written).encode())
    except OSError as error:
        raise EngineError(
            f"The links cannot be written to {place.path} ({error.strerror}).",
            "Choose another place; they are kept in the window.",
        ) from error
    return LinkPlace(place.path, place.line, len(written), place.base)
