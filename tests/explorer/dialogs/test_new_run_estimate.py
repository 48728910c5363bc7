"""The memory of a run is told before it starts, with a warning where there is less."""

from dataclasses import replace

import pytest

from engine.estimate import estimate_memory
from engine.presets import PRESETS
from explorer.dialogs.new_run import NewRunDialog
from explorer.dialogs.new_run_estimate import MemoryNote
from explorer.widgets.fold import Fold

MINUTE = PRESETS["rnnsearch-minute"]
NEEDED = estimate_memory(MINUTE).total


def note(qtbot, free):
    made = MemoryNote(lambda: free)
    qtbot.addWidget(made)
    return made


def test_enough_memory_is_told_quietly(qtbot):
    made = note(qtbot, 5 << 30)
    made.tell(MINUTE)
    assert made.text().startswith("Training will take about ")
    assert made.text().endswith("This machine has 5.0 GiB free.")
    assert not made.is_warning


@pytest.mark.parametrize(("free", "warns"), [(NEEDED, False), (NEEDED - 1, True), (0, True)])
def test_less_than_is_needed_is_a_warning(qtbot, free, warns):
    made = note(qtbot, free)
    made.tell(MINUTE)
    assert made.is_warning == warns
    assert ("choose a smaller preset" in made.text()) == warns


def test_a_machine_that_does_not_tell(qtbot):
    made = note(qtbot, None)
    made.tell(MINUTE)
    assert made.text().count(".") == 1 + made.text().count("GiB")
    assert "free" not in made.text()
    assert not made.is_warning


def test_the_warning_goes_with_the_preset_that_caused_it(qtbot):
    made = note(qtbot, NEEDED)
    made.tell(PRESETS["rnnsearch-50"])
    assert made.is_warning
    made.tell(MINUTE)
    assert not made.is_warning


@pytest.mark.parametrize(
    ("free", "words"),
    [(700 << 20, "700 MiB"), (3 << 29, "1.5 GiB"), (64 << 30, "64.0 GiB"), (2048 << 30, "2,048 GiB")],
)
def test_sizes_in_words(qtbot, free, words):
    made = note(qtbot, free)
    made.tell(MINUTE)
    assert f"has {words} free" in made.text()


def test_the_form_tells_it_for_the_chosen_preset(qtbot, tmp_path):
    dialog = NewRunDialog(tmp_path)
    qtbot.addWidget(dialog)
    dialog.show()
    for name in ("rnnsearch-laptop", "rnnsearch-50"):
        dialog.preset.setCurrentText(name)
        expected = f"{estimate_memory(PRESETS[name]).total / 2**30:.1f} GiB"
        assert f"about {expected}" in dialog.takes.memory.text()
        (fold,) = [fold for fold in dialog.findChildren(Fold) if fold.page is dialog.takes]
        assert f"about {expected} of memory" in fold.summary.text()
        assert fold.warning.isVisible() == dialog.takes.memory.is_warning


def test_more_sentences_a_batch_take_more(qtbot):
    made = note(qtbot, None)
    made.tell(replace(MINUTE, train=replace(MINUTE.train, batch_size=800)))
    assert f"{estimate_memory(MINUTE).total / 2**30:.1f} GiB" not in made.text()
