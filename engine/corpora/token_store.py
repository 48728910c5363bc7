"""Sentence pairs as token ids in memory-mapped files: written as a stream, read in place.

A store is a folder: for each side the ids of all sentences one after the other (16 bits a token where the
vocabulary allows it, else 32), the offsets at which sentences begin (64 bits each), and a JSON header with
the types and whatever belongs to the pairs. The links between the tokens of each pair, where a store has
them, lie there in the same way, 64 bits each. Numbers are little-endian on every machine.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.text.token_array import Ids, Rows, TokenArray

FORMAT = 1
_PARTS = ("source", "target", "links")
_HEADER = "header.json"
_OFFSET = np.dtype("<i8")


@dataclass(frozen=True)
class TokenPairs:
    """The two sides of N sentence pairs, in step; pair k is (source ids, target ids).

    links: for each pair the links between its tokens, as engine.corpora.word_links numbers them.
    """

    source: TokenArray
    target: TokenArray
    links: TokenArray | None = None

    def __len__(self) -> int:
        return len(self.source)

    def __getitem__(self, row: int) -> tuple[Ids, Ids]:
        return self.source[row], self.target[row]

    def __iter__(self) -> Iterator[tuple[Ids, Ids]]:
        return zip(self.source, self.target, strict=True)

    def take(self, rows: Rows) -> "TokenPairs":
        """The pairs in these rows, in their order, copied."""
        links = None if self.links is None else self.links.take(rows)
        return TokenPairs(self.source.take(rows), self.target.take(rows), links)


class TokenWriter:
    """Fills the folder of a new store; it is one only after `finish`. Use it in a `with` statement."""

    def __init__(self, folder: Path, vocabularies: tuple[int, int], *, linked: bool = False) -> None:
        """vocabularies: how many different ids each side may have; linked: whether the pairs have links."""
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        kinds = ["<u2" if size <= 1 << 16 else "<i4" for size in vocabularies]
        self._types = [np.dtype(kind) for kind in (*kinds, *(["<i8"] if linked else []))]
        names = _PARTS[: len(self._types)]
        self._ids = [(folder / f"{name}.ids").open("wb") for name in names]
        self._offsets = [(folder / f"{name}.offsets").open("wb") for name in names]
        self._ends = [0] * len(names)
        for file in self._offsets:
            file.write(np.zeros(1, dtype=_OFFSET).tobytes())

    def append(self, pairs: TokenPairs) -> None:
        """Write these pairs after the ones before."""
        for side, array in zip(range(len(self._ids)), _parts_of(pairs), strict=True):
            self._ids[side].write(np.ascontiguousarray(array.ids, dtype=self._types[side]).data)
            offsets = self._ends[side] + array.offsets[1:]
            self._offsets[side].write(np.ascontiguousarray(offsets, dtype=_OFFSET).data)
            self._ends[side] += int(array.offsets[-1])

    def written(self) -> TokenPairs:
        """The pairs so far, mapped from the files."""
        for file in (*self._ids, *self._offsets):
            file.flush()
        return _mapped(self._folder, [dtype.str for dtype in self._types])

    def finish(self, details: dict[str, Any]) -> None:
        """Write the header with these JSON values, and close the files."""
        header = {"format": FORMAT, "types": [dtype.str for dtype in self._types], "details": details}
        (self._folder / _HEADER).write_text(json.dumps(header, indent=1), encoding="ascii")
        self.close()

    def close(self) -> None:
        """Close the files."""
        for file in (*self._ids, *self._offsets):
            file.close()

    def __enter__(self) -> "TokenWriter":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_store(folder: Path) -> tuple[TokenPairs, dict[str, Any]]:
    """The pairs of a finished store, mapped and not read, and the values in its header."""
    header = json.loads((folder / _HEADER).read_text(encoding="ascii"))
    return _mapped(folder, header["types"]), header["details"]


def _mapped(folder: Path, types: list[str]) -> TokenPairs:
    parts = [
        TokenArray(_map(folder / f"{name}.ids", kind), _map(folder / f"{name}.offsets", _OFFSET.str))
        for name, kind in zip(_PARTS, types, strict=False)
    ]
    return TokenPairs(*parts)


def _parts_of(pairs: TokenPairs) -> list[TokenArray]:
    return [pairs.source, pairs.target, *([] if pairs.links is None else [pairs.links])]


def _map(path: Path, kind: str) -> NDArray[Any]:
    if path.stat().st_size == 0:  # of pairs without a single link; nothing cannot be mapped
        return np.empty(0, dtype=np.dtype(kind))
    return np.memmap(path, dtype=np.dtype(kind), mode="r").view(np.ndarray)
