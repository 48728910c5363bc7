"""The first reading: parts in the order of the files, and a sample that stays small and fair."""

from pathlib import Path

import numpy as np
import pytest

from engine.config import CorpusConfig
from engine.corpora.bitext import Part, SentencePair
from engine.corpora.survey import Sample, survey


def _pair(number: int) -> SentencePair:
    return SentencePair(f"source {number:06}", f"target {number:06}", number)


def _numbers(sample: Sample, count: int) -> list[int]:
    parts = np.zeros(count, dtype=np.uint8)
    return [pair.line for pair in sample.of_part(parts, Part.TRAIN)]


def test_all_is_kept_while_it_fits() -> None:
    sample = Sample(1 << 20, seed=1)
    for number in range(500):
        sample.offer(number, _pair(number))
    assert _numbers(sample, 500) == list(range(500))


@pytest.mark.parametrize("seed", [1, 2])
def test_beyond_that_it_is_bounded_in_order_and_fair(seed: int) -> None:
    size = 13 + 13 + 150  # of one pair, as the sample counts it
    sample, offered = Sample(1000 * size, seed), 50_000
    for number in range(offered):
        sample.offer(number, _pair(number))
    numbers = _numbers(sample, offered)
    assert 450 <= len(numbers) <= 1000
    assert numbers == sorted(set(numbers))
    mean, deviation = offered / 2, offered / np.sqrt(12 * len(numbers))
    assert abs(np.mean(numbers) - mean) < 4 * deviation
    assert numbers[0] < 1000
    assert numbers[-1] > offered - 1000


def test_the_seed_decides_the_sample() -> None:
    def draw(seed: int) -> list[int]:
        sample = Sample(20_000, seed)
        for number in range(1000):
            sample.offer(number, _pair(number))
        return _numbers(sample, 1000)

    assert draw(1) == draw(1) != draw(2)


def test_pairs_of_other_parts_are_not_in_the_sample(tmp_path: Path) -> None:
    path = tmp_path / "c.tsv"
    path.write_text("".join(f"s{number}\tt{number}\n" for number in range(100)))
    config = CorpusConfig(train=(str(path),), dev_size=10, test_size=8)
    sample = Sample(1 << 20, 1)
    found = survey(config, sample, lambda pairs: None)
    assert [int((found.parts == part).sum()) for part in (Part.TRAIN, Part.DEV, Part.TEST)] == [82, 10, 8]
    train = [f"s{number}" for number in range(100) if found.parts[number] == Part.TRAIN]
    assert [pair.source for pair in sample.of_part(found.parts, Part.TRAIN)] == train


def test_sentences_of_a_dev_file_are_left_out_where_they_stand(tmp_path: Path) -> None:
    train, dev = tmp_path / "c.tsv", tmp_path / "d.tsv"
    train.write_text("a\tA\nb\tB\n\tlost\nB \tB2\nc\tC\n")
    dev.write_text("b\tX\n")
    config = CorpusConfig(train=(str(train),), dev=(str(dev),))
    found = survey(config, None, lambda pairs: None)
    assert found.parts.tolist() == [Part.TRAIN, Part.LEFT_OUT, Part.LEFT_OUT, Part.TRAIN]
    assert [pair.target for pair in found.dev] == ["X"]
    assert found.report.dropped["source sentence also in dev"].places == [("c.tsv", 2), ("c.tsv", 4)]
