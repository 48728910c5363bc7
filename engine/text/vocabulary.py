"""The tokens that a model knows: end of sentence, the unknown word, and K more (B, section 4.1)."""

import hashlib
import heapq
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from engine.errors import VocabularyError
from engine.regular_files import read_regular

EOS_ID = 0
UNK_ID = 1
EOS = "</s>"
UNK = "<unk>"
_SPECIAL = (EOS, UNK)
_FIRST = len(_SPECIAL)
_LARGEST = 1 << 28  # bytes of a list of tokens


@dataclass(frozen=True)
class Vocabulary:
    """Tokens and their ids: `EOS_ID`, `UNK_ID`, then `tokens` in order from id 2.

    tokens: the K real tokens, without end of sentence and the unknown word.
    Raises VocabularyError where a token is empty, stands twice or is one of the two special ones.
    """

    tokens: tuple[str, ...]
    _ids: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        ids: dict[str, int] = {}
        for number, token in enumerate(self.tokens, start=_FIRST):
            _check(token, number, ids)
            ids[token] = number
        object.__setattr__(self, "_ids", ids)

    def __len__(self) -> int:
        return _FIRST + len(self.tokens)

    def encode(self, tokens: Iterable[str]) -> list[int]:
        """The ids of the tokens. What is not known is UNK, and so are "</s>" and "<unk>" when typed."""
        known = self._ids
        return [known.get(token, UNK_ID) for token in tokens]

    def token(self, token_id: int) -> str:
        """The token with this id; raises VocabularyError for an id outside 0..len-1."""
        if not 0 <= token_id < len(self):
            raise VocabularyError(
                f"The vocabulary has {len(self)} tokens, so none has the id {token_id}.",
                "The vocabulary may belong to another model.",
            )
        return _SPECIAL[token_id] if token_id < _FIRST else self.tokens[token_id - _FIRST]

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256, in hexadecimal, of the saved form."""
        return hashlib.sha256(self._serialized()).hexdigest()

    def save(self, path: Path) -> None:
        """Write all tokens, the special ones first, as a JSON list: the place in the list is the id."""
        path.write_bytes(self._serialized())

    def _serialized(self) -> bytes:
        rows = ",\n".join(json.dumps(token) for token in (*_SPECIAL, *self.tokens))
        return f"[\n{rows}\n]\n".encode("ascii")

    @classmethod
    def load(cls, path: Path) -> "Vocabulary":
        """The vocabulary that `save` wrote; raises VocabularyError where the file is missing or damaged."""
        tokens = _read_list(path)
        if tuple(tokens[:_FIRST]) != _SPECIAL:
            raise VocabularyError(
                f"{path} does not begin with the tokens {EOS} and {UNK}.",
                "It was not written by this program; use the vocabulary that was saved with the model.",
            )
        return cls(tuple(tokens[_FIRST:]))


def shortlist(counts: Iterable[tuple[str, int]], size: int) -> Vocabulary:
    """The `size` most frequent of the tokens, or all where there are fewer; each comes with its count.

    Equal counts are ordered by the token itself, so that the order of the corpus does not matter.
    """
    real = (item for item in counts if item[0] not in _SPECIAL)
    ranked = heapq.nsmallest(size, real, key=lambda item: (-item[1], item[0]))
    return Vocabulary(tuple(token for token, _ in ranked))


def _check(token: str, number: int, ids: dict[str, int]) -> None:
    if token in _SPECIAL:
        raise VocabularyError(
            f"The token {token!r} with id {number} is one that every vocabulary has already.",
            "Leave it out of the list.",
        )
    if token in ids:
        raise VocabularyError(
            f"The token {token!r} stands twice in the vocabulary, with ids {ids[token]} and {number}.",
            "Remove one of them.",
        )
    if not token:
        raise VocabularyError(f"The token with id {number} is empty.", "Remove it from the list.")


def _read_list(path: Path) -> list[str]:
    try:
        values = json.loads(read_regular(path, _LARGEST))
    except OSError as error:
        raise VocabularyError(
            f"The vocabulary {path} cannot be read: {error.strerror or error}.",
            "Check that the model directory is complete.",
        ) from error
    except (ValueError, RecursionError) as error:
        raise VocabularyError(
            f"The vocabulary {path} is not a JSON list: {error}.",
            "Take it again from the model it belongs to.",
        ) from error
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise VocabularyError(
            f"The vocabulary {path} is not a JSON list of texts.",
            "Take it again from the model it belongs to.",
        )
    return values
