"""An engine process asked one thing after the other, for work without a window or beside it.

It blocks, so it belongs on a thread of its own or into a command.
"""

import contextlib
import subprocess
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self

from engine.config import DecodeConfig, to_json
from engine.errors import EngineError
from engine.protocol import Frame, FrameBuffer, ProtocolError, encode
from engine.trace import DecodingTrace
from explorer.services.framed_process import REPOSITORY, outcome
from explorer.services.trace_reader import read_checked, refusal

_BLOCK = 1 << 16
_PATIENCE = 2.0  # seconds to end by itself


class EngineClient:
    """One engine process; a context manager that ends it."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = list(command)
        self._frames = FrameBuffer(skip_noise=True)
        self._waiting: list[Frame] = []
        self._number = 0
        try:
            self._process = subprocess.Popen(
                self._command, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        except OSError as error:
            raise EngineError(
                f"The engine could not be started with “{' '.join(self._command)}”.", "Check the command."
            ) from error

    def translate(self, model: str, text: str, decode: DecodeConfig) -> DecodingTrace:
        """The checked trace of a translation. Raises EngineError in the engine's own words."""
        message = {"kind": "translate", "model": model, "text": text, "decode": to_json(decode)}
        frame = self._ask(message)
        if frame.message.get("kind") == "error":
            raise EngineError(str(frame.message.get("what")), str(frame.message.get("remedy")))
        try:
            return read_checked(frame.payload)
        except Exception as error:
            raise refusal(error) from error

    def kill(self) -> None:
        """End the process at once, from any thread; whoever waits for an answer is told that it ended."""
        self._process.kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(OSError):  # it may have ended already
            self._process.stdin.close()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()

    def _ask(self, message: dict[str, Any]) -> Frame:
        """Send a request and wait for the frame that ends it."""
        assert self._process.stdin is not None
        self._number += 1
        try:
            self._process.stdin.write(encode(Frame({**message, "id": self._number, "channel": "client"})))
            self._process.stdin.flush()
        except OSError as error:
            raise self._ended() from error
        while True:
            frame = self._next()
            if frame.message.get("id") == self._number and frame.message.get("kind") in ("trace", "error"):
                return frame

    def _next(self) -> Frame:
        assert self._process.stdout is not None
        while not self._waiting:
            data = self._process.stdout.read1(_BLOCK)  # type: ignore[attr-defined]
            if not data:
                raise self._ended()
            try:
                self._waiting += self._frames.feed(data)
            except ProtocolError as error:
                raise EngineError(
                    f"The engine's answer could not be read ({error}).", "Update it or the window."
                ) from error
        return self._waiting.pop(0)

    def _ended(self) -> EngineError:
        code = self._process.wait()
        how = outcome(abs(code), killed=code < 0)
        return EngineError(f"The engine process ended: {how}.", "What was done by then stays; try again.")
