"""The plane of the principal components against eigenvectors of the covariance, and vectors of traces."""

import numpy as np
import pytest

from engine.config import DecodeConfig
from engine.errors import CorpusError
from engine.sentence_vectors import fixed_vector, principal_plane


def test_the_plane_is_that_of_the_covariance():
    vectors = np.random.default_rng(4).normal(size=(30, 6)) * [5, 3, 1, 1, 0.5, 0.1]
    found = principal_plane(list(vectors.astype(np.float32)))
    centred = vectors - vectors.mean(axis=0)
    values, directions = np.linalg.eigh(centred.T @ centred)
    for axis in (0, 1):
        wanted = centred @ directions[:, -1 - axis]
        assert np.abs(found.points[:, axis]) == pytest.approx(np.abs(wanted), abs=1e-4)
        assert found.shares[axis] == pytest.approx(values[-1 - axis] / values.sum(), rel=1e-4)


def test_points_on_a_line_stay_on_it_and_in_their_order():
    found = principal_plane([np.array([2.0 * step, 0.0, step], np.float32) for step in range(4)])
    assert found.shares == pytest.approx((1.0, 0.0), abs=1e-9)
    assert np.diff(found.points[:, 0]) == pytest.approx([5**0.5] * 3)
    assert found.points[:, 1] == pytest.approx([0] * 4, abs=1e-6)


def test_equal_sentences_lie_on_each_other():
    found = principal_plane([np.ones(4, np.float32)] * 3)
    assert found.points == pytest.approx(np.zeros((3, 2)))
    assert found.shares == (0.0, 0.0)


def test_two_sentences_make_no_plane():
    with pytest.raises(CorpusError, match="at least three"):
        principal_plane([np.ones(4, np.float32)] * 2)


def test_the_vector_is_all_that_the_decoder_gets(short_run):
    """It does not depend on how far the decoder went, and the first word follows from it alone."""
    from engine.translator import Translator

    translator = Translator.load(short_run)
    short, long = (
        fixed_vector(translator.translate("red cat sea", DecodeConfig(beam_size=1, max_length=most)))
        for most in (1, 4)
    )
    if translator.has_attention:
        assert short is None
        return
    assert np.array_equal(short, long)
    other = fixed_vector(translator.translate("sea cat red", DecodeConfig(beam_size=1, max_length=1)))
    assert not np.allclose(short, other, atol=1e-6)
    units = translator.translate("red", DecodeConfig(beam_size=1)).initial_state.size
    assert len(short) == (2 * units if translator.kind == "lstm-seq2seq" else units)
