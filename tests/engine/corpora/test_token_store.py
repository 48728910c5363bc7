"""Token ids on disk: what comes back is what went in, whatever the vocabulary and the blocks."""

import json
import random
from pathlib import Path

import numpy as np
import pytest

from engine.corpora.token_store import TokenPairs, TokenWriter, open_store
from engine.text.token_array import TokenArray

Sentences = list[list[int]]


def _sentences(seed: int, count: int, largest: int) -> Sentences:
    draw = random.Random(seed)
    return [[draw.randint(2, largest) for _ in range(draw.randint(0, 5))] + [0] for _ in range(count)]


def _written(folder: Path, sides: tuple[Sentences, Sentences], vocabularies: tuple[int, int]) -> None:
    with TokenWriter(folder, vocabularies) as writer:
        for begin in range(0, len(sides[0]), 30):
            source, target = (TokenArray.of(side[begin : begin + 30]) for side in sides)
            writer.append(TokenPairs(source, target))
        writer.finish({"note": "é", "joined": 3})


@pytest.mark.parametrize("vocabularies", [(65_536, 65_537), (70_000, 100), (1 << 20, 1 << 20)])
def test_blocks_become_one_store(tmp_path: Path, vocabularies: tuple[int, int]) -> None:
    sides = (_sentences(1, 100, vocabularies[0] - 1), _sentences(2, 100, vocabularies[1] - 1))
    _written(tmp_path / "store", sides, vocabularies)
    pairs, details = open_store(tmp_path / "store")
    assert (pairs.source.tolist(), pairs.target.tolist()) == sides
    assert [(source.tolist(), target.tolist()) for source, target in pairs] == list(zip(*sides, strict=True))
    assert pairs[99][0].tolist() == sides[0][99]
    assert len(pairs) == 100
    assert details == {"note": "é", "joined": 3}


def test_a_token_takes_two_bytes_where_the_vocabulary_allows(tmp_path: Path) -> None:
    sides = (_sentences(1, 50, 60_000), _sentences(2, 50, 60_000))
    _written(tmp_path, sides, (65_536, 65_537))
    sizes = [sum(map(len, side)) for side in sides]
    assert (tmp_path / "source.ids").stat().st_size == 2 * sizes[0]
    assert (tmp_path / "target.ids").stat().st_size == 4 * sizes[1]
    assert (tmp_path / "source.offsets").stat().st_size == 8 * 51


def test_what_was_written_so_far_can_be_read_and_added_to(tmp_path: Path) -> None:
    first = TokenPairs(TokenArray.of([[5, 0], [6, 7, 0]]), TokenArray.of([[0], [8, 0]]))
    with TokenWriter(tmp_path, (100, 100)) as writer:
        writer.append(first)
        writer.append(writer.written().take([1]))
        writer.finish({})
    pairs, _ = open_store(tmp_path)
    assert pairs.source.tolist() == [[5, 0], [6, 7, 0], [6, 7, 0]]
    assert pairs.target.tolist() == [[0], [8, 0], [8, 0]]


def test_ids_are_mapped_and_not_read(tmp_path: Path) -> None:
    _written(tmp_path, (_sentences(1, 5, 9), _sentences(2, 5, 9)), (10, 10))
    pairs, _ = open_store(tmp_path)
    assert isinstance(pairs.source.ids.base, np.memmap)
    assert not pairs.source.ids.flags.writeable


def test_a_store_without_its_header_is_none(tmp_path: Path) -> None:
    with TokenWriter(tmp_path, (10, 10)) as writer:
        writer.append(TokenPairs(TokenArray.of([[0]]), TokenArray.of([[0]])))
    with pytest.raises(FileNotFoundError):
        open_store(tmp_path)


def test_numbers_are_little_endian(tmp_path: Path) -> None:
    with TokenWriter(tmp_path, (1000, 1000)) as writer:
        writer.append(TokenPairs(TokenArray.of([[258, 0]]), TokenArray.of([[3, 0]])))
        writer.finish({})
    assert (tmp_path / "source.ids").read_bytes() == bytes([2, 1, 0, 0])
    assert (tmp_path / "source.offsets").read_bytes() == bytes(8) + bytes([2]) + bytes(7)
    assert json.loads((tmp_path / "header.json").read_text())["types"] == ["<u2", "<u2"]
