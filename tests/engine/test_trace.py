"""The record of a translation: paths, the check of its definitions, and its bytes."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import safetensors.numpy

from engine.errors import CheckpointError
from engine.trace import DecodingTrace, Hypothesis
from engine.trace_check import TraceError, check
from engine.trace_io import from_bytes, load, save, to_bytes

# Two steps of a beam of two over three source positions. Both slots of step 1 come from slot 1 of step 0.
ENERGIES = np.log(
    np.array(
        [[[0.5, 0.25, 0.25], [0.5, 0.25, 0.25]], [[0.1, 0.8, 0.1], [0.1, 0.8, 0.1]]],
        dtype=np.float32,
    )
)
ANNOTATIONS = np.array([[1, 0], [0, 1], [1, 1]], dtype=np.float32)
FIRST = Hypothesis(1, 0, ("b", "</s>"), (3, 0), "b", -3.0, -1.5, True)
SECOND = Hypothesis(1, 1, ("b", "c"), (3, 4), "b c", -4.0, -2.0, False)


@pytest.fixture
def trace() -> DecodingTrace:
    weights = np.exp(ENERGIES)
    return DecodingTrace(
        source_text="x y",
        source_tokens=("x", "y", "</s>"),
        source_ids=np.array([5, 6, 0]),
        source_spans=((0, 1), (2, 3), (3, 3)),
        reading_order=np.array([0, 1, 2]),
        token_ids=np.array([[2, 3], [0, 4]]),
        parents=np.array([[0, 0], [1, 1]]),
        log_probs=np.array([[-1, -2], [-1, -2]], dtype=np.float32),
        scores=np.array([[-1, -2], [-3, -4]], dtype=np.float32),
        hypotheses=(FIRST, SECOND),
        energies=ENERGIES,
        weights=weights,
        contexts=weights @ ANNOTATIONS,
        annotations=ANNOTATIONS,
        candidate_tokens={0: "</s>", 2: "a", 3: "b", 4: "c"},
        meta={"model": "made by hand", "seconds": 0.5},
    )


def test_a_hypothesis_is_a_path_through_slots_and_parents(trace: DecodingTrace) -> None:
    assert trace.path(FIRST).tolist() == [1, 0]
    assert trace.path(SECOND).tolist() == [1, 1]
    assert trace.along(trace.token_ids, FIRST).tolist() == [3, 0]
    assert trace.along(trace.log_probs, FIRST).tolist() == [-2, -1]
    assert np.allclose(trace.weights_of(SECOND), [[0.5, 0.25, 0.25], [0.1, 0.8, 0.1]])
    assert trace.best() is FIRST


def test_a_sound_trace_passes(trace: DecodingTrace) -> None:
    check(trace)
    check(replace(trace, energies=None, weights=None, contexts=None))


def changed(array: np.ndarray, index: tuple[int, ...], value: float) -> np.ndarray:
    copy = array.copy()
    copy[index] = value
    return copy


@pytest.mark.parametrize(
    ("name", "index", "value", "complaint"),
    [
        ("weights", (0, 1, 0), 0.6, "sum to 1"),
        ("weights", (1, 0, 2), np.nan, "sum to 1"),
        ("energies", (0, 1, 0), 3.0, "softmax"),
        ("contexts", (1, 1, 0), 7.0, "contexts"),
        ("annotations", (1, 1), 0.0, "contexts"),
        ("scores", (1, 0), -2.5, "parent"),
        ("log_probs", (0, 1), -0.5, "parent"),
        ("parents", (1, 0), 0, "parent"),
        ("token_ids", (1, 0), 4, "path"),
        ("reading_order", (0,), 1, "permutation"),
    ],
)
def test_every_broken_definition_is_found(
    trace: DecodingTrace, name: str, index: tuple[int, ...], value: float, complaint: str
) -> None:
    with pytest.raises(TraceError, match=complaint):
        check(replace(trace, **{name: changed(getattr(trace, name), index, value)}))


def test_wrong_shapes_are_found(trace: DecodingTrace) -> None:
    with pytest.raises(TraceError, match="columns"):
        check(replace(trace, weights=trace.weights[..., :2]))
    with pytest.raises(TraceError, match="parents is"):
        check(replace(trace, parents=trace.parents[:1]))
    with pytest.raises(TraceError, match="one row"):
        check(replace(trace, hypotheses=(replace(FIRST, end_step=0),)))
    with pytest.raises(TraceError, match="score"):
        check(replace(trace, hypotheses=(replace(FIRST, score=-9.0),)))
    with pytest.raises(TraceError, match="spans"):
        check(replace(trace, source_spans=((0, 1),)))


def test_bytes_give_the_same_trace(trace: DecodingTrace, tmp_path: Path) -> None:
    save(trace, tmp_path / "one.safetensors")
    for again in (from_bytes(to_bytes(trace)), load(tmp_path / "one.safetensors")):
        for name, value in trace.__dict__.items():
            other = getattr(again, name)
            if isinstance(value, np.ndarray):
                assert np.array_equal(value, other), name
                assert value.dtype == other.dtype, name
            else:
                assert value == other, name
        check(again)


def test_arrays_of_a_read_trace_cannot_be_changed(trace: DecodingTrace) -> None:
    again = from_bytes(to_bytes(trace))
    with pytest.raises(ValueError, match="read-only"):
        again.weights[0, 0, 0] = 1


@pytest.mark.parametrize("data", [b"", b"junk", b"\xff" * 64, b"\x80\x04K\x01."])
def test_bytes_that_are_no_trace_are_refused(data: bytes) -> None:
    with pytest.raises(CheckpointError):
        from_bytes(data)


def _with_header(trace: DecodingTrace, **changes: object) -> bytes:
    arrays = safetensors.numpy.load(to_bytes(trace))
    header = json.loads(arrays["__header__"].tobytes())
    text = json.dumps({**header, **changes}).encode()
    return safetensors.numpy.save({**arrays, "__header__": np.frombuffer(text, np.uint8)})


@pytest.mark.parametrize(
    "changes",
    [
        {"format": "new"},
        {"format": None},
        {"source_tokens": 5},
        {"source_spans": [1]},
        {"hypotheses": [{}]},
        {"hypotheses": 3},
        {"candidate_tokens": {"x": "y"}},
    ],
)
def test_a_header_that_makes_no_sense_is_refused(trace: DecodingTrace, changes: dict[str, object]) -> None:
    with pytest.raises(CheckpointError, match="not a translation trace"):
        from_bytes(_with_header(trace, **changes))


def test_arrays_that_no_trace_has_are_refused(trace: DecodingTrace) -> None:
    arrays = safetensors.numpy.load(to_bytes(trace))
    with pytest.raises(CheckpointError, match="not a translation trace"):
        from_bytes(safetensors.numpy.save({**arrays, "surprise": np.zeros(2, np.float32)}))


def test_a_flipped_byte_of_a_file_is_found(trace: DecodingTrace, tmp_path: Path) -> None:
    path = tmp_path / "one.safetensors"
    save(trace, path)
    whole = path.read_bytes()
    for place in [*range(0, len(whole), 97), len(whole) - 1]:
        with pytest.raises(CheckpointError):
            from_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
    path.write_bytes(to_bytes(trace))  # as earlier versions wrote it
    assert load(path).source_text == trace.source_text


def test_half_a_surrogate_pair_passes(trace: DecodingTrace) -> None:
    text = "caf\ud83d"
    assert from_bytes(to_bytes(replace(trace, source_text=text))).source_text == text


def test_a_cut_file_and_a_missing_one_are_refused(trace: DecodingTrace, tmp_path: Path) -> None:
    path = tmp_path / "cut.safetensors"
    path.write_bytes(to_bytes(trace)[:-10])
    with pytest.raises(CheckpointError):
        load(path)
    with pytest.raises(CheckpointError, match="cannot be read"):
        load(tmp_path / "missing.safetensors")
