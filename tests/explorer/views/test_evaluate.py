"""Evaluate: each number leads to its sentences, and a sentence to Translate."""

from pathlib import Path

import pytest

from engine.errors import EngineError
from explorer.new_evaluation import NewEvaluation
from explorer.views.evaluate import EvaluateView
from explorer.workspace import ModelInfo, Workspace
from tests.engine.evaluation.made_evaluation import made_evaluation


@pytest.fixture(scope="module")
def evaluation(tmp_path_factory):
    return made_evaluation(tmp_path_factory.mktemp("work"))


@pytest.fixture
def view(qtbot, tmp_path):
    widget = EvaluateView(Workspace(), tmp_path, {})
    qtbot.addWidget(widget)
    widget.resize(1100, 700)
    widget.show()
    return widget


def test_an_empty_place_says_what_it_is_for(view):
    assert "Measure models" in view.empty.text()
    view.empty.action_requested.emit()
    assert view.dialog is not None
    assert view.dialog.isVisible()


def test_every_cell_leads_to_sentences(view, evaluation):
    view.show_evaluation(evaluation, Path("/results"))
    titles = [view.tables.tabText(number) for number in range(view.tables.count())]
    assert titles == ["Systems", "Alignment", "Differences", "BLEU by length", "F1 by frequency"]
    assert view.sentences.heading.text().startswith("first_one, greedy: worst by chrF first – 30 of 30")
    for title, grid in view.tables.grids.items():
        model = grid.model()
        for row in range(model.rowCount()):
            found = view.tables.behind(title, row, model.columnCount() - 1)
            assert found is not None
            assert set(found.sentences) <= set(range(30))
            grid.clicked.emit(model.index(row, model.columnCount() - 1))
            assert view.sentences.heading.text().startswith(found.words)
            assert view.sentences.model.rowCount() == len(found.sentences)


def test_a_bin_of_the_figure_lists_its_sentences(view, evaluation):
    view.show_evaluation(evaluation, Path("/results"))
    view.tables.chart.chosen.emit(1)
    wanted = evaluation.comparison.by_length.bins[1].sentences
    model = view.sentences.model
    assert tuple(model.sentence_at(row) for row in range(model.rowCount())) == wanted


def test_the_chosen_sentence_is_whole_and_opens_in_translate(view, evaluation, qtbot):
    view.show_evaluation(evaluation, Path("/results"))
    sentence = view.sentences.chosen()
    text = view.sentences.text.toPlainText()
    assert evaluation.test_set.sources[sentence] in text
    assert evaluation.test_set.references[sentence] in text
    assert all(result.pairs[sentence].text in text for result in evaluation.results)
    with qtbot.waitSignal(view.sentence_open_requested) as opened:
        view.sentences.open.click()
    assert opened.args == [evaluation.test_set.sources[sentence], "first_one"]


@pytest.mark.parametrize("width", [760, 1100, 1900])
def test_the_source_has_room_beside_the_numbers_of_every_system(view, evaluation, width):
    view.show_evaluation(evaluation, Path("/results"))
    view.resize(width, 700)
    table = view.sentences.table
    letter = table.fontMetrics().averageCharWidth()
    scores = [table.columnWidth(column) for column in range(2, view.sentences.model.columnCount())]
    assert len(scores) == len(evaluation.results) == 3
    assert all(9 * letter <= score <= 16 * letter for score in scores)
    assert table.columnWidth(1) >= min(32 * letter, table.viewport().width() - (8 + 3 * 9) * letter)
    assert sum(scores) + table.columnWidth(0) + table.columnWidth(1) == table.viewport().width()


def test_another_evaluation_takes_the_place_of_the_first(view, evaluation):
    view.show_evaluation(evaluation, Path("/results"))
    view.show_evaluation(evaluation, Path("/others"))
    assert view.tables.count() == 5
    assert "/others" in view.about.text()
    assert view.tables.chart.isVisibleTo(view.tables.widget(3))


def test_work_is_seen_and_can_be_stopped(view, qtbot):
    view.set_running(is_running=True)
    view.show_progress("model, beam 5", 64, 1000)
    assert view.count.text() == "model, beam 5: 64 of 1,000"
    assert not view.new.isEnabled()
    with qtbot.waitSignal(view.stop_requested):
        view.stop.click()
    view.set_running(is_running=False)
    assert not view.progress.isVisible()
    view.show_error(EngineError("It went wrong.", "Mend it."))
    assert view.bar.text() == "It went wrong. Mend it."


class TestForm:
    @pytest.fixture
    def form(self, view, tmp_path):
        for name in ("s.en", "r.fr", "links"):
            (tmp_path / name).write_text("a\n", encoding="utf-8")
        view.open_new()
        view.dialog.show_models(
            [ModelInfo("one", "rnnsearch", "/models/one"), ModelInfo("two", "rnnencdec", "/models/two")]
        )
        return view.dialog

    def test_what_is_wrong_is_said_until_it_is_right(self, form, tmp_path, qtbot):
        steps = [
            (form.source.edit, "source sentences", str(tmp_path / "s.en")),
            (form.reference.edit, "their translations", str(tmp_path / "missing")),
            (form.reference.edit, "There is no file", str(tmp_path / "r.fr")),
        ]
        for edit, words, text in steps:
            assert words in form.note.text()
            assert not form.start.isEnabled()
            edit.setText(text)
        assert form.folder.path() == tmp_path / "s"
        form.beams.setText("1 x")
        assert "beam sizes" in form.note.text()
        form.beams.setText("1, 12 1")
        assert not form.importance.isEnabled()
        form.gold.edit.setText(str(tmp_path / "links"))
        form.base.setCurrentIndex(2)
        form.importance.click()
        with qtbot.waitSignal(form.evaluation_requested) as asked:
            form.start.click()
        wanted: NewEvaluation = asked.args[0]
        assert wanted.arguments() == [
            *("compare", "--source", str(tmp_path / "s.en"), "--reference", str(tmp_path / "r.fr")),
            *(
                "--gold",
                str(tmp_path / "links"),
                "--gold-base",
                "1",
                "--links",
                "attention",
                "gradient",
                "occlusion",
                "--models",
                "/models/one",
                "/models/two",
            ),
            *("--beams", "1", "12", "--out", str(tmp_path / "s"), "--json"),
        ]

    def test_a_folder_that_was_typed_stays(self, form, tmp_path):
        form.folder.edit.setText(str(tmp_path / "mine"))
        form.source.edit.setText(str(tmp_path / "s.en"))
        assert form.folder.path() == tmp_path / "mine"
