"""What tests do with real run folders and with the place that shows them."""

from dataclasses import replace

from PySide6.QtCore import Qt

from engine.presets import preset
from engine.runs.layout import RunLayout
from engine.runs.records import TrainRecord, ValidationRecord, status_from_json, status_to_json
from engine.runs.writer import RunWriter


def make_run(folder, state, updates=20):
    with RunWriter.create(folder, preset("rnnsearch-minute"), {}) as writer:
        for update in range(1, updates + 1):
            writer.record(TrainRecord(update, 1, 3.0 / update, 9.0, 1.0, 0.001, 500.0, time=float(update)))
        writer.record(ValidationRecord(updates, 1, 2.5, 12.0, 17.5, "signature", 1.0))
        writer.log_handler.stream.write("the newest line of the log\n")
        writer.set_status(state)
    return folder


def set_condition(folder, **changes):
    """Write the status as another process would; a host that is not this one is never looked up."""
    layout = RunLayout(folder)
    status = status_from_json(layout.status.read_text(encoding="utf-8"))
    layout.status.write_text(status_to_json(replace(status, **changes)), encoding="utf-8")


def look(place, qtbot):
    """Look at all runs, and at the chosen one in full."""
    looked = []
    connection = place.watcher.runs_changed.connect(lambda runs: looked.append(len(runs)))
    place.watcher.look_again()
    place.watcher.look_again()  # the first look may have begun before what is to be seen was there
    qtbot.waitUntil(lambda: len(looked) >= 2, timeout=10_000)
    place.watcher.runs_changed.disconnect(connection)
    selected = place.view.board.selected
    qtbot.waitUntil(lambda: selected() is None or selected().is_whole, timeout=5000)


def click(qtbot, button):
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
