"""The engine asked one thing after the other: answers in order, and every end told in words."""

import sys

import numpy as np
import pytest

from engine.config import DecodeConfig
from engine.errors import EngineError
from explorer.services.engine_client import EngineClient
from tests.explorer.conftest import FAKE_ENGINE
from tests.explorer.made_traces import made_trace

DECODE = DecodeConfig(beam_size=3, n_best=2)


def test_traces_come_in_the_order_of_the_questions_through_noise() -> None:
    with EngineClient(FAKE_ENGINE) as engine:
        for text in ("a noise b", "one", "two words"):
            trace = engine.translate("/made/search", text, DECODE)
            made = made_trace(text, slots=3, n_best=2)
            assert trace.source_text == text
            assert np.array_equal(trace.weights, made.weights)


def test_an_error_is_told_in_the_engines_words_and_the_next_question_is_answered() -> None:
    with EngineClient(FAKE_ENGINE) as engine:
        with pytest.raises(EngineError, match="It was refused"):
            engine.translate("/made/search", "refuse this", DECODE)
        assert engine.translate("/made/search", "take this", DECODE).source_text == "take this"


def test_a_trace_that_contradicts_itself_is_refused() -> None:
    with EngineClient(FAKE_ENGINE) as engine, pytest.raises(EngineError, match="contradicts"):
        engine.translate("/made/search", "a falsehood", DECODE)


def test_an_engine_that_dies_or_never_starts_is_told() -> None:
    with EngineClient(FAKE_ENGINE) as engine, pytest.raises(EngineError, match="signal SIGKILL"):
        engine.translate("/made/search", "die", DECODE)
    with EngineClient(FAKE_ENGINE) as engine:
        engine.kill()
        with pytest.raises(EngineError, match="stays; try again"):
            engine.translate("/made/search", "hello", DECODE)
    with EngineClient([sys.executable, "-c", ""]) as engine, pytest.raises(EngineError, match="exit code 0"):
        engine.translate("/made/search", "hello", DECODE)
    with pytest.raises(EngineError, match="could not be started"):
        EngineClient(["/no/such/program"])
