"""The n-best list as an item model."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from explorer.itemmodels.hypotheses import NORMALISED, SCORE, HypothesisModel
from tests.explorer.made_traces import made_trace


@pytest.fixture
def model(qapp) -> HypothesisModel:
    return HypothesisModel()


def row(model: HypothesisModel, number: int) -> list[str]:
    return [model.index(number, column).data() for column in range(model.columnCount())]


def test_rows_are_hypotheses_with_their_scores(model: HypothesisModel) -> None:
    hypotheses = made_trace("a cat", n_best=3).hypotheses
    model.set_hypotheses(hypotheses, is_live=False)
    assert model.rowCount() == 3
    for number, hypothesis in enumerate(hypotheses):
        rank, text, score, normalised = row(model, number)
        assert (rank, text) == (str(number + 1), hypothesis.text)
        assert float(score.replace("−", "-")) == pytest.approx(hypothesis.score, abs=0.0051)
        assert float(normalised.replace("−", "-")) == pytest.approx(hypothesis.score / 3, abs=0.00051)


def test_a_cut_hypothesis_says_so_and_a_growing_one_does_not(model: HypothesisModel) -> None:
    cut = replace(made_trace("a cat").hypotheses[0], finished=False)
    model.set_hypotheses((cut,), is_live=False)
    assert "cut" in row(model, 0)[1]
    model.set_hypotheses((cut,), is_live=True)
    assert row(model, 0)[1] == f"{cut.text} …"


def test_an_empty_translation_is_named(model: HypothesisModel) -> None:
    model.set_hypotheses(made_trace("").hypotheses, is_live=False)
    assert row(model, 0)[1] == "(no words)"


def test_the_model_keeps_qts_rules(model: HypothesisModel) -> None:
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    model.set_hypotheses(made_trace("a cat", n_best=3).hypotheses, is_live=False)
    model.set_hypotheses((), is_live=False)
    assert model.headerData(0, Qt.Orientation.Vertical) is None
    tester.deleteLater()


def test_both_scores_say_their_unit_and_their_formula(model: HypothesisModel) -> None:
    hypothesis = made_trace("a cat").hypotheses[0]
    model.set_hypotheses((hypothesis,), is_live=False)
    tip = Qt.ItemDataRole.ToolTipRole
    heads = [model.headerData(column, Qt.Orientation.Horizontal) for column in (SCORE, NORMALISED)]
    assert heads == ["Log-prob.", "Normalised"]
    for column, words in ((SCORE, ("nats (natural log)", "Σ")), (NORMALISED, ("÷ I", "length power"))):
        shown = (
            model.headerData(column, Qt.Orientation.Horizontal, tip),
            model.index(0, column).data(tip),
        )
        assert all(word in text for word in words for text in shown)
    assert f"{hypothesis.score:.3f}"[1:] in model.index(0, SCORE).data(tip)
