"""Half-typed, overlong and impossible paths are paths at which nothing is."""

from pathlib import Path

import pytest

from explorer.dialogs.export_lines import ExportLinesDialog
from explorer.dialogs.new_run_checks import folder_problem
from explorer.export_choice import ExportChoice
from explorer.typed_path import is_file, is_there, typed_path


def test_only_a_home_that_somebody_has_is_put_in() -> None:
    assert typed_path(" ~/figures ") == Path.home() / "figures"
    assert typed_path("~nobody-is-called-so/x") == Path("~nobody-is-called-so/x")
    assert typed_path("/a\0b") == Path("/ab")


def test_nothing_is_at_a_path_that_no_system_has(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    assert is_there(tmp_path)
    assert not is_file(tmp_path)
    assert is_file(tmp_path / "file")
    assert not is_there(tmp_path / ("n" * 5000))
    assert not is_file(tmp_path / ("n" * 5000))


@pytest.mark.parametrize("typed", ["~nobody-is-called-so", "/" + "n" * 5000])
def test_the_dialogs_say_what_is_wrong_with_it(qtbot, theme, tmp_path: Path, typed: str) -> None:
    assert folder_problem(typed)
    dialog = ExportLinesDialog(ExportChoice(), tmp_path, "")
    qtbot.addWidget(dialog)
    dialog.file.edit.setText(typed)
    assert "There is no file" in dialog.note.text()
    assert not dialog.export.isEnabled()
