"""Made-up n-best lists: translations at random from a few words, with scores that say little about them."""

import random

import numpy as np

from engine.n_best.choice import ListBleu
from engine.n_best.moses import ListedHypothesis
from engine.n_best.scores import ScoreTable

WORDS = ("the", "cat", "dog", "sees", "a", "big", "red", "house", "and", "sleeps")


def made_list(seed: int, sentences: int, scores: int) -> ListBleu:
    """Lists of unlike length; each score is sentence quality and much noise; equal lines occur."""
    draw, noise = random.Random(seed), np.random.default_rng(seed)
    references, hypotheses = [], []
    for number in range(sentences):
        wanted = draw.choices(WORDS, k=draw.randint(4, 9))
        references.append(" ".join(wanted))
        for _ in range(draw.randint(1, 6)):
            words = [word if draw.random() < 0.7 else draw.choice(WORDS) for word in wanted]
            right = sum(map(str.__eq__, words, wanted))
            values = np.round(right * noise.normal(0.3, 1, scores) + noise.normal(0, 1, scores), 1)
            features = tuple((f"s{place}", (float(value),)) for place, value in enumerate(values))
            hypotheses.append(ListedHypothesis(number, " ".join(words), features))
    table = ScoreTable.of(hypotheses)
    return ListBleu.of(table, hypotheses, references, "en")
