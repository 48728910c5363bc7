"""The bar of gold links over the picture: editing, where links are from and go to, how right the model is."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QMenu,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.evaluation.alignment import LinkRule, usual_rules
from explorer.gold_book import LinkPlace, LinkSheet
from explorer.icons import IconButton
from explorer.pair_links import WordPair
from explorer.widgets.number_box import NumberBox
from explorer.widgets.one_line import OneLine

LONGEST = 60  # characters of a sentence in the menu
_RULES = {
    ("attention", "argmax"): QT_TRANSLATE_NOOP("LinkBar", "By largest weight"),
    ("attention", "argmax-or-none"): QT_TRANSLATE_NOOP("LinkBar", "By largest, or none"),
    ("attention", "threshold"): QT_TRANSLATE_NOOP("LinkBar", "By weight ≥ {threshold:g}"),
    ("gradient", "argmax"): QT_TRANSLATE_NOOP("LinkBar", "By largest gradient"),
    ("gradient", "threshold"): QT_TRANSLATE_NOOP("LinkBar", "By gradient ≥ {threshold:g}"),
    ("occlusion", "argmax"): QT_TRANSLATE_NOOP("LinkBar", "By largest occlusion"),
    ("occlusion", "threshold"): QT_TRANSLATE_NOOP("LinkBar", "By occlusion ≥ {threshold:g}"),
}


class LinkBar(QWidget):
    """Hidden until it is opened. What a person wishes leaves as signals."""

    edit_toggled = Signal(bool)
    undo_requested = Signal()
    redo_requested = Signal()
    rule_chosen = Signal(LinkRule)
    start_requested = Signal()  # from the model's own links
    removal_requested = Signal()
    open_requested = Signal()
    save_requested = Signal()
    save_as_requested = Signal()
    line_requested = Signal(int)  # of the file
    close_requested = Signal()
    pair_requested = Signal(WordPair)  # one of those whose links no file has

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.edit = IconButton(
            "edit", self.tr("Edit the links: click a cell, with Shift for a possible link")
        )
        self.undo, self.redo = IconButton("undo", ""), IconButton("redo", "")
        self.rule = QComboBox()
        self.line = NumberBox(self.tr("The line of the file that is of this sentence"))
        self.menu, self.button, self.close_button = QMenu(self), QToolButton(), QToolButton()
        self.summary, self.scores = OneLine(), QLabel()
        self._fill_menu()
        self._set_up()
        self._connect()
        self._lay_out()
        self.hide()

    def show_sheet(self, sheet: LinkSheet, *, is_editing: bool, has_pair: bool) -> None:
        """Offer what can be done with this sheet. has_pair: whether there are words that can be linked."""
        self.edit.setChecked(is_editing)
        self.edit_action.setChecked(is_editing)
        for button, text, step in (
            (self.undo, self.tr("Undo {step} (Ctrl+Z)"), sheet.undo_name),
            (self.redo, self.tr("Redo {step} (Ctrl+Shift+Z)"), sheet.redo_name),
        ):
            words = " ".join(text.format(step=step).split())
            button.setToolTip(words)
            button.setAccessibleName(words)
            button.setEnabled(bool(step))
        for action in (self.edit_action, self.start, self.open_file, self.save, self.save_as):
            action.setEnabled(has_pair)
        self.edit.setEnabled(has_pair)
        self.remove.setEnabled(bool(sheet.links.possible))
        self._show_place(sheet.place)

    def list_unsaved(self, pairs: Sequence[WordPair]) -> None:
        """Offer the sentences whose links no file has."""
        self.unsaved.clear()
        self.unsaved.setEnabled(bool(pairs))
        for pair in pairs:
            text = " ".join(pair.source)
            shown = text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
            action = self.unsaved.addAction(shown.replace("&", "&&"))
            action.setToolTip(" ".join(pair.target))
            action.triggered.connect(partial(self._request_pair, pair))

    def _request_pair(self, pair: WordPair) -> None:
        self.pair_requested.emit(pair)

    def _show_place(self, place: LinkPlace | None) -> None:
        self.line.setVisible(place is not None)
        if place is not None:
            self.line.blockSignals(True)
            self.line.setRange(1, max(place.lines + 1, place.line))
            self.line.setValue(place.line)
            self.line.setSuffix(self.tr(" of {count}").format(count=max(place.lines, place.line)))
            self.line.blockSignals(False)

    def _fill_menu(self) -> None:
        self.menu.setToolTipsVisible(True)
        self.edit_action = self._action(
            self.tr("&Edit the links"), self.tr("A click on a cell links two words, or no longer")
        )
        self.edit_action.setCheckable(True)
        self.start = self._action(
            self.tr("&Take the model's own links"),
            self.tr("By the rule at the right; they can be edited then"),
        )
        self.remove = self._action(self.tr("&Remove all links"), "")
        self.menu.addSeparator()
        self.open_file = self._action(
            self.tr("&Open links …"), self.tr("From a Pharaoh or NAACL 2003 file: the line of this sentence")
        )
        self.save = self._action(
            self.tr("&Save links"), self.tr("Into the line of the file that they are from")
        )
        self.save_as = self._action(self.tr("Save links &as …"), self.tr("As a Pharaoh file of one line"))
        self.unsaved = QMenu(self.tr("&Not saved"), self.menu)
        self.unsaved.setToolTipsVisible(True)
        self.menu.addMenu(self.unsaved)

    def _action(self, text: str, tip: str) -> QAction:
        action = self.menu.addAction(text)
        action.setToolTip(tip)
        return action

    def _set_up(self) -> None:
        self.edit.setCheckable(True)
        self.button.setText(self.tr("Gold links"))
        self.button.setToolTip(self.tr("Where the links come from and go to"))
        self.button.setAutoRaise(True)
        self.button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.button.setMenu(self.menu)
        self.button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.close_button.setText("×")
        self.close_button.setAutoRaise(True)
        self.close_button.setToolTip(self.tr("Show no links; they are kept"))
        self.close_button.setAccessibleName(self.close_button.toolTip())
        for of in LinkRule.sources():
            if self.rule.count():
                self.rule.insertSeparator(self.rule.count())
            for rule in usual_rules(of):
                self.rule.addItem(rule_name(rule), rule)
        self.rule.setToolTip(
            self.tr("How the model's weights become links, which are held to the gold links")
        )
        self.rule.setAccessibleName(self.rule.toolTip())
        self.line.setPrefix(self.tr("Line "))
        self.line.setToolTip(self.line.accessibleName())
        self.line.setKeyboardTracking(False)
        self.summary.setProperty("rank", "second")

    def _connect(self) -> None:
        self.edit.clicked.connect(self.edit_toggled)
        self.edit_action.triggered.connect(self.edit_toggled)
        self.undo.clicked.connect(self.undo_requested)
        self.redo.clicked.connect(self.redo_requested)
        self.rule.activated.connect(lambda index: self.rule_chosen.emit(self.rule.itemData(index)))
        self.line.valueChanged.connect(self.line_requested)
        self.close_button.clicked.connect(self.close_requested)
        for action, signal in (
            (self.start, self.start_requested),
            (self.remove, self.removal_requested),
            (self.open_file, self.open_requested),
            (self.save, self.save_requested),
            (self.save_as, self.save_as_requested),
        ):
            action.triggered.connect(signal)

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(0)
        for button in (self.button, self.edit, self.undo, self.redo):
            first.addWidget(button)
        first.addStretch(1)
        first.addWidget(self.line)
        first.addSpacing(8)
        first.addWidget(self.rule)
        first.addWidget(self.close_button)
        second = QHBoxLayout()
        second.setSpacing(16)
        second.addWidget(self.scores)
        second.addWidget(self.summary, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(first)
        layout.addLayout(second)


def rule_name(rule: LinkRule) -> str:
    """A link rule in the words of the bar."""
    text = QCoreApplication.translate("LinkBar", _RULES[rule.of, rule.kind])
    return text.format(threshold=rule.threshold)
