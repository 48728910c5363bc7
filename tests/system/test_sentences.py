"""Many sentences on the real engine and a bundled model: each number is that of the sentence's own trace."""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before Qt is imported

import time

import pytest

from engine.config import DecodeConfig
from engine.sentence_report import report_of
from engine.trace import DecodingTrace

TEXTS = [
    "The old man gave me a red book.",
    "",
    "no no no no no no",
    "הילד הקטן",
    "I do not want to go home.",
    "word " * 600,
]
NUMBERS = ("score", "length_ratio", "least_coverage", "most_coverage", "entropy_out", "entropy_in")


@pytest.mark.parametrize("kind", ["rnnsearch", "rnnencdec"])
def test_the_table_says_what_the_traces_say_and_waits_for_whoever_types(qtbot, kind: str) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("PySide6")
    import sys

    from engine.catalogue import BUNDLED
    from explorer.model_info import ModelInfo
    from explorer.services.engine_process import EngineProcess
    from explorer.services.sentence_service import SentenceService
    from explorer.workspace import Workspace

    workspace, path = Workspace(), str(BUNDLED / f"{kind}-en-fr")
    engine = EngineProcess([sys.executable, "-m", "engine.serve"])
    service = SentenceService(engine, workspace)
    workspace.translation.set_model(ModelInfo(kind, kind, path))
    decode = DecodeConfig(workspace.decoding.beam_size)

    def trace_of(text: str) -> DecodingTrace:
        with qtbot.waitSignal(engine.trace_received, timeout=60_000) as told:
            engine.translate("typed", path, text, decode)
        return told.args[1]

    try:
        workspace.sentences.set_texts(TEXTS)
        service.start()
        qtbot.waitUntil(lambda: workspace.sentences.is_whole, timeout=60_000)
        reports = workspace.sentences.reports
        for text, report in zip(TEXTS[:-1], reports, strict=False):
            alone = report_of(trace_of(text))
            assert (report.text, report.rules, report.problem) == (alone.text, alone.rules, alone.problem)
            assert (report.repeated, report.unknown_source) == (alone.repeated, alone.unknown_source)
            for name in NUMBERS:
                assert getattr(report, name) == pytest.approx(getattr(alone, name), abs=1e-4)
        assert (reports[0].least_coverage is None) == (kind == "rnnencdec")
        assert "600" in reports[-1].problem or "601" in reports[-1].problem
        workspace.sentences.set_texts(["The old man who lives next door gave me a red book."] * 5000)
        service.start()
        qtbot.waitUntil(lambda: bool(workspace.sentences.reports), timeout=60_000)
        started = time.monotonic()
        trace_of("Where is my father?")
        assert time.monotonic() - started < 5, "not behind 5,000 sentences"
        assert workspace.sentences.is_running
        service.stop()
    finally:
        engine.shutdown()
