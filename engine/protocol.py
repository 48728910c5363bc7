"""The frames between a window and an engine process: JSON beside raw bytes, over any pair of byte streams.

A frame is 12 bytes (magic, length of the JSON, length of the payload), the JSON, then the payload. The
payload of a trace is the safetensors record of engine.trace_io. Torch-free: both sides use it.

Requests, each with a whole number `id` of the asker's choice and a `channel`; a newer request on a channel
overtakes the older ones on it, which end with `cancelled`:

    {"kind": "translate", "model": NAME_OR_PATH, "text": …, "decode": DecodeConfig, "live": true,
     "constraints": Constraints}
    {"kind": "force", "model": …, "text": …, "target": …, "decode": DecodeConfig,
     "constraints": Constraints}
    {"kind": "importance", "model": …, "text": …, "target_ids": [TOKEN, …],
     "method": "occlusion" | "gradient"}
    {"kind": "attention_test", "model": …, "text": …, "target_ids": [TOKEN, …]}
    {"kind": "sentences", "model": …, "texts": [SENTENCE, …], "decode": DecodeConfig, "background": true}
    {"kind": "models", "paths": [RUN_OR_CHECKPOINT, …]}
    {"kind": "cancel", "channel": …}         ends what runs or waits on the channel
    {"kind": "shutdown"}

Constraints are what engine.constraints.to_plain gives; without them nothing is forced or changed. A request
with "background": true is worked on while no other one waits; when one arrives it is put off, to begin anew.

Answers carry the request's `id`:

    {"kind": "hello", "id": 0, "version", "device", "threads"}      first, unasked
    {"kind": "loading", "model"}             a model is being read from disk
    {"kind": "step", "step": i}              payload: the leading hypothesis so far, a trace of one slot;
                                             at most 60 a second
    {"kind": "trace"}                        payload: the whole trace; ends the request
    {"kind": "importance", "method", "text", "target_ids", "fingerprint", "positions"}
                                             payload: see engine.probes; ends the request
    {"kind": "attention_test", "report"}     see engine.probes; ends the request
    {"kind": "sentences", "fingerprint", "reports"}  one report a text, as in engine.sentence_report;
                                             ends the request
    {"kind": "models", "models": [{"name", "kind", "path", "parameters", "card", …}]}  ends the request
    {"kind": "cancelled"}                    ends the request
    {"kind": "error", "what", "remedy", "details"}   ends the request; details only for a defect

The run service (engine.serve_runs) speaks the same frames. An answer has the kind of its request, or is an
`error`; a run is named by its folder's name in the folder of all runs there:

    {"kind": "hello", "id": 0, "service": "runs", "program", "host", "home"}    first, unasked
    {"kind": "runs"}                        {"runs": [{"name", "mark", "condition", "silence"}, …]}; the mark
                                            changes with the run's files
    {"kind": "look", "run", "offset", "head", "files": {NAME: MARK}}
                                            what a copy of the run lacks: {"files": {NAME: {"mark", "text"}},
                                            "log", "checkpoints", "traces", "offset", "more"}; payload: the
                                            metrics from the offset on, or from 0 where their first bytes
                                            (`head`, hexadecimal) are others now
    {"kind": "files", "run", "folder"}      {"files": [{"name", "size", "time"}, …]}, names from the run on
    {"kind": "piece", "run", "file", "offset"}    {"size", "mark", "sha256"}; payload: the piece
    {"kind": "ask", "run", "word"}          a word of engine.runs.control, handed to the run's process
    {"kind": "resume", "run"}               and {"kind": "extend", "run", "updates"}: as engine.runs.steering
    {"kind": "notes", "run", "notes"}       what a person notes about the run: engine.runs.notes
    {"kind": "start", "run", "experiment", "processes"}    a new run; answered when it has begun. Its corpus
                                            files are paths there, from the home folder on
    {"kind": "corpus", "files"}             {"report"}: what an import of these would keep, and drop and why
    {"kind": "preview", "run", "experiment"}    {"preview"}: engine.preview.Preview of it on that machine
    {"kind": "cancel"}                      ends a preview; a newer one does too
    {"kind": "folder", "folder"}            {"folder", "folders", "files"}: the names in it
"""

