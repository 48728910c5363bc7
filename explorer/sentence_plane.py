"""Sentences in the plane in which their vectors differ most: what was asked for, without how it was found."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SentencePlane:
    """Sentences with their places; size: numbers of a vector; shares: of the variance, of both directions."""

    model: str
    size: int
    shares: tuple[float, float]
    points: tuple[tuple[str, float, float], ...]
