"""What-ifs in the window on the real engine and a bundled model: what is the model's own changes nothing."""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before Qt is imported

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.trace import DecodingTrace
from explorer.what_if import DecodingChoice

TEXT = "The old man gave me a red book."


@pytest.fixture
def window(qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """The program's window with its own engine, a translation by greedy search in it."""
    pytest.importorskip("torch")
    pytest.importorskip("PySide6")
    from PySide6.QtWidgets import QApplication

    from explorer.main_window import MainWindow
    from explorer.settings import Settings
    from explorer.theme import Theme

    monkeypatch.setenv("ALIGNMENT_EXPLORER_RUNS", str(tmp_path / "runs"))
    window = MainWindow(Settings(tmp_path / "settings.json"), Theme(QApplication.instance(), "light"))
    window.show()
    qtbot.waitUntil(lambda: bool(window.workspace.models), timeout=60_000)
    window.workspace.set_source_text(TEXT)
    window.workspace.set_decoding(DecodingChoice(1, 1))
    window.service.request((window.workspace.translation,))
    settle(window, qtbot)
    yield window
    window.close()
    window.deleteLater()


def settle(window, qtbot) -> DecodingTrace:
    translation = window.workspace.translation
    qtbot.waitUntil(lambda: not translation.is_busy, timeout=60_000)
    assert translation.progress == "done"
    return translation.trace


def same(one: DecodingTrace, other: DecodingTrace) -> None:
    """Bit for bit, but for the note of what was asked and the time."""
    assert one.hypotheses == other.hypotheses
    for name, value in vars(one).items():
        if isinstance(value, np.ndarray):
            np.testing.assert_array_equal(value, getattr(other, name), err_msg=name)


def test_the_models_own_words_and_weights_change_nothing_and_undo_gives_back_the_first(window, qtbot) -> None:
    translation, view = window.workspace.translation, window.view("translate")
    first = translation.trace
    kept = {name: value.copy() for name, value in vars(first).items() if isinstance(value, np.ndarray)}
    step = view.docks.docks["step"].view
    for number in (2, first.token_ids.shape[0] - 1):
        translation.select_step(number)
        chosen = [row.is_marked for row in step.candidate_bars.rows].index(True)
        step.candidate_bars.candidate_requested.emit(chosen)
        assert len(settle(window, qtbot).constraints["prefix"]) == number + 1
        same(translation.trace, first)
    for number in (0, 3):
        view.what_if.set_weights(number, tuple(first.weights[number, 0].tolist()))
        same(settle(window, qtbot), first)
    view.what_if.buttons.attention_requested.emit("uniform")
    assert settle(window, qtbot).best() != first.best()
    for _ in range(5):
        window.actions_by_name["undo"].trigger()
    assert translation.trace is first
    for name, value in kept.items():
        np.testing.assert_array_equal(value, getattr(translation.trace, name), err_msg=name)


def test_its_own_translation_typed_again_has_the_same_score(window, qtbot) -> None:
    translation, view = window.workspace.translation, window.view("translate")
    own = translation.trace.best()
    view.what_if.target.target_requested.emit(own.text)
    forced = settle(window, qtbot).best()
    assert forced.token_ids == own.token_ids
    assert forced.score == pytest.approx(own.score, abs=1e-4)
    assert view.player.strip._marked == set()