import json
import struct
from dataclasses import dataclass
from typing import Any, BinaryIO

VERSION = 1
_MAGIC = b"AXF1"
_PREFIX = struct.Struct(">4sII")
MAX_JSON = 1 << 24
MAX_PAYLOAD = 1 << 30


class ProtocolError(Exception):
    """The stream does not hold frames of this version; it cannot be read any further."""


class VersionError(ProtocolError):
    """The other side speaks another version; `program` is its program's version, empty where not told."""

    def __init__(self, version: object, program: object) -> None:
        super().__init__(f"a frame is of version {version!r}, not {VERSION}")
        self.program = program if isinstance(program, str) else ""


@dataclass(frozen=True)
class Frame:
    """One message: its JSON object and its payload, which may be empty."""

    message: dict[str, Any]
    payload: bytes = b""


def encode(frame: Frame) -> bytes:
    """The frame as bytes."""
    text = json.dumps({"version": VERSION, **frame.message}).encode("ascii")  # half a surrogate pair passes
    return _PREFIX.pack(_MAGIC, len(text), len(frame.payload)) + text + frame.payload


class FrameBuffer:
    """Bytes in, whole frames out, for streams that arrive in pieces.

    With skip_noise, foreign bytes between frames (a greeting of ssh, a stray print) are set aside for
    `take_noise` instead of being an error.
    """

    def __init__(self, *, skip_noise: bool = False) -> None:
        self._bytes = bytearray()
        self._noise = bytearray()
        self._skip_noise = skip_noise

    def feed(self, data: bytes) -> list[Frame]:
        """The frames that are complete with this piece. Raises ProtocolError on foreign bytes."""
        self._bytes += data
        frames = []
        while (frame := self._take()) is not None:
            frames.append(frame)
        return frames

    def take_noise(self) -> bytes:
        """The foreign bytes that were skipped since the last call."""
        noise = bytes(self._noise)
        self._noise.clear()
        return noise

    def _skip_to_magic(self) -> None:
        start = self._bytes.find(_MAGIC)
        if start < 0:  # keep what may be the first bytes of a frame
            kept = next((n for n in range(len(_MAGIC) - 1, 0, -1) if self._bytes.endswith(_MAGIC[:n])), 0)
            start = len(self._bytes) - kept
        self._noise += self._bytes[:start]
        del self._bytes[:start]

    def _take(self) -> Frame | None:
        if self._skip_noise:
            self._skip_to_magic()
        if len(self._bytes) < _PREFIX.size:
            return None
        json_size, payload_size = _sizes(bytes(self._bytes[: _PREFIX.size]))
        end = _PREFIX.size + json_size + payload_size
        if len(self._bytes) < end:
            return None
        body = bytes(self._bytes[_PREFIX.size : end])
        del self._bytes[:end]
        return Frame(_message(body[:json_size]), body[json_size:])


def read_frame(stream: BinaryIO) -> Frame | None:
    """The next frame of a blocking stream; None at its end. Raises ProtocolError on foreign or cut bytes."""
    prefix = stream.read(_PREFIX.size)
    if not prefix:
        return None
    if len(prefix) < _PREFIX.size:
        raise ProtocolError("the stream ended inside a frame")
    json_size, payload_size = _sizes(prefix)
    body = stream.read(json_size + payload_size)
    if len(body) < json_size + payload_size:
        raise ProtocolError("the stream ended inside a frame")
    return Frame(_message(body[:json_size]), body[json_size:])


def _sizes(prefix: bytes) -> tuple[int, int]:
    magic, json_size, payload_size = _PREFIX.unpack(prefix)
    if magic != _MAGIC:
        raise ProtocolError(f"expected a frame, found {prefix!r}")
    if json_size > MAX_JSON or payload_size > MAX_PAYLOAD:
        raise ProtocolError(f"a frame of {json_size} + {payload_size} bytes is too large")
    return json_size, payload_size


def _message(text: bytes) -> dict[str, Any]:
    try:
        message = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ProtocolError(f"a frame's JSON cannot be read: {error}") from error
    if not isinstance(message, dict):
        raise ProtocolError(f"a frame holds no JSON object: {text[:100]!r}")
    if message.get("version") != VERSION:
        raise VersionError(message.get("version"), message.get("program"))
    return message
