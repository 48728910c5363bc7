"""The one vector of a model without attention is shown as what that model has."""

from dataclasses import replace

import numpy as np

from explorer.views.fixed_vector import FixedVectorView
from explorer.workspace import Selection
from tests.explorer.made_traces import made_trace


def shown(qtbot, trace) -> FixedVectorView:
    view = FixedVectorView()
    qtbot.addWidget(view)
    view.show_trace(trace, Selection())
    return view


def test_the_vector_of_an_lstm_is_its_last_outputs_and_cells(qtbot) -> None:
    trace = replace(
        made_trace("a b", attention=False),
        contexts=None,
        initial_state=np.array([0.5, -0.25], np.float32),
        initial_cells=np.array([2.0, -3.0], np.float32),
    )
    view = shown(qtbot, trace)
    assert view.vector_bars._values.tolist() == [0.5, -0.25, 2.0, -3.0]
    assert view._vector_line.text().startswith("h, then c, of all layers, 4 numbers")
    assert "vector c" not in view._words.text()


def test_the_vector_of_rnnencdec_is_its_context(qtbot) -> None:
    trace = made_trace("a b", attention=False)
    view = shown(qtbot, trace)
    assert view.vector_bars._values.tolist() == trace.contexts[0, 0].tolist()
    assert "the one vector c" in view._words.text()
