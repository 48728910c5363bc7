"""Made translations of unlike quality, from one seed."""

import random

WORDS = ["the", "a", "red", "little", "old", "cat", "dog", "house", "road", "sees", "takes", "near", "under"]


def made_references(count: int, seed: int = 7) -> list[str]:
    """Sentences of 1 to 24 words."""
    source = random.Random(seed)
    return [" ".join(source.choices(WORDS, k=source.randint(1, 24))) for _ in range(count)]


def spoiled(references: list[str], share: float, seed: int) -> list[str]:
    """The same sentences with this share of their words exchanged for others."""
    source = random.Random(seed)
    return [
        " ".join(source.choice(WORDS) if source.random() < share else word for word in line.split())
        for line in references
    ]
