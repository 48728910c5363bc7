"""The difference maps of Compare: B minus A on the rows of which both have the word, else in words."""

import numpy as np
import pytest

from engine.trace_words import merge, source_groups, target_groups
from explorer.views.compare_differences import CompareDifferencesPage
from explorer.views.compare_rows import CompareRows
from explorer.workspace import ModelInfo, Translation
from tests.explorer.made_traces import made_forced_trace

SEARCH, ENCDEC = ModelInfo("search", "rnnsearch", "/s"), ModelInfo("encdec", "rnnencdec", "/e")


def made(channel: str, target: str, model: ModelInfo = SEARCH) -> Translation:
    translation = Translation(channel)
    translation.set_model(model)
    translation.show_result(made_forced_trace("a b c", target, attention=model.has_attention))
    return translation


@pytest.fixture
def page(qtbot) -> CompareDifferencesPage:
    rows = CompareRows()
    page = CompareDifferencesPage(rows)
    qtbot.addWidget(page)
    page.resize(900, 500)
    page.show()
    return page


def weights(translation: Translation) -> np.ndarray:
    trace = translation.trace
    return merge(trace.weights_of(trace.best()), source_groups(trace), target_groups(trace.best()))


def test_a_map_holds_the_shared_rows_and_is_centred_on_zero(page: CompareDifferencesPage) -> None:
    base, other = made("1", "le chat dort"), made("2", "le petit chat dort bien")
    page._rows.set_translations([base, other])
    panel = page.panels[0]
    figure = panel.matrix._figure
    assert figure.target == ("le", "chat", "dort", "⟨end⟩")
    expected = [weights(other)[row] - weights(base)[old] for old, row in ((0, 0), (1, 2), (2, 3), (3, 5))]
    assert np.allclose(figure.weights, expected, atol=1e-6)
    assert figure.cells[figure.weights == 0] == pytest.approx(0.5)
    assert figure.ticks()[1] == (0.5, "0")
    assert "B minus A" in panel.title.text()
    assert "4 of 6" in panel.note.text()
    assert "more than A" in figure.in_words()


def test_a_word_that_is_pointed_at_is_gone_to_and_one_that_a_lacks_has_no_row(
    page: CompareDifferencesPage,
) -> None:
    base, other = made("1", "le chat dort"), made("2", "le petit chat dort")
    page._rows.set_translations([base, other])
    panel = page.panels[0]
    panel.matrix.pointed.emit(2, None)
    assert (base.selection.step, other.selection.step) == (2, 3)
    assert panel.matrix._figure.marked_step == 2
    other.select_step(1)
    assert panel.matrix._figure.marked_step is None


def test_without_two_models_with_attention_it_is_said_in_words(page: CompareDifferencesPage) -> None:
    base, fixed = made("1", "le chat"), made("2", "le chat", ENCDEC)
    for columns in ([base, fixed], [fixed, base]):
        page._rows.set_translations(columns)
        assert page.empty.isVisible()
        assert not any(panel.isVisible() for panel in page.panels)
        assert page.seen_views() == []
    third = made("3", "le chien")
    page._rows.set_translations([base, fixed, third])
    assert [panel.isVisible() for panel in page.panels] == [False, True, False]
    assert [title for title, _ in page.seen_views()] == ["C minus A"]
    third.clear()
    assert "both have translated" in page.panels[1].message.text()


def test_sources_in_other_pieces_are_not_compared(page: CompareDifferencesPage) -> None:
    base, other = made("1", "le chat"), made("2", "le chat")
    other.show_result(made_forced_trace("a bc", "le chat"))
    page._rows.set_translations([base, other])
    assert "different pieces" in page.panels[0].message.text()
