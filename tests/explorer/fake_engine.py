"""An engine without torch for tests of the window: it speaks the frames, its translations are made by hand.

Words in the source text make it misbehave: "slowly" waits between steps, "never" waits for ever after the
first step, "die" kills the process, "dieonce PATH" does so unless the file exists, "noise" prints to standard
output, "falsehood" answers with weights that do not sum to 1, "refuse" answers with an error. Words in a
target that is to be forced do the same, but for "slowly" and "falsehood"; "never" waits for a newer request.
In a list of sentences "die", "slowly" (before each) and "refuse" do the same; there "stuck" waits for ever.
When it is asked what a translation depends on, "stubborn" in the source waits for a newer request, and
"unsaid" answers with an error.
"""

import os
import queue
import signal
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from engine.constraints import from_plain
from engine.probes import attention_test_to_plain, importance_to_message
from engine.protocol import Frame, encode, read_frame
from engine.sentence_report import SentenceReport, report_of, to_plain
from engine.trace_io import to_bytes
from tests.explorer.made_constraints import constrained
from tests.explorer.made_probes import made_attention_test, made_importance
from tests.explorer.made_traces import first_steps, made_forced_trace, made_trace

MODELS = [
    {"name": "made-encdec", "kind": "rnnencdec", "path": "/made/encdec", "parameters": 1000, "card": {}},
    {"name": "made-search", "kind": "rnnsearch", "path": "/made/search", "parameters": 2000, "card": {}},
]


class FakeEngine:
    """Answers one request at a time; a cancel or a newer request on its channel ends it between steps."""

    def __init__(self) -> None:
        self._requests: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._overtaken: set[int] = set()
        self._latest: dict[str, int] = {}

    def run(self) -> None:
        """Serve until the input ends or a shutdown comes."""
        threading.Thread(target=self._listen, daemon=True).start()
        self._answer({"kind": "hello", "id": 0, "device": "cpu", "threads": 1})
        while (request := self._requests.get()) is not None:
            self._serve(request)

    def _listen(self) -> None:
        while (frame := read_frame(sys.stdin.buffer)) is not None:
            message = frame.message
            if message["kind"] == "shutdown":
                break
            channel = message.get("channel", "")
            if channel in self._latest:
                self._overtaken.add(self._latest[channel])
            self._latest[channel] = message["id"]
            if message["kind"] != "cancel":
                self._requests.put(message)
        self._requests.put(None)
        time.sleep(5)
        os._exit(3)

    def _serve(self, request: dict[str, Any]) -> None:
        if request["kind"] == "models":
            opened = [
                {"name": Path(path).name, "kind": "rnnsearch", "path": f"{path}/checkpoints/update-00000100"}
                if "broken" not in path
                else {"name": Path(path).name, "kind": "", "path": path, "problem": "It is broken. Mend it."}
                for path in request["paths"]
            ]
            self._answer({"kind": "models", "id": request["id"], "models": [*MODELS, *opened]})
        elif request["kind"] == "force":
            self._force(request)
        elif request["kind"] in ("importance", "attention_test"):
            self._probe(request)
        elif request["kind"] == "sentences":
            self._report(request)
        else:
            self._translate(request)

    def _report(self, request: dict[str, Any]) -> None:
        number, reports = request["id"], []
        for text in request["texts"]:
            self._misbehave(text)
            if "refuse" in text:
                error = {"kind": "error", "id": number, "what": "It was refused.", "remedy": "Ask otherwise."}
                self._answer(error)
                return
            time.sleep(0.05 if "slowly" in text else 0)
            while "stuck" in text and number not in self._overtaken:
                time.sleep(0.01)
            if number in self._overtaken:
                self._answer({"kind": "cancelled", "id": number})
                return
            trace = made_trace(text, attention="encdec" not in request["model"])
            report = report_of(trace) if text.strip() else SentenceReport(problem="The line is empty.")
            reports.append(to_plain(report))
        self._answer({"kind": "sentences", "id": number, "fingerprint": "made", "reports": reports})

    def _translate(self, request: dict[str, Any]) -> None:
        text, number = request["text"], request["id"]
        self._misbehave(text)
        if "refuse" in text:
            error = {"kind": "error", "id": number, "what": "It was refused.", "remedy": "Ask otherwise."}
            self._answer(error)
            return
        self._answer({"kind": "loading", "id": number, "model": request["model"]})
        decode = request["decode"]
        attention = "encdec" not in request["model"]
        constraints = from_plain(request.get("constraints", {}))
        if constraints.changes_attention and not attention:
            what = "This model has no attention to change."
            self._answer({"kind": "error", "id": number, "what": what, "remedy": "Take one with attention."})
            return
        trace = made_trace(text, attention=attention, slots=decode["beam_size"], n_best=decode["n_best"])
        trace = constrained(trace, constraints)
        for count in range(1, len(trace.token_ids) + 1):
            if number in self._overtaken:
                self._answer({"kind": "cancelled", "id": number})
                return
            if count <= 20 or count % 50 == 0:  # every step of a long sentence would take the test too long
                payload = to_bytes(first_steps(trace, count))
                self._answer({"kind": "step", "id": number, "step": count - 1}, payload)
            if "slowly" in text:
                time.sleep(0.05)
            while "never" in text and number not in self._overtaken:
                time.sleep(0.01)
        if "falsehood" in text:
            assert trace.weights is not None
            trace = replace(trace, weights=trace.weights * 0.5)
        self._answer({"kind": "trace", "id": number}, to_bytes(trace))

    def _force(self, request: dict[str, Any]) -> None:
        target, number = request["target"], request["id"]
        self._misbehave(target)
        if "refuse" in target:
            error = {"kind": "error", "id": number, "what": "It was refused.", "remedy": "Ask otherwise."}
            self._answer(error)
            return
        while "never" in target and number not in self._overtaken:
            time.sleep(0.01)
        trace = made_forced_trace(request["text"], target, attention="encdec" not in request["model"])
        self._answer({"kind": "trace", "id": number}, to_bytes(trace))

    def _probe(self, request: dict[str, Any]) -> None:
        text, number = request["text"], request["id"]
        while "stubborn" in text and number not in self._overtaken:
            time.sleep(0.01)
        if "unsaid" in text:
            error = {"kind": "error", "id": number, "what": "It was not said.", "remedy": "Ask otherwise."}
            self._answer(error)
            return
        target_ids = tuple(request["target_ids"])
        if request["kind"] == "attention_test":
            report = attention_test_to_plain(made_attention_test(text, target_ids))
            self._answer({"kind": "attention_test", "id": number, "report": report})
            return
        message, payload = importance_to_message(made_importance(text, target_ids, request["method"]))
        self._answer({**message, "id": number}, payload)

    def _misbehave(self, text: str) -> None:
        words = text.split()
        if "noise" in words:
            sys.stdout.buffer.write(b"a stray print\nAXF and more\n")
            sys.stdout.buffer.flush()
        if "dieonce" in words:
            mark = Path(words[words.index("dieonce") + 1])
            if mark.exists():
                return
            mark.touch()
        if "die" in words or "dieonce" in words:
            print("the last words", file=sys.stderr, flush=True)
            os.kill(os.getpid(), signal.SIGKILL)

    @staticmethod
    def _answer(message: dict[str, Any], payload: bytes = b"") -> None:
        sys.stdout.buffer.write(encode(Frame(message, payload)))
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    FakeEngine().run()
