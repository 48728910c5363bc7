"""Several loaded models as one translator, if they read and write the same tokens."""

import hashlib
from collections.abc import Sequence
from typing import Any

from engine.catalogue import ModelEntry
from engine.config import DecodeConfig
from engine.errors import ConfigError
from engine.models.ensemble import Ensemble
from engine.text.language_side import LanguageSide
from engine.translator import Translator

_TOGETHER = "Choose models that were trained with the same vocabularies, such as two runs of one corpus."


class EnsembleTranslator(Translator):
    """An ensemble with the languages of its members. Its traces have no weights, and name all members.

    members: at least one, on one device. Raises ConfigError where their tokens are not the same.
    """

    def __init__(self, members: Sequence[Translator]) -> None:
        first = members[0]
        for other in members[1:]:
            require_same_tokens(first, other)
        name = " + ".join(member.name for member in members)
        model = Ensemble([(member.name, member._model) for member in members])
        super().__init__(model, first.source, first.target, ModelEntry(name, "ensemble", first.path))
        together = "".join(sorted(member.fingerprint for member in members))
        self.fingerprint = hashlib.sha256(together.encode("ascii")).hexdigest()
        self._told = [
            {"model": member.name, "kind": member.kind, "fingerprint": member.fingerprint}
            for member in members
        ]

    def _meta(self, config: DecodeConfig, search: str, seconds: float) -> dict[str, Any]:
        return {**super()._meta(config, search, seconds), "members": self._told}


def require_same_tokens(first: Translator, second: Translator) -> None:
    """Raise ConfigError, with what differs, where two models do not give every text the same token ids."""
    for name in ("source", "target"):
        ours: LanguageSide = getattr(first, name)
        theirs: LanguageSide = getattr(second, name)
        if ours.fingerprint != theirs.fingerprint:
            raise ConfigError(
                f"{first.name} and {second.name} cannot decide together: {_difference(name, ours, theirs)}.",
                _TOGETHER,
            )


def _difference(name: str, ours: LanguageSide, theirs: LanguageSide) -> str:
    sizes = len(ours.vocabulary), len(theirs.vocabulary)
    for number in range(min(sizes)):
        tokens = ours.vocabulary.token(number), theirs.vocabulary.token(number)
        if tokens[0] != tokens[1]:
            return f"{name} token {number} is '{tokens[0]}' in one and '{tokens[1]}' in the other"
    if sizes[0] != sizes[1]:
        return f"one knows {sizes[0]:,} {name} tokens and the other {sizes[1]:,}"
    return f"they cut {name} text into tokens by different rules"
