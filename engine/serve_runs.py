"""The run service: `python -m engine.serve_runs` tells a window elsewhere of this machine's training runs.

It speaks the frames of engine.protocol over its pipes, loads no torch, and ends with its input. Runs live in
processes of their own: a line that breaks ends this process and none of them.
"""

import contextlib
import os
import socket
import sys
import threading
import traceback
from pathlib import Path
from typing import Any, BinaryIO

from engine import __version__
from engine.config import from_json
from engine.errors import ConfigError, EngineError
from engine.protocol import Frame, ProtocolError, encode, read_frame
from engine.runs import control, steering
from engine.runs.layout import RunLayout, runs_home
from engine.runs.notes import RunNotes, save_notes
from engine.serving.newest_command import NewestCommand
from engine.serving.pipes import private_pipes
from engine.serving.run_files import files_under, look, piece
from engine.serving.run_list import RunList
from engine.serving.run_start import list_folder, places, start_run, training_arguments

SLOW = ("corpus", "extend", "preview", "resume", "start")
Answer = tuple[dict[str, Any], bytes]


class RunServer:
    """Answers one window; what takes a while is done beside the rest, so that it can go on watching."""

    def __init__(self, source: BinaryIO, sink: BinaryIO, home: Path) -> None:
        """home: the folder of all runs; it need not exist."""
        self._source = source
        self._sink = sink
        self._sink_lock = threading.Lock()
        self._home = home
        self._runs = RunList(home)
        self._lookups = {kind: NewestCommand() for kind in ("corpus", "preview")}

    def run(self) -> None:
        """Say hello, then answer until the input ends or a shutdown is asked for."""
        hello = {"program": __version__, "host": socket.gethostname(), "home": str(self._home)}
        self._send({"kind": "hello", "id": 0, "service": "runs", **hello})
        while (frame := read_frame(self._source)) is not None and frame.message.get("kind") != "shutdown":
            request = frame.message
            lookup = self._lookups.get(str(request.get("kind")))
            turn = lookup.next_turn() if lookup else 0
            if request.get("kind") in SLOW:
                threading.Thread(target=self._answer, args=(request, turn), daemon=True).start()
            else:
                self._answer(request, turn)
        for lookup in self._lookups.values():
            lookup.next_turn()

    def _answer(self, request: dict[str, Any], turn: int) -> None:
        kind, number = request.get("kind"), request.get("id")
        payload = b""
        try:
            message, payload = self._carry_out(kind, request, turn)
        except EngineError as error:
            kind, message = "error", {"what": error.what, "remedy": error.remedy}
        except Exception as error:
            what = f"The run service made a mistake ({type(error).__name__})."
            details = traceback.format_exc()
            print(details, file=sys.stderr)
            kind = "error"
            message = {"what": what, "remedy": "Please report it with the log.", "details": details}
        self._send({**message, "kind": kind, "id": number}, payload)

    def _carry_out(self, kind: object, request: dict[str, Any], turn: int) -> Answer:
        run = request.get("run")
        match kind:
            case "runs":
                return {"runs": self._runs.entries()}, b""
            case "look":
                return look(self._runs.find(run), request)
            case "files":
                return {"files": files_under(self._runs.find(run), request.get("folder"))}, b""
            case "piece":
                return piece(self._runs.find(run), request.get("file"), request.get("offset"))
            case "folder":
                return list_folder(request.get("folder")), b""
            case "corpus":
                files = places(request.get("files"))
                return {"report": self._lookups["corpus"].ask(["corpus", "--json", *files], turn)}, b""
            case "preview":
                arguments = training_arguments(self._runs.place(run), request.get("experiment"))
                found = self._lookups["preview"].ask([*arguments, "--estimate", "--json"], turn)
                return {"preview": found}, b""
            case "cancel":
                self._lookups["preview"].next_turn()
                return {}, b""
            case _:
                self._steer(kind, run, request)
                return {}, b""

    def _steer(self, kind: object, run: object, request: dict[str, Any]) -> None:
        match kind:
            case "ask":
                steering.ask(self._runs.find(run), _word(request))
            case "resume":
                steering.resume(self._runs.find(run))
            case "extend":
                steering.extend(self._runs.find(run), _updates(request))
            case "notes":
                save_notes(RunLayout(self._runs.find(run)), from_json(RunNotes, request.get("notes")))
            case "start":
                start_run(self._runs.place(run), request.get("experiment"), request.get("processes"))
            case _:
                raise ConfigError(
                    f"The run service does not know the request {kind!r}.", "Update it or the window."
                )

    def _send(self, message: dict[str, Any], payload: bytes = b"") -> None:
        # the window may be gone by the time that something slow is done
        with self._sink_lock, contextlib.suppress(BrokenPipeError):
            self._sink.write(encode(Frame(message, payload)))
            self._sink.flush()


def _word(request: dict[str, Any]) -> control.Request:
    for known in control.REQUESTS:
        if request.get("word") == known:
            return known
    words = ", ".join(control.REQUESTS)
    raise ConfigError(f"A run cannot be asked to '{request.get('word')}'.", f"Ask for one of: {words}.")


def _updates(request: dict[str, Any]) -> int:
    updates = request.get("updates")
    if type(updates) is not int or updates < 1:
        raise ConfigError(f"A run cannot end at update {updates!r}.", "Give a whole number.")
    return updates


def main() -> None:
    """Serve the window at the other end of standard input and output."""
    try:
        with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C reached both the window and this process
            RunServer(*private_pipes(), runs_home()).run()
    except ProtocolError as error:
        print(f"The window's requests cannot be read any further: {error}.", file=sys.stderr)
        os._exit(1)
    os._exit(0)  # what is still being done belongs to a window that is gone; a started run needs nobody


if __name__ == "__main__":
    main()
