"""A list filled by the made engine: in pieces, behind whoever types, through deaths and refusals."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.config import DecodeConfig
from engine.errors import EngineError
from engine.sentence_report import report_of
from explorer.model_info import ModelInfo
from explorer.services.engine_process import EngineProcess
from explorer.services.sentence_service import CHUNK, SentenceService
from explorer.what_if import DecodingChoice
from explorer.workspace import Workspace
from tests.explorer.conftest import FAKE_ENGINE
from tests.explorer.made_traces import made_trace

SEARCH = ModelInfo("made-search", "rnnsearch", "/made/search", 1, {}, "")
ENCDEC = ModelInfo("made-encdec", "rnnencdec", "/made/encdec", 1, {}, "")
Wait = Callable[[], None]


@pytest.fixture
def engine(qapp: object) -> Iterator[EngineProcess]:
    one = EngineProcess(FAKE_ENGINE)
    yield one
    one.shutdown()


@pytest.fixture
def workspace() -> Workspace:
    one = Workspace()
    one.translation.set_model(SEARCH)
    one.set_decoding(DecodingChoice(2, 1))
    return one


@pytest.fixture
def service(engine: EngineProcess, workspace: Workspace) -> SentenceService:
    return SentenceService(engine, workspace)


@pytest.fixture
def wait_for_end(qtbot, workspace: Workspace) -> Wait:
    return lambda: qtbot.waitUntil(lambda: not workspace.sentences.is_running, timeout=20_000)


def test_every_report_is_that_of_the_trace_of_its_sentence(
    service: SentenceService, workspace: Workspace, wait_for_end: Wait
) -> None:
    texts = [f"sentence number {number}" for number in range(2 * CHUNK + 3)]
    workspace.sentences.set_texts(texts)
    pieces: list[tuple[int, int]] = []
    workspace.sentences.reported.connect(lambda first, last: pieces.append((first, last)))
    service.start()
    wait_for_end()
    assert pieces == [(0, CHUNK - 1), (CHUNK, 2 * CHUNK - 1), (2 * CHUNK, 2 * CHUNK + 2)]
    assert workspace.sentences.reports == [report_of(made_trace(text)) for text in texts]
    assert workspace.sentences.fingerprint == "made"


def test_a_model_without_attention_has_no_weights(
    service: SentenceService, workspace: Workspace, wait_for_end: Wait
) -> None:
    workspace.translation.set_model(ENCDEC)
    workspace.sentences.set_texts(["a b"])
    service.start()
    wait_for_end()
    assert workspace.sentences.reports[0].least_coverage is None
    assert workspace.sentences.reports[0].score is not None


def test_it_stops_at_once_and_goes_on_where_it_was(
    service: SentenceService, workspace: Workspace, engine: EngineProcess, qtbot, wait_for_end: Wait
) -> None:
    workspace.sentences.set_texts(["a"] * CHUNK + ["slowly"] * CHUNK)
    service.start()
    qtbot.waitUntil(lambda: len(workspace.sentences.reports) == CHUNK, timeout=20_000)
    with qtbot.waitSignal(engine.request_cancelled, timeout=100):
        service.stop()
    assert not workspace.sentences.is_running
    assert len(workspace.sentences.reports) == CHUNK
    service.start()
    wait_for_end()
    assert workspace.sentences.is_whole


def test_other_sentences_end_what_is_asked(
    service: SentenceService, workspace: Workspace, wait_for_end: Wait, qtbot
) -> None:
    workspace.sentences.set_texts(["stuck"])
    service.start()
    qtbot.wait(50)
    workspace.sentences.set_texts(["b", "c"])
    service.start()
    wait_for_end()
    assert [report.text for report in workspace.sentences.reports] == [
        report_of(made_trace(text)).text for text in ("b", "c")
    ]


def test_an_engine_that_died_is_asked_again(
    service: SentenceService, workspace: Workspace, wait_for_end: Wait, tmp_path: Path
) -> None:
    workspace.sentences.set_texts(["a", f"dieonce {tmp_path / 'mark'}", "c"])
    service.start()
    wait_for_end()
    assert [report.problem for report in workspace.sentences.reports] == ["", "", ""]


def test_the_sentence_that_ends_the_engine_each_time_is_told_in_its_row(
    service: SentenceService, workspace: Workspace, wait_for_end: Wait
) -> None:
    workspace.sentences.set_texts(["a", "die", "c"] + ["d"] * CHUNK)
    service.start()
    wait_for_end()
    assert workspace.sentences.is_whole
    problems = [report.problem for report in workspace.sentences.reports]
    assert "ended by the signal" in problems[1]
    assert not any(problems[:1] + problems[2:])


def test_what_the_engine_refuses_stops_it_with_words(
    service: SentenceService, workspace: Workspace, qtbot
) -> None:
    workspace.sentences.set_texts(["a"] * CHUNK + ["refuse"])
    with qtbot.waitSignal(service.error_received, timeout=20_000) as told:
        service.start()
    assert told.args[0].what == "It was refused."
    assert not workspace.sentences.is_running
    assert len(workspace.sentences.reports) == CHUNK


def test_without_a_model_it_says_so_and_begins_with_the_first(
    workspace: Workspace, service: SentenceService, wait_for_end: Wait
) -> None:
    told: list[EngineError] = []
    service.error_received.connect(told.append)
    workspace.translation.set_model(None)
    workspace.sentences.set_texts(["a"])
    service.start()
    assert "no model" in told[0].what
    assert not workspace.sentences.is_running
    workspace.translation.set_model(SEARCH)
    wait_for_end()
    assert workspace.sentences.is_whole
    workspace.sentences.set_texts(["b"])
    workspace.translation.set_model(None)
    workspace.translation.set_model(ENCDEC)
    assert not workspace.sentences.is_running, "it was not asked for"


def test_a_sentence_that_is_typed_meanwhile_is_answered_too(
    service: SentenceService, workspace: Workspace, engine: EngineProcess, qtbot, wait_for_end: Wait
) -> None:
    workspace.sentences.set_texts(["slowly"] * 3 * CHUNK)
    service.start()
    with qtbot.waitSignal(engine.trace_received, timeout=20_000):
        engine.translate("typed", "/made/search", "a b", DecodeConfig(2))
    assert workspace.sentences.is_running
    service.stop()
