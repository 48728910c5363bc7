"""The real engine process, spoken to over its pipes."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.config import DecodeConfig, from_json
from engine.probes import attention_test_from_plain, importance_from_message
from engine.protocol import Frame, encode, read_frame
from engine.sentence_report import from_plain
from engine.trace_check import check
from engine.trace_io import from_bytes
from engine.translator import Translator
from engine.triage import measure

ROOT = Path(__file__).parents[2]
LONG = "red blue green " * 60


class Engine:
    """A process and the frames to and from it."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "engine.serve"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def ask(self, number: int, kind: str, channel: str = "one", **values: object) -> None:
        self.write(encode(Frame({"id": number, "kind": kind, "channel": channel, **values})))

    def write(self, data: bytes) -> None:
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def answer(self) -> Frame:
        frame = read_frame(self.process.stdout)
        assert frame is not None
        return frame

    def end_of(self, number: int) -> Frame:
        """The answer that ends a request; others are passed over."""
        while True:
            frame = self.answer()
            if frame.message["id"] == number and frame.message["kind"] not in ("loading", "step"):
                return frame


def opened() -> Iterator[Engine]:
    one = Engine()
    assert one.answer().message["kind"] == "hello"
    yield one
    one.process.kill()
    one.process.wait()
    one.process.stdin.close()
    one.process.stdout.close()


@pytest.fixture
def ending() -> Iterator[Engine]:
    """A process for one test, which may end it."""
    yield from opened()


@pytest.fixture(scope="module")
def shared() -> Iterator[Engine]:
    """One process for all tests that leave it alive."""
    yield from opened()


@pytest.fixture
def engine(shared: Engine) -> Engine:
    """The shared process, with nothing left of what other tests have asked."""
    shared.ask(99, "models", paths=[])
    shared.end_of(99)
    return shared


def test_a_translation_comes_step_by_step(engine: Engine, short_run: Path) -> None:
    decode = {"beam_size": 3, "n_best": 3, "max_length": 5}
    engine.ask(1, "translate", model=str(short_run), text="big dog", decode=decode, live=True)
    assert engine.answer().message["kind"] == "loading"
    steps = []
    while (frame := engine.answer()).message["kind"] == "step":
        trace = from_bytes(frame.payload)
        check(trace)
        assert frame.message["step"] == trace.best().end_step
        steps.append(trace.best().end_step)
    assert frame.message["kind"] == "trace"
    whole = from_bytes(frame.payload)
    check(whole)
    assert len(whole.hypotheses) == 3
    assert steps[0] == 0, "the first step is sent at once, later ones at most 60 times a second"
    assert steps == sorted(set(steps))
    assert steps[-1] < len(whole.token_ids)
    engine.ask(2, "force", model=str(short_run), text="big dog", target="BIG CAT", decode=decode)
    forced = from_bytes(engine.end_of(2).payload)
    assert forced.best().text == "BIG CAT"
    probe = {"text": "big dog", "target_ids": list(forced.best().token_ids), "method": "occlusion"}
    engine.ask(3, "importance", model=str(short_run), **probe)
    frame = engine.end_of(3)
    found = importance_from_message(frame.message, frame.payload)
    assert found.values.shape == (3, 3)
    assert (found.target_ids, found.method) == (forced.best().token_ids, "occlusion")
    del probe["method"]
    engine.ask(4, "attention_test", model=str(short_run), **probe)
    message = engine.end_of(4).message
    if "rnnsearch" not in short_run.name:
        assert "no attention to test" in message["what"]
    else:
        assert attention_test_from_plain(message["report"]).target_ids == forced.best().token_ids
    prefix = {"prefix": [5, 4]}
    engine.ask(5, "translate", model=str(short_run), text="big dog", decode=decode, constraints=prefix)
    begun = from_bytes(engine.end_of(5).payload)
    check(begun)
    assert begun.constraints == prefix
    assert {hypothesis.token_ids[:2] for hypothesis in begun.hypotheses} == {(5, 4)}


def test_a_newer_request_overtakes_and_a_cancel_ends(engine: Engine, short_run: Path) -> None:
    slow = {"model": str(short_run), "text": LONG, "decode": {"beam_size": 12, "max_length": 2000}}
    engine.ask(1, "translate", **slow)
    engine.ask(2, "translate", **slow)
    engine.ask(3, "translate", channel="two", **slow)
    assert engine.end_of(1).message["kind"] == "cancelled"
    engine.ask(4, "cancel")
    assert engine.end_of(2).message["kind"] == "cancelled"
    started = time.monotonic()
    engine.ask(5, "translate", channel="two", model=str(short_run), text="sea", decode={"max_length": 3})
    assert engine.end_of(3).message["kind"] == "cancelled"
    assert time.monotonic() - started < 5
    assert engine.end_of(5).message["kind"] == "trace"
    wide = {"model": str(short_run), "text": LONG, "target_ids": [5] * 800, "method": "occlusion"}
    engine.ask(6, "importance", **wide)
    engine.ask(7, "importance", **{**wide, "target_ids": [5, 0]})
    assert engine.end_of(6).message["kind"] == "cancelled"
    assert engine.end_of(7).message["kind"] == "importance"


