"""The engine process: steps and traces, overtaking, cancelling, deaths, noise, and a clean end."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.config import DecodeConfig
from engine.errors import EngineError
from engine.probes import AttentionTest, Importance
from engine.text.vocabulary import EOS
from engine.trace import DecodingTrace
from explorer.services.engine_process import EngineProcess
from explorer.services.framed_process import outcome
from tests.explorer.made_probes import made_attention_test, made_importance
from tests.explorer.made_traces import made_trace

FAKE = [sys.executable, str(Path(__file__).parents[1] / "fake_engine.py")]
SEARCH = "/made/search"
DECODE = DecodeConfig(beam_size=3, n_best=2)


class Ears:
    """Notes what an engine process tells, in order."""

    def __init__(self, engine: EngineProcess) -> None:
        self.steps: list[tuple[str, DecodingTrace]] = []
        self.traces: list[tuple[str, DecodingTrace]] = []
        self.errors: list[tuple[str, EngineError]] = []
        self.deaths: list[EngineError] = []
        self.cancelled: list[str] = []
        self.states: list[str] = []
        engine.step_received.connect(lambda channel, trace: self.steps.append((channel, trace)))
        engine.trace_received.connect(lambda channel, trace: self.traces.append((channel, trace)))
        engine.error_received.connect(lambda channel, error: self.errors.append((channel, error)))
        engine.process_died.connect(self.deaths.append)
        engine.request_cancelled.connect(self.cancelled.append)
        engine.state_changed.connect(self.states.append)


@pytest.fixture
def make_engine(qapp) -> Iterator[Callable[..., tuple[EngineProcess, Ears]]]:
    engines: list[EngineProcess] = []

    def make(command: list[str] = FAKE) -> tuple[EngineProcess, Ears]:
        engine = EngineProcess(command)
        engines.append(engine)
        return engine, Ears(engine)

    yield make
    for engine in engines:
        engine.shutdown()
        engine.deleteLater()


def test_a_translation_comes_with_its_steps(qtbot, make_engine) -> None:
    engine, ears = make_engine()
    engine.translate("here", SEARCH, "one slowly two", DECODE)
    qtbot.waitUntil(lambda: bool(ears.traces), timeout=60_000)
    channel, trace = ears.traces[0]
    expected = made_trace("one slowly two", slots=3, n_best=2)
    assert channel == "here"
    assert [hypothesis.text for hypothesis in trace.hypotheses] == [h.text for h in expected.hypotheses]
    np.testing.assert_array_equal(trace.weights, expected.weights)
    lengths = [len(step.token_ids) for _, step in ears.steps]
    assert lengths
    assert lengths == sorted(set(lengths))
    assert ears.states == ["starting", "ready"]


def test_a_newer_request_on_a_channel_is_the_only_one_that_answers(qtbot, make_engine) -> None:
    engine, ears = make_engine()
    engine.translate("here", SEARCH, "never ends", DECODE)
    qtbot.waitUntil(lambda: bool(ears.steps), timeout=60_000)
    engine.translate("here", SEARCH, "newer text", DECODE)
    ears.steps.clear()
    qtbot.waitUntil(lambda: bool(ears.traces), timeout=60_000)
    qtbot.wait(50)
    assert [trace.source_text for _, trace in ears.traces] == ["newer text"]
    assert {trace.source_text for _, trace in ears.steps} == {"newer text"}


@pytest.mark.parametrize("target", ["ONE DEUX", ""])
def test_a_target_is_forced_word_for_word(qtbot, make_engine, target: str) -> None:
    engine, ears = make_engine()
    engine.force("here", SEARCH, "one two", target)
    qtbot.waitUntil(lambda: bool(ears.traces), timeout=60_000)
    (channel, trace), *_ = ears.traces
    assert channel == "here"
    assert trace.is_forced
    assert trace.best().tokens == (*target.split(), EOS)
    assert ears.steps == []


def test_a_forced_target_that_was_overtaken_never_answers(qtbot, make_engine) -> None:
    engine, ears = make_engine()
    engine.force("here", SEARCH, "one two", "never ends")
    engine.force("here", SEARCH, "one two", "ONE")
    engine.translate("here", SEARCH, "one two", DECODE)
    qtbot.waitUntil(lambda: bool(ears.traces), timeout=60_000)
    qtbot.wait(50)
    assert [trace.is_forced for _, trace in ears.traces] == [False]


def test_an_importance_is_told_and_an_overtaken_one_is_not(qtbot, make_engine) -> None:
    engine, ears = make_engine()
    told: list[tuple[str, Importance]] = []
    engine.importance_received.connect(lambda channel, found: told.append((channel, found)))
    engine.importance("probe", SEARCH, "stubborn one", (2, 3, 0), "occlusion")
    engine.importance("probe", SEARCH, "one two", (2, 3, 0), "gradient")
    qtbot.waitUntil(lambda: bool(told), timeout=60_000)
    qtbot.wait(50)
    ((channel, found),) = told
    assert (channel, found.source_text, found.method) == ("probe", "one two", "gradient")
    np.testing.assert_array_equal(found.values, made_importance("one two", (2, 3, 0), "gradient").values)
    engine.importance("probe", SEARCH, "unsaid", (2, 0), "gradient")
    qtbot.waitUntil(lambda: bool(ears.errors), timeout=60_000)
    assert [(channel, error.what) for channel, error in ears.errors] == [("probe", "It was not said.")]


def test_a_test_of_attention_is_told(qtbot, make_engine) -> None:
    engine, _ = make_engine()
    told: list[tuple[str, AttentionTest]] = []
    engine.attention_test_received.connect(lambda channel, found: told.append((channel, found)))
    engine.attention_test("probe", SEARCH, "one two", (2, 3, 0))
    qtbot.waitUntil(lambda: bool(told), timeout=60_000)
    assert told == [("probe", made_attention_test("one two", (2, 3, 0)))]


def test_two_channels_both_answer(qtbot, make_engine) -> None:
    engine, ears = make_engine()
    engine.translate("left", "/made/encdec", "a b", DECODE)
    engine.translate("right", SEARCH, "a b", DECODE)
    qtbot.waitUntil(lambda: len(ears.traces) == 2, timeout=60_000)
    traces = dict(ears.traces)
    assert traces["left"].weights is None
    assert traces["right"].weights is not None


def test_a_cancelled_request_tells_nothing_more_and_the_engine_is_free_again(qtbot, make_engine) -> None:
    engine, ears = make_engine()
    engine.translate("here", SEARCH, "never ends", DECODE)
    qtbot.waitUntil(lambda: bool(ears.steps), timeout=60_000)
    engine.cancel("here")
    assert ears.cancelled == ["here"]
    engine.translate("there", SEARCH, "after it", DECODE)
    qtbot.waitUntil(lambda: bool(ears.traces), timeout=60_000)
    assert [channel for channel, _ in ears.traces] == ["there"]


def test_a_killed_engine_is_told_in_words_and_the_sentence_is_asked_again(
    qtbot, make_engine, tmp_path
) -> None:
    engine, ears = make_engine()
    text = f"dieonce {tmp_path / 'mark'} here"
    engine.translate("here", SEARCH, text, DECODE)
    qtbot.waitUntil(lambda: bool(ears.traces), timeout=60_000)
    assert ears.traces[0][1].source_text == text
    assert len(ears.deaths) == 1
    assert "SIGKILL" in ears.deaths[0].what
    assert "the last words" in ears.deaths[0].what
    assert "started again" in ears.deaths[0].remedy
    assert ears.errors == []


def test_an_idle_engine_that_is_killed_comes_back(qtbot, make_engine) -> None:
    engine, ears = make_engine()
    engine.start()
    qtbot.waitUntil(lambda: engine.state == "ready", timeout=60_000)
    first = engine.pid
    os.kill(first, signal.SIGKILL)
    qtbot.waitUntil(lambda: bool(ears.deaths) and engine.state == "ready", timeout=60_000)
    assert engine.pid not in (0, first)


def test_a_sentence_that_kills_twice_is_given_up(qtbot, make_engine) -> None:
    engine, ears = make_engine()
    engine.translate("here", SEARCH, "die", DECODE)
    qtbot.waitUntil(lambda: bool(ears.errors), timeout=60_000)
    channel, error = ears.errors[0]
    assert channel == "here"
    assert "twice" in error.remedy
    engine.translate("here", SEARCH, "live", DECODE)
    qtbot.waitUntil(lambda: bool(ears.traces), timeout=60_000)


def test_a_command_that_cannot_start_is_told_and_not_tried_for_ever(qtbot, make_engine) -> None:
    engine, ears = make_engine(["/nowhere/at/all"])
    engine.translate("here", SEARCH, "a", DECODE)
    qtbot.waitUntil(lambda: bool(ears.errors), timeout=60_000)
    assert "/nowhere/at/all" in ears.errors[0][1].what
    assert engine.state == "lost"


def test_an_engine_that_always_dies_at_its_start_is_given_up(qtbot, make_engine) -> None:
    engine, ears = make_engine([sys.executable, "-c", "import sys; sys.exit('no such module')"])
    engine.translate("here", SEARCH, "a", DECODE)
    qtbot.waitUntil(lambda: bool(ears.errors), timeout=60_000)
    assert "exit code 1" in ears.errors[0][1].what
    assert "no such module" in ears.errors[0][1].what
    assert len(ears.deaths) == 2


def test_noise_on_standard_output_confuses_nothing(qtbot, make_engine) -> None:
    engine, ears = make_engine()
    engine.translate("here", SEARCH, "much noise here", DECODE)
    qtbot.waitUntil(lambda: bool(ears.traces), timeout=60_000)
    assert ears.traces[0][1].source_text == "much noise here"
    assert ears.errors == []
    assert ears.deaths == []


def test_a_false_trace_is_refused_in_words(qtbot, make_engine) -> None:
    engine, ears = make_engine()
    engine.translate("here", SEARCH, "a falsehood", DECODE)
    qtbot.waitUntil(lambda: bool(ears.errors), timeout=60_000)
    assert ears.traces == []
    assert "do not sum to 1" in ears.errors[0][1].what


def test_an_error_of_the_engine_keeps_its_two_sentences(qtbot, make_engine) -> None:
    engine, ears = make_engine()
    engine.translate("here", SEARCH, "refuse", DECODE)
    qtbot.waitUntil(lambda: bool(ears.errors), timeout=60_000)
    assert (ears.errors[0][1].what, ears.errors[0][1].remedy) == ("It was refused.", "Ask otherwise.")


@pytest.mark.parametrize("text", ["never ends", "short"])
def test_shutdown_ends_the_process_whatever_it_does(qtbot, make_engine, text: str) -> None:
    engine, ears = make_engine()
    engine.translate("here", SEARCH, text, DECODE)
    qtbot.waitUntil(lambda: bool(ears.steps), timeout=60_000)
    pid = engine.pid
    engine.shutdown(patience_ms=300)
    assert engine.state == "stopped"
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_outcomes_in_words() -> None:
    assert outcome(2, killed=False) == "exit code 2"
    assert "SIGSEGV" in outcome(11, killed=True)
    assert "memory" in outcome(9, killed=True)
