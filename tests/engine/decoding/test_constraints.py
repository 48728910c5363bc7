"""Forced beginnings, and constraints that do not fit, for models with and without attention."""

from dataclasses import replace

import numpy as np
import pytest

from engine.config import DecodeConfig
from engine.constraints import Constraints, StepWeights
from engine.errors import ConfigError
from engine.text.vocabulary import EOS_ID, UNK_ID
from engine.trace_check import check
from engine.translator import Translator
from tests.engine.decoding.made_changes import BEAM, GREEDY, TARGET, TEXT, same


@pytest.mark.parametrize("config", [GREEDY, BEAM, replace(BEAM, allow_unknown=False)])
def test_a_forced_beginning_appears_token_for_token(loud_run: Translator, config: DecodeConfig) -> None:
    for prefix in ((5, 7, 5), (UNK_ID,), (4, UNK_ID, UNK_ID), (6, 6, 6, 6, 6, 6)):
        trace = loud_run.translate(TEXT, config, None, Constraints(prefix=prefix))
        check(trace)
        assert trace.hypotheses
        for hypothesis in trace.hypotheses:
            assert hypothesis.token_ids[: len(prefix)] == prefix
        best = np.sort(trace.candidate_log_probs[0, 0])[-1]
        assert best >= trace.log_probs[0, 0], "what the model itself would have said is still told"
        assert np.isfinite(trace.candidate_log_probs[: len(prefix), 0]).all()


def test_a_forced_end_is_the_end(loud_run: Translator) -> None:
    trace = loud_run.translate(TEXT, BEAM, None, Constraints(prefix=(5, EOS_ID)))
    check(trace)
    assert [hypothesis.token_ids for hypothesis in trace.hypotheses] == [(5, EOS_ID)]


def test_the_model_s_own_beginning_changes_nothing(loud_run: Translator) -> None:
    own = loud_run.translate(TEXT, GREEDY)
    for length in range(len(own.best().token_ids) + 1):
        prefix = own.best().token_ids[:length]
        same(loud_run.translate(TEXT, GREEDY, None, Constraints(prefix=prefix)), own)


def test_a_given_whole_has_no_beginning_beside_it(loud_run: Translator) -> None:
    with pytest.raises(ConfigError, match="beside the whole"):
        loud_run.force(TEXT, TARGET, GREEDY, Constraints(prefix=(5,)))
    with pytest.raises(ConfigError, match=r"step 5|no attention"):
        loud_run.force(TEXT, TARGET, GREEDY, Constraints(weights=(StepWeights(4, (1.0,) * 4),)))


@pytest.mark.parametrize("short_run", ["rnnencdec"], indirect=True)
@pytest.mark.parametrize(
    "constraints",
    [
        Constraints(temperature=0.25),
        Constraints(masked=(0,)),
        Constraints(attention="hard"),
        Constraints(weights=(StepWeights(1, (0.0, 3.0, 1.0, 0.0)),)),
    ],
)
def test_a_model_without_attention_says_so(loud_run: Translator, constraints: Constraints) -> None:
    for ask in (
        lambda: loud_run.translate(TEXT, GREEDY, None, constraints),
        lambda: loud_run.force(TEXT, TARGET, GREEDY, constraints),
    ):
        with pytest.raises(ConfigError, match="no attention"):
            ask()
