"""What cannot fit into memory is refused before it is tried, and long sentences share no batch."""

import random
from pathlib import Path

import pytest
import torch

from engine.config import DecodeConfig
from engine.decoding import room
from engine.decoding.room import Extent, batches, decoding_bytes, memory_in_words
from engine.errors import ConfigError, EngineError
from engine.models.ensemble import JointEncoding
from engine.models.interface import EncoderOutput
from engine.translator import Translator


def test_bytes_by_hand() -> None:
    example = EncoderOutput(torch.zeros(1, 1, 6), torch.ones(1, 1), torch.zeros(1, 3), torch.zeros(1, 1, 5))
    extent = Extent(positions=10, steps=7, slots=2)
    step = 2 * (2 * 10 * 5 + 4 * 100)  # the tanh of the energies twice, four numbers a word
    alignment = 7 * 2 * 10 * 2  # energies and weights
    detail = 7 * 2 * (6 + 3 * 3)  # context, state and two gates
    assert decoding_bytes(extent, example, 100, full=False) == 4 * (step + alignment)
    assert decoding_bytes(extent, example, 100, full=True) == 4 * (step + alignment + detail)
    without = EncoderOutput(torch.zeros(1, 1, 6), torch.ones(1, 1), torch.zeros(1, 3))
    alone = decoding_bytes(extent, without, 100, full=True)
    assert alone == 4 * (2 * 4 * 100 + detail)
    joint = JointEncoding(torch.zeros(1, 1, 12), without.mask, torch.zeros(1, 6), members=(without, without))
    assert decoding_bytes(extent, joint, 100, full=True) == 2 * alone


def test_batches_hold_everything_once_and_keep_both_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "_MOST_CELLS", 1000)
    draw = random.Random(4)
    for _ in range(100):
        lengths = [draw.randint(1, 60) for _ in range(draw.randint(0, 40))]
        cells = [length * draw.randint(1, 20) for length in lengths]
        size = draw.randint(1, 9)
        found = list(batches(lengths, cells, size))
        assert sorted(index for batch in found for index in batch) == list(range(len(lengths)))
        for batch in found:
            assert len(batch) <= size
            assert len(batch) == 1 or len(batch) * max(cells[index] for index in batch) <= 1000
        in_order = [lengths[index] for batch in found for index in batch]
        assert in_order == sorted(in_order, reverse=True)


def test_a_size_below_one_still_gives_batches() -> None:
    assert list(batches([3, 1], [9, 1], 0)) == [[0], [1]]


@pytest.fixture
def translator(short_run: Path) -> Translator:
    return Translator.load(short_run)


def test_what_would_take_too_much_is_refused_with_its_beginning(
    translator: Translator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "_MOST_BYTES", 100_000)
    text, short, config = "big red cat " * 200, "big red cat", DecodeConfig(beam_size=5)
    with pytest.raises(ConfigError, match="begins 'big red cat"):
        translator.translate(text, config)
    with pytest.raises(ConfigError, match="begins 'big red cat"):
        translator.force(short, text, config)
    if translator.kind == "rnnsearch":  # without weights the record of many texts takes next to nothing
        with pytest.raises(ConfigError, match="begins 'big red cat"):
            translator.translate_all([short, text], config)
    assert translator.translate(short, config).hypotheses


def test_a_beam_for_which_there_is_no_room_is_refused(translator: Translator) -> None:
    with pytest.raises(ConfigError, match="of memory"):
        translator.translate("cat", DecodeConfig(beam_size=1_000_000_000))


@pytest.mark.parametrize(
    "shortage",
    [MemoryError(), torch.OutOfMemoryError("x"), RuntimeError("DefaultCPUAllocator: can't allocate memory")],
)
def test_a_shortage_of_memory_is_told_in_words(shortage: Exception) -> None:
    with pytest.raises(EngineError, match="not enough memory"), memory_in_words():
        raise shortage


def test_other_defects_stay_defects() -> None:
    with pytest.raises(RuntimeError, match="shapes"), memory_in_words():
        raise RuntimeError("the shapes do not fit")