def test_what_cannot_be_done_is_said_and_the_process_lives(engine: Engine, short_run: Path) -> None:
    engine.ask(1, "translate", model="no-such-model", text="sea")
    error = engine.end_of(1).message
    assert error["kind"] == "error"
    assert "no-such-model" in error["what"]
    engine.ask(2, "translate", model=str(short_run), text="sea", decode={"beam_size": 0})
    assert "beam size is 0" in engine.end_of(2).message["what"]
    engine.ask(3, "sing")
    assert "'sing'" in engine.end_of(3).message["what"]
    engine.ask(4, "translate", model=str(short_run), text=7)
    assert "no text 'text'" in engine.end_of(4).message["what"]
    engine.ask(6, "models", paths=[7])
    assert "no list of texts" in engine.end_of(6).message["what"]
    engine.ask(7, "importance", model=str(short_run), text="sea", target_ids=["5"], method="gradient")
    assert "no list of whole numbers" in engine.end_of(7).message["what"]
    engine.write(encode(Frame({"id": None, "kind": "sing", "channel": "one"})))
    assert "'sing'" in engine.end_of(0).message["what"]
    engine.ask(8, "force", model=str(short_run), text="sea", target="SEA", constraints={"prefix": "x"})
    assert "constraints of the request" in engine.end_of(8).message["what"]
    engine.ask(7, "translate", model=str(short_run), text="sea \ud83d")
    assert from_bytes(engine.end_of(7).payload).source_text == "sea \ud83d"
    engine.ask(5, "models", paths=[str(short_run)])
    listed = engine.end_of(5).message["models"]
    assert str(short_run) in {model["path"].split("/checkpoints")[0] for model in listed}


def test_ctrl_c_ends_it_without_a_word() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "engine.serve"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert read_frame(process.stdout).message["kind"] == "hello"
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=20)[1] == b""
    assert process.returncode == 0


@pytest.mark.parametrize("way", ["shutdown", "end of input", "foreign bytes"])
def test_it_ends_with_its_window(ending: Engine, way: str) -> None:
    if way == "shutdown":
        ending.ask(1, "shutdown")
    elif way == "foreign bytes":
        ending.write(b"GET / HTTP/1.1\r\n\r\n")
    else:
        ending.process.stdin.close()
    assert ending.process.wait(timeout=20) == 0


def test_sentences_are_reported_exactly_and_wait_for_whoever_types(engine: Engine, short_run: Path) -> None:
    """Their numbers are those of the same traces made here; a request that comes later is answered first."""
    texts = ["big dog", "", "red cat sea", "xyzzy"] + ["blue tree house"] * 20
    decode = {"beam_size": 5, "max_length": 8}
    many = {"model": str(short_run), "decode": decode, "background": True}
    engine.ask(1, "sentences", channel="list", texts=texts, **many)
    reports = engine.end_of(1).message["reports"]
    traces = Translator.load(short_run).translate_all(texts, from_json(DecodeConfig, decode))
    for plain, trace in zip(reports, traces, strict=True):
        report, measures = from_plain(plain), measure(trace, trace.best())
        if not trace.source_text:
            assert report.problem == "The line is empty."
            continue
        assert report.text == trace.best().text
        assert report.length_ratio == measures.length_ratio
        assert report.score == pytest.approx(trace.best().normalised_score, abs=1e-6)
        assert report.unknown_source == len(measures.unknown_positions)
        if measures.attention is not None:
            assert report.entropy_out == pytest.approx(measures.attention.entropies.mean(), abs=1e-5)
            assert report.least_coverage == pytest.approx(measures.attention.coverage[:-1].min(), abs=1e-5)
    slow = {**many, "decode": {"beam_size": 12, "max_length": 400}}
    engine.ask(2, "sentences", channel="list", texts=[LONG] * 24, **slow)
    engine.ask(3, "translate", channel="typed", model=str(short_run), text="sea", decode=decode)
    assert engine.answer().message["id"] == 3, "the list is put off"
    engine.ask(4, "cancel", channel="list")
    started = time.monotonic()
    assert engine.end_of(2).message["kind"] == "cancelled"
    assert time.monotonic() - started < 20
    engine.ask(5, "sentences", channel="list", model=str(short_run), texts=[3])
    assert "'texts' are no list of texts" in engine.end_of(5).message["what"]
