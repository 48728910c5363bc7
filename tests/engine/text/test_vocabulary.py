"""Ids, special tokens and the saved form of a vocabulary."""

import hashlib
import json
from pathlib import Path

import pytest

from engine.errors import VocabularyError
from engine.text.vocabulary import EOS, EOS_ID, UNK, UNK_ID, Vocabulary, shortlist


def test_ids_are_eos_unk_then_the_tokens() -> None:
    vocabulary = Vocabulary(("le", "chat"))
    assert len(vocabulary) == 4
    assert [vocabulary.token(number) for number in range(4)] == ["</s>", "<unk>", "le", "chat"]
    assert (EOS_ID, UNK_ID) == (0, 1)
    assert vocabulary.encode(["chat", "le", "chien"]) == [3, 2, UNK_ID]


def test_typed_special_tokens_are_unknown() -> None:
    assert Vocabulary(("a",)).encode([EOS, UNK, "a"]) == [UNK_ID, UNK_ID, 2]


@pytest.mark.parametrize("token_id", [-1, 3])
def test_an_id_outside_is_refused(token_id: int) -> None:
    with pytest.raises(VocabularyError, match="has 3 tokens"):
        Vocabulary(("a",)).token(token_id)


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        (("a", "b", "a"), "'a' stands twice in the vocabulary, with ids 2 and 4"),
        (("le", UNK), "every vocabulary has already"),
        ((EOS,), "every vocabulary has already"),
        (("a", ""), "id 3 is empty"),
    ],
)
def test_a_vocabulary_that_would_shift_ids_is_refused(tokens: tuple[str, ...], message: str) -> None:
    with pytest.raises(VocabularyError, match=message):
        Vocabulary(tokens)


def test_line_breaks_and_look_alikes_survive_saving(tmp_path: Path) -> None:
    tokens = ("\n", "\u00a0", "\u2028", "c \u2028", '"', "\\", "NO", "1e3", "a:b", "`", "~", "\ud800", "🎉")
    vocabulary = Vocabulary(tokens)
    path = tmp_path / "modèle 아 🎉.json"
    vocabulary.save(path)
    loaded = Vocabulary.load(path)
    assert loaded == vocabulary
    assert loaded.encode(tokens) == list(range(2, 2 + len(tokens)))
    assert json.loads(path.read_bytes()) == [EOS, UNK, *tokens]
    assert loaded.fingerprint == hashlib.sha256(path.read_bytes()).hexdigest()


def test_fingerprint_tells_order_apart() -> None:
    assert Vocabulary(("a", "b")).fingerprint != Vocabulary(("b", "a")).fingerprint


@pytest.mark.parametrize(
    "content",
    [b"", b"le 1\nla 2\n", b'{"le": 2}', b'["</s>", "<unk>", 3]', b'["le", "la"]', b"\xff", b"[" * 100_000],
)
def test_another_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "vocabulary.json"
    path.write_bytes(content)
    with pytest.raises(VocabularyError, match=r"vocabulary\.json"):
        Vocabulary.load(path)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(VocabularyError, match="cannot be read"):
        Vocabulary.load(tmp_path / "none.json")


def test_shortlist_takes_the_most_frequent() -> None:
    counts = [("b", 3), ("a", 2), ("c", 1), ("d", 1), (UNK, 3), (EOS, 2)]
    assert shortlist(counts, 3).tokens == ("b", "a", "c")  # c before d, which is as frequent
    assert shortlist(reversed(counts), 3).tokens == ("b", "a", "c")
    assert shortlist(counts, 10).tokens == ("b", "a", "c", "d")
