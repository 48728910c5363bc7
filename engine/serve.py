"""The engine process: `python -m engine.serve` translates for a window that speaks frames over its pipes.

One request at a time, given up between two decoding steps when a newer one on its channel arrives; one of the
background is put off there when any other arrives. Standard output belongs to the frames alone: whatever else
is printed goes to standard error. It ends with its input.
"""

import contextlib
import dataclasses
import math
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from engine.catalogue import ModelEntry, find_model, list_models
from engine.config import DecodeConfig, from_json
from engine.constraints import from_plain
from engine.device import choose_device, set_threads
from engine.errors import ConfigError, EngineError
from engine.inbox import Inbox, Job
from engine.probes import attention_test_to_plain, importance_to_message
from engine.protocol import Frame, ProtocolError, encode, read_frame
from engine.sentence_batch import reports_of
from engine.sentence_report import to_plain
from engine.serving.pipes import private_pipes
from engine.trace_io import to_bytes
from engine.translator import Leader, Translator

_KEPT_MODELS = 4
_STEP_INTERVAL = 1 / 60  # seconds between two steps that are sent; a screen shows no more


class _OvertakenError(Exception):
    """The request that is being worked on does not matter any more."""


class _PutOffError(Exception):
    """The request that is being worked on gives way to another one."""


