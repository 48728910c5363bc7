"""The layouts of Nematus: read back by readers written from what others read, not from what is written."""

import io
import json
from dataclasses import replace

import numpy as np
import pytest

from engine.exports.nematus import nematus_json_bytes, nematus_text_bytes
from engine.exports.numbers import AlignmentNumbers
from engine.trace import DecodingTrace, Hypothesis

SOURCE = ("▁a\u00a0b", "|||", 'say "so"', "</s>")
WEIGHTS = np.random.default_rng(5).dirichlet(np.full(4, 0.3), size=(3, 1)).astype(np.float32)


def made(target: tuple[str, ...], target_ids: tuple[int, ...]) -> AlignmentNumbers:
    steps = len(target)
    chosen = Hypothesis(steps - 1, 0, target, target_ids, "x", -1.25, -0.5, target_ids[-1] == 0)
    log_probs = np.full((steps, 1), -0.25, np.float32)
    trace = DecodingTrace(
        source_text="x",
        source_tokens=SOURCE,
        source_ids=np.array([4, 5, 6, 0]),
        source_spans=((0, 1),) * 4,
        reading_order=np.arange(4),
        token_ids=np.array(target_ids)[:, None],
        parents=np.zeros((steps, 1), np.int64),
        log_probs=log_probs,
        scores=log_probs,
        hypotheses=(chosen,),
        weights=WEIGHTS[:steps],
    )
    return AlignmentNumbers(trace, chosen)


def read_text(data: bytes) -> list[tuple[list[str], list[str], np.ndarray, list[int]]]:
    """Blocks of a head and a matrix; both sides get an end, and the matrix is read as numbers in rows."""
    found = []
    for block in data.decode().split("\n\n"):
        if not block.strip():
            continue
        head, rows = block.split("\n", 1)
        _, target, cost, source, counts = head.split(" ||| ")
        assert float(cost) == 1.25
        matrix = np.loadtxt(io.StringIO(rows), ndmin=2)
        found.append(
            ((source + " <EOS>").split(), (target + " <EOS>").split(), matrix, list(map(int, counts.split())))
        )
    return found


def test_the_text_is_read_back_bit_for_bit_with_as_many_words_as_rows_and_columns() -> None:
    numbers = made(("▁l'", "x\ty", "</s>"), (7, 8, 0))
    [(source, target, matrix, counts)] = read_text(nematus_text_bytes(numbers))
    assert source == ["▁a▁b", "&#124;&#124;&#124;", 'say▁"so"', "<EOS>"]
    assert target == ["▁l'", "x▁y", "<EOS>"]
    assert counts == [4, 3] == [len(source), len(target)]
    assert matrix.astype(np.float32).tobytes() == WEIGHTS[:, 0].tobytes()


def test_texts_stand_one_after_another() -> None:
    data = nematus_text_bytes(made(("a", "</s>"), (7, 0)))
    assert len(read_text(data + data)) == 2


def test_a_translation_that_was_cut_has_no_end_among_its_rows() -> None:
    [(_, target, matrix, counts)] = read_text(nematus_text_bytes(made(("a", "b"), (7, 8))))
    assert matrix.shape == (2, 4)
    assert counts == [4, 2]
    assert target[:2] == ["a", "b"]


@pytest.mark.parametrize(("target", "ids"), [(("a", "b", "</s>"), (7, 8, 0)), (("a", "b"), (7, 8))])
def test_the_json_is_a_list_of_links_row_by_row(target: tuple[str, ...], ids: tuple[int, ...]) -> None:
    links = json.loads(nematus_json_bytes(made(target, ids)))
    assert all(isinstance(link[2], str) and link[3:] == [0, 0] for link in links)
    read = np.array([float(link[2]) for link in links], np.float32).reshape(len(target), 4)
    assert read.tobytes() == WEIGHTS[: len(target), 0].tobytes()
    assert [link[0] for link in links[::4]] == list(target)
    assert [link[1] for link in links[:4]] == ["▁a▁b", "&#124;&#124;&#124;", 'say▁"so"', "</s>"]


def test_half_a_character_is_no_reason_to_fail() -> None:
    numbers = made(("a\ud800", "</s>"), (7, 0))
    whole = replace(numbers.hypothesis, tokens=("a?", "</s>"))
    assert nematus_text_bytes(numbers) == nematus_text_bytes(AlignmentNumbers(numbers.trace, whole))
