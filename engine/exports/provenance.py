"""Where an export comes from: sentence, model, settings, version, and what was changed."""

import math
from typing import Any

from engine.trace import DecodingTrace, Hypothesis

FORMAT = "alignment-explorer/alignment 1"


def provenance(trace: DecodingTrace, hypothesis: Hypothesis) -> dict[str, Any]:
    """Both texts, scores, model and its fingerprint, decoding settings, version, constraints; JSON values.

    score is the sum of the log-probabilities (natural logarithm) of all tokens, end of sentence included.
    """
    return {
        "format": FORMAT,
        "source_text": trace.source_text,
        "translation": hypothesis.text,
        "score": nine_digits(hypothesis.score),
        "normalised_score": nine_digits(hypothesis.normalised_score),
        "finished": hypothesis.finished,
        "constraints": trace.constraints,
        **trace.meta,
    }


def nine_digits(value: float) -> float | None:
    """Enough digits for single precision. None for what JSON has no number for."""
    return float(f"{value:.9g}") if math.isfinite(value) else None
