"""The engine process as the window sees it: requests out, checked traces in, a process that is kept alive.

The process may run on another machine (the command is a setting). It can die at any time: that is said in
words, it is started again, and what was asked of it is asked once more.
"""

import logging
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from engine.config import DecodeConfig, to_json
from engine.constraints import UNCHANGED, Constraints, to_plain
from engine.errors import EngineError
from engine.probes import attention_test_from_plain, importance_from_message
from engine.protocol import Frame
from engine.sentence_report import from_plain
from engine.trace import DecodingTrace
from explorer.services.framed_process import Ending, FramedProcess
from explorer.services.requests import PendingRequests, Request
from explorer.services.trace_reader import TraceReader

MAX_DEATHS = 3  # processes in a row that died without a single answer
ENDED_TWICE = "It ended twice at this request, so it is not tried again. Try a shorter text or another model."
STARTED_AGAIN = "It is being started again; nothing that you typed is lost."
GIVEN_UP = "Press Translate to try once more. The settings file may name another engine as engine_command."
MODELS_CHANNEL = "models"
STARTING_PATIENCE_MS = 100
HELLO_PATIENCE_MS = 20_000
_log = logging.getLogger(__name__)


class EngineProcess(QObject):
    """Starts the engine, asks it, and tells what it answers; the latest request of a channel wins.

    Every trace in `step_received` and `trace_received` has been checked. Answers to a request that was
    overtaken or cancelled are dropped. Errors say what happened and what to do.
    """

    state_changed = Signal(str)  # "starting", "ready", "lost" or "stopped"
    loading_started = Signal(str, str)  # channel, model
    step_received = Signal(str, object)  # channel, DecodingTrace of the leading hypothesis so far
    trace_received = Signal(str, object)  # channel, DecodingTrace
    importance_received = Signal(str, object)  # channel, Importance
    attention_test_received = Signal(str, object)  # channel, AttentionTest
    sentences_received = Signal(str, list, str)  # channel, one SentenceReport a text, fingerprint
    models_received = Signal(list)  # one dict a model, as in engine.protocol
    request_cancelled = Signal(str)  # channel
    error_received = Signal(str, EngineError)  # channel; "" where it belongs to no request
    process_died = Signal(EngineError)  # it is being started again
    hello_overdue = Signal(EngineError)  # it was started, but does not answer; it may still do

    def __init__(self, command: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = "stopped"
        self._command = list(command)
        self._process: FramedProcess | None = None
        self._requests = PendingRequests()
        self._deaths = 0
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(HELLO_PATIENCE_MS)
        self._patience.timeout.connect(self._on_silence)
        self._reader = TraceReader(self)
        self._reader.trace_read.connect(self._on_trace_read)
        self._reader.trace_refused.connect(self.error_received)

    @property
    def pid(self) -> int:
        """The process id; 0 while no process runs."""
        return 0 if self._process is None else self._process.pid

    def start(self) -> None:
        """Start the process; does nothing while one runs."""
        if self._process is not None:
            return
        self._process = FramedProcess(self._command, self)
        self._process.frame_received.connect(self._on_frame)
        self._process.ended.connect(self._on_ended)
        self._set_state("starting")
        self._patience.start()
        self._process.start()

    def restart(self) -> None:
        """End a process that does not answer and start another, which is asked what this one was."""
        self._end_process(STARTING_PATIENCE_MS)
        self.start()

    def translate(
        self,
        channel: str,
        model: str,
        text: str,
        decode: DecodeConfig,
        constraints: Constraints = UNCHANGED,
    ) -> None:
        """Ask for a translation, with its steps as they are made."""
        message = {"kind": "translate", "model": model, "text": text, "decode": to_json(decode), "live": True}
        self._ask(channel, {**message, "constraints": to_plain(constraints)})

    def force(
        self, channel: str, model: str, text: str, target: str, constraints: Constraints = UNCHANGED
    ) -> None:
        """Ask for the forced decoding of a given target; it comes as one trace, without steps before it."""
        decode = to_json(DecodeConfig(beam_size=1))
        message = {"kind": "force", "model": model, "text": text, "target": target, "decode": decode}
        self._ask(channel, {**message, "constraints": to_plain(constraints)})

    def importance(self, channel: str, model: str, text: str, target_ids: Sequence[int], method: str) -> None:
        """Ask what each token of a target depends on; see engine.probes for the methods."""
        message = {"kind": "importance", "model": model, "text": text, "target_ids": list(target_ids)}
        self._ask(channel, {**message, "method": method})

    def attention_test(self, channel: str, model: str, text: str, target_ids: Sequence[int]) -> None:
        """Ask what becomes of each token of a target where its weights are replaced; see engine.probes."""
        message = {"kind": "attention_test", "model": model, "text": text, "target_ids": list(target_ids)}
        self._ask(channel, message)

    def report_sentences(self, channel: str, model: str, texts: Sequence[str], decode: DecodeConfig) -> None:
        """Ask for a report of each text; anything else that is asked goes before."""
        message = {"kind": "sentences", "model": model, "texts": list(texts), "background": True}
        self._ask(channel, {**message, "decode": to_json(decode)})

    def list_models(self, paths: Sequence[str]) -> None:
        """Ask for the bundled models and those at the paths (runs or checkpoints)."""
        self._ask(MODELS_CHANNEL, {"kind": "models", "paths": list(paths)})

    def cancel(self, channel: str) -> None:
        """End what runs or waits on the channel; `request_cancelled` follows at once."""
        if self._requests.drop(channel) is None:
            return
        self._reader.forget(channel)
        self._send({"kind": "cancel", "id": self._requests.new_id(), "channel": channel})
        self.request_cancelled.emit(channel)

    def shutdown(self, patience_ms: int = 1500) -> None:
        """End the process and return when it has ended; nothing is told of what was still asked."""
        self._requests.drop_all()
        self._reader.forget_all()
        if self.state == "starting":  # it does not listen yet, and has nothing to put away
            patience_ms = min(patience_ms, STARTING_PATIENCE_MS)
        self._end_process(patience_ms)
        self._set_state("stopped")

    def _end_process(self, patience_ms: int) -> None:
        self._patience.stop()
        process, self._process = self._process, None
        if process is not None:
            process.end(Frame({"kind": "shutdown", "id": self._requests.new_id()}), patience_ms)
            process.deleteLater()

    def _on_silence(self) -> None:
        seconds = self._patience.interval() // 1000
        what = f"The engine was started {seconds} seconds ago and has not answered yet."
        self.hello_overdue.emit(EngineError(what, "It may need more time; if nothing happens, restart it."))

    def _ask(self, channel: str, message: dict[str, Any]) -> None:
        self._reader.forget(channel)
        request = self._requests.add(channel, message)
        if self._process is None:
            self._deaths = 0
            self.start()
        elif self.state == "ready":
            self._send_request(request)

    def _send_request(self, request: Request) -> None:
        request.attempts += 1
        self._send(request.message)

    def _send(self, message: dict[str, Any]) -> None:
        if self._process is not None and self.state == "ready":
            self._process.send(Frame(message))

    def _set_state(self, state: str) -> None:
        if state != self.state:
            self.state = state
            self.state_changed.emit(state)

    def _on_frame(self, frame: Frame) -> None:
        if frame.message.get("kind") == "hello":
            self._patience.stop()
            waiting = list(self._requests)
            self._set_state("ready")
            for request in waiting:
                if self._requests.find(request.number) is request:
                    self._send_request(request)
            return
        request = self._requests.find(frame.message.get("id"))
        if request is not None:
            self._on_answer(request, frame)

    def _on_answer(self, request: Request, frame: Frame) -> None:
        channel = request.channel
        match frame.message.get("kind"):
            case "loading":
                self.loading_started.emit(channel, str(frame.message.get("model", "")))
            case "step":
                self._reader.read(channel, frame.payload, final=False)
            case "trace":
                self._end(request)
                self._reader.read(channel, frame.payload, final=True)
            case "importance" | "attention_test":
                self._end(request)
                self._tell_probe(channel, frame)
            case "sentences":
                self._end(request)
                self._tell_reports(channel, frame.message)
            case "models":
                self._end(request)
                self.models_received.emit(list(frame.message.get("models", ())))
            case "cancelled":
                self._end(request)
                self._reader.forget(channel)
                self.request_cancelled.emit(channel)
            case "error":
                self._end(request)
                self._reader.forget(channel)
                self.error_received.emit(channel, _error(frame.message))
            case kind:
                _log.warning("an answer of an unknown kind: %r", kind)

    def _tell_probe(self, channel: str, frame: Frame) -> None:
        message = frame.message
        try:
            if message["kind"] == "importance":
                self.importance_received.emit(channel, importance_from_message(message, frame.payload))
            else:
                report = attention_test_from_plain(message.get("report"))
                self.attention_test_received.emit(channel, report)
        except EngineError as error:
            self.error_received.emit(channel, error)

    def _tell_reports(self, channel: str, message: dict[str, Any]) -> None:
        try:
            reports = [from_plain(plain) for plain in message.get("reports", ())]
        except EngineError as error:
            self.error_received.emit(channel, error)
        else:
            self.sentences_received.emit(channel, reports, str(message.get("fingerprint", "")))

    def _end(self, request: Request) -> None:
        self._deaths = 0
        self._requests.drop(request.channel)

    def _on_trace_read(self, channel: str, trace: DecodingTrace, final: bool) -> None:
        (self.trace_received if final else self.step_received).emit(channel, trace)

    def _on_ended(self, ending: Ending) -> None:
        self._patience.stop()
        process, self._process = self._process, None
        if process is not None:
            process.deleteLater()
        self._deaths += 1
        how = self._in_words(ending)
        _log.error("%s", how)
        if self._deaths >= MAX_DEATHS or not ending.ran:
            self._give_up(how)
            return
        for request in self._requests.drop_exhausted():
            self.error_received.emit(request.channel, EngineError(how, ENDED_TWICE))
        self.process_died.emit(EngineError(how, STARTED_AGAIN))
        self.start()

    def _in_words(self, ending: Ending) -> str:
        if not ending.ran:
            return f"The engine could not be started with “{' '.join(self._command)}”."
        last = f" Its last message was “{ending.last_words}”." if ending.last_words else ""
        return f"The engine process ended: {ending.how}.{last}"

    def _give_up(self, how: str) -> None:
        self._set_state("lost")
        channels = [request.channel for request in self._requests.drop_all()] or [""]
        for channel in channels:
            self.error_received.emit(channel, EngineError(how, GIVEN_UP))


def _error(message: dict[str, Any]) -> EngineError:
    if details := message.get("details"):
        _log.error("a defect in the engine: %s", details)
    return EngineError(str(message.get("what", "")), str(message.get("remedy", "")))