class Server:
    """Answers the requests of one window."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self._source = source
        self._sink = sink
        self._sink_lock = threading.Lock()
        self._inbox = Inbox()
        self._models: dict[Path, Translator] = {}

    def run(self) -> None:
        """Say hello, then answer until the input ends or a shutdown is asked for."""
        threads = set_threads(0)
        self._send({"kind": "hello", "id": 0, "device": choose_device("auto").type, "threads": threads})
        threading.Thread(target=self._read, name="frames", daemon=True).start()
        while (job := self._inbox.take()) is not None:
            self._work(job)

    def _read(self) -> None:
        try:
            while (frame := read_frame(self._source)) is not None:
                self._end(self._inbox.put(frame.message))
        except (ProtocolError, OSError, ValueError) as error:
            print(f"The window's requests cannot be read any further: {error}.", file=sys.stderr)
        finally:
            self._inbox.close()

    def _end(self, jobs: list[Job]) -> None:
        for job in jobs:
            self._answer(job, {"kind": "cancelled"})

    def _work(self, job: Job) -> None:
        try:
            self._carry_out(job)
        except _OvertakenError:
            self._answer(job, {"kind": "cancelled"})
        except _PutOffError:
            if not self._inbox.put_off(job):
                self._answer(job, {"kind": "cancelled"})
        except EngineError as error:
            self._answer(job, {"kind": "error", "what": error.what, "remedy": error.remedy})
        except Exception as error:
            what = f"The engine made a mistake ({type(error).__name__})."
            details = traceback.format_exc()
            print(details, file=sys.stderr)
            message = {
                "kind": "error",
                "what": what,
                "remedy": "Please report it with the log.",
                "details": details,
            }
            self._answer(job, message)

    def _carry_out(self, job: Job) -> None:
        request = job.message
        match request.get("kind"):
            case "translate":
                on_step = self._on_step(job)
                constraints = from_plain(request.get("constraints", {}))
                trace = self._model(job).translate(
                    _text(request, "text"), _decode(request), on_step, constraints
                )
                self._answer(job, {"kind": "trace"}, to_bytes(trace))
            case "force":
                constraints = from_plain(request.get("constraints", {}))
                target = _text(request, "target")
                trace = self._model(job).force(_text(request, "text"), target, _decode(request), constraints)
                self._answer(job, {"kind": "trace"}, to_bytes(trace))
            case "importance":
                found = self._model(job).importance(
                    _text(request, "text"), _target_ids(request), _text(request, "method"), _ending(job)
                )
                self._answer(job, *importance_to_message(found))
            case "attention_test":
                report = self._model(job).attention_test(
                    _text(request, "text"), _target_ids(request), _ending(job)
                )
                self._answer(job, {"kind": "attention_test", "report": attention_test_to_plain(report)})
            case "sentences":
                translator, texts = self._model(job), _texts(request, "texts")
                reports = reports_of(translator, texts, _decode(request), self._giving_way(job))
                plain = [to_plain(report) for report in reports]
                self._answer(
                    job, {"kind": "sentences", "fingerprint": translator.fingerprint, "reports": plain}
                )
            case "models":
                entries = list_models([Path(path) for path in _texts(request, "paths")])
                self._answer(job, {"kind": "models", "models": [_plain(entry) for entry in entries]})
            case kind:
                raise ConfigError(
                    f"The engine does not know the request {kind!r}.", "Update it or the window."
                )

    def _giving_way(self, job: Job) -> Callable[[], None]:
        """Called between two steps: ends the work, or puts it off while another request waits."""

        def require_turn() -> None:
            if job.overtaken:
                raise _OvertakenError
            if self._inbox.is_pressed(job):
                raise _PutOffError

        return require_turn

    def _on_step(self, job: Job) -> Callable[[Leader], None]:
        live, sent = bool(job.message.get("live")), -math.inf

        def report(leader: Leader) -> None:
            nonlocal sent
            if job.overtaken:
                raise _OvertakenError
            if live and time.monotonic() - sent >= _STEP_INTERVAL:
                trace = leader()
                self._answer(job, {"kind": "step", "step": trace.best().end_step}, to_bytes(trace))
                sent = time.monotonic()

        return report

    def _model(self, job: Job) -> Translator:
        name = _text(job.message, "model")
        directory = find_model(name)
        translator = self._models.pop(directory, None)
        if translator is None:
            self._answer(job, {"kind": "loading", "model": name})
            translator = Translator.load(directory)
        self._models[directory] = translator  # the newest last
        while len(self._models) > _KEPT_MODELS:
            del self._models[next(iter(self._models))]
        if job.overtaken:
            raise _OvertakenError
        return translator

    def _answer(self, job: Job, message: dict[str, Any], payload: bytes = b"") -> None:
        self._send({"id": job.id, **message}, payload)

    def _send(self, message: dict[str, Any], payload: bytes = b"") -> None:
        with self._sink_lock:
            self._sink.write(encode(Frame(message, payload)))
            self._sink.flush()


def _ending(job: Job) -> Callable[[], None]:
    """Called between two pieces of the work: ends it where the request does not matter any more."""

    def require_wanted() -> None:
        if job.overtaken:
            raise _OvertakenError

    return require_wanted


def _text(request: dict[str, Any], name: str) -> str:
    value = request.get(name)
    if not isinstance(value, str):
        raise ConfigError(f"The request has no text '{name}'.", "Update the window.")
    return value


def _target_ids(request: dict[str, Any]) -> list[int]:
    numbers = request.get("target_ids")
    if not isinstance(numbers, list) or not all(type(number) is int for number in numbers):
        raise ConfigError("The request's 'target_ids' are no list of whole numbers.", "Update the window.")
    return numbers


def _texts(request: dict[str, Any], name: str) -> list[str]:
    texts = request.get(name, [])
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise ConfigError(f"The request's '{name}' are no list of texts.", "Update the window.")
    return texts


def _decode(request: dict[str, Any]) -> DecodeConfig:
    return from_json(DecodeConfig, request.get("decode", {}))


def _plain(entry: ModelEntry) -> dict[str, Any]:
    return {**dataclasses.asdict(entry), "path": str(entry.path)}


def main() -> None:
    """Serve the window at the other end of standard input and output."""
    # the window is gone, or Ctrl-C reached both of them: nothing is left to say, and to no one
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        Server(*private_pipes()).run()
    os._exit(0)  # the thread that reads frames may wait for input that never comes


if __name__ == "__main__":
    main()
