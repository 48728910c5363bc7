"""The rows of Compare: one step moves every column, and a click in one moves the others."""

import pytest

from explorer.views.compare_rows import CompareRows
from explorer.workspace import Translation
from tests.explorer.made_traces import first_steps, made_forced_trace


def translated(*targets: str) -> list[Translation]:
    translations = [Translation(f"t{number}") for number in range(len(targets))]
    for translation, target in zip(translations, targets, strict=True):
        translation.show_result(made_forced_trace("a b c", target))
    return translations


@pytest.fixture
def rows(qapp) -> CompareRows:
    rows = CompareRows()
    rows.set_translations(translated("le chat dort", "le petit chat dort", "un chat"))
    return rows


def steps(rows: CompareRows) -> list[int]:
    return [translation.selection.step for translation in rows.translations]


def test_a_row_selects_its_word_in_every_column_and_a_gap_stays_before_it(rows: CompareRows) -> None:
    assert rows.labels() == ("le", "petit", "chat", "dort", "⟨end⟩")
    seen = []
    for row in range(5):
        rows.go_to(row)
        assert rows.row == row
        seen.append(steps(rows))
    assert seen == [[0, 0, 0], [0, 1, 0], [1, 2, 1], [2, 3, 1], [3, 4, 2]]


def test_what_is_pointed_at_in_one_column_moves_the_others(rows: CompareRows) -> None:
    rows.translations[1].select_step(2)
    assert (rows.row, steps(rows)) == (2, [1, 2, 1])
    rows.translations[2].select_step(2)
    assert (rows.row, steps(rows)) == (4, [3, 4, 2])
    rows.translations[0].select_step(0)
    assert (rows.row, steps(rows)) == (0, [0, 0, 0])


def test_a_half_translation_moves_no_other(rows: CompareRows) -> None:
    rows.go_to(2)
    rows.translations[1].show_step(first_steps(made_forced_trace("a b c", "le petit chat noir"), 4))
    assert steps(rows)[0] == 1
    rows.translations[0].select_step(0)
    assert steps(rows)[1:] == [3, 1]


def test_columns_that_went_are_listened_to_no_longer(rows: CompareRows, qtbot) -> None:
    gone = rows.translations[2]
    rows.set_translations(rows.translations[:2])
    with qtbot.assertNotEmitted(rows.rows_changed):
        gone.clear()
    assert len(rows.words) == 2
