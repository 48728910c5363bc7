"""The run service: `python -m engine.serve_runs` tells a window elsewhere of this machine's training runs.

It speaks the frames of engine.protocol over its pipes, loads no torch, and ends with its input. Runs live in
processes of their own: a line that breaks ends this process and none of them.
"""

import contextlib
import os
import socket
import sys
import traceback
from pathlib import Path
from typing import Any, BinaryIO

from engine import __version__
from engine.errors import ConfigError, EngineError
from engine.protocol import Frame, ProtocolError, encode, read_frame
from engine.runs import control
from engine.runs.layout import runs_home
from engine.serving.pipes import private_pipes
from engine.serving.run_files import files_under, look, piece
from engine.serving.run_list import RunList

Answer = tuple[dict[str, Any], bytes]


class RunServer:
    """Answers one window, one request after the other."""

    def __init__(self, source: BinaryIO, sink: BinaryIO, home: Path) -> None:
        """home: the folder of all runs; it need not exist."""
        self._source = source
        self._sink = sink
        self._home = home
        self._runs = RunList(home)

    def run(self) -> None:
        """Say hello, then answer until the input ends or a shutdown is asked for."""
        hello = {"program": __version__, "host": socket.gethostname(), "home": str(self._home)}
        self._send({"kind": "hello", "id": 0, "service": "runs", **hello})
        while (frame := read_frame(self._source)) is not None and frame.message.get("kind") != "shutdown":
            self._send(*self._answer(frame.message))

    def _answer(self, request: dict[str, Any]) -> Answer:
        kind, number = request.get("kind"), request.get("id")
        try:
            message, payload = self._carry_out(kind, request)
            return {"kind": kind, "id": number, **message}, payload
        except EngineError as error:
            return {"kind": "error", "id": number, "what": error.what, "remedy": error.remedy}, b""
        except Exception as error:
            what = f"The run service made a mistake ({type(error).__name__})."
            details = traceback.format_exc()
            print(details, file=sys.stderr)
            message = {"what": what, "remedy": "Please report it with the log.", "details": details}
            return {"kind": "error", "id": number, **message}, b""

    def _carry_out(self, kind: object, request: dict[str, Any]) -> Answer:
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
            case "ask":
                control.request(self._runs.find(run), _word(request))
                return {}, b""
        raise ConfigError(f"The run service does not know the request {kind!r}.", "Update it or the window.")

    def _send(self, message: dict[str, Any], payload: bytes = b"") -> None:
        self._sink.write(encode(Frame(message, payload)))
        self._sink.flush()


def _word(request: dict[str, Any]) -> control.Request:
    for known in control.REQUESTS:
        if request.get("word") == known:
            return known
    raise ConfigError(
        f"A run cannot be asked to '{request.get('word')}'.",
        f"Ask for one of: {', '.join(control.REQUESTS)}.",
    )


def main() -> None:
    """Serve the window at the other end of standard input and output."""
    try:
        # the window is gone, or Ctrl-C reached both of them: nothing is left to say, and to no one
        with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
            RunServer(*private_pipes(), runs_home()).run()
    except ProtocolError as error:
        print(f"The window's requests cannot be read any further: {error}.", file=sys.stderr)
        os._exit(1)


if __name__ == "__main__":
    main()
