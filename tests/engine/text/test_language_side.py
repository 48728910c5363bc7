"""What holds for both kinds of segmentation: spans, ids, bulk against single, saving."""

import json
import random
from pathlib import Path

import pytest

from engine.errors import VocabularyError
from engine.text.language_side import LanguageSide, load_sides, save_sides, train_side
from engine.text.normalization import normalize
from engine.text.vocabulary import EOS, EOS_ID, UNK_ID

TYPED = [
    "L’eau est  froide.",
    "La balise <s> et <unk> </s> sont ici.",
    "Voir 東京続く.",
    "e\u0301glise\u00a0!",
    " \ufeffLe chat\u2028gris\t",
    "DOTMULTI. et...",
    "İstanbul IŞIK ẞ",
    "",
    "   ",
    "\u2581\u2581x",
    "🎉",
]


@pytest.mark.parametrize("typed", TYPED)
def test_spans_lead_back_to_the_typed_text(side: LanguageSide, typed: str) -> None:
    encoded = side.encode(typed)
    assert len(encoded.ids) == len(encoded.tokens) == len(encoded.spans)
    assert (encoded.ids[-1], encoded.tokens[-1], encoded.spans[-1]) == (EOS_ID, EOS, (len(typed), len(typed)))
    place = 0
    for token, (begin, end) in zip(encoded.tokens[:-1], encoded.spans[:-1], strict=True):
        assert place <= begin <= end <= len(typed)
        assert normalize(typed[begin:end]) == token.replace("▁", " ").strip()
        place = end
    covered = "".join(typed[begin:end] for begin, end in encoded.spans)
    assert normalize(covered).replace(" ", "") == normalize(typed).replace(" ", "")


@pytest.mark.parametrize("typed", TYPED)
def test_text_never_gives_the_id_of_the_end(side: LanguageSide, typed: str) -> None:
    assert EOS_ID not in side.encode(typed).ids[:-1]


def test_a_text_of_blanks_is_the_end_alone(side: LanguageSide) -> None:
    assert side.encode(" \t ").ids == (EOS_ID,)
    assert side.decode([EOS_ID]) == side.decode([]) == ""


def test_bulk_equals_one_by_one(side: LanguageSide) -> None:
    draw = random.Random(2)
    alphabet = "abel tu'’ .-é\u0301东京</s>\u00a0\u2028▁&;…«»"
    texts = TYPED + ["".join(draw.choice(alphabet) for _ in range(draw.randint(0, 30))) for _ in range(500)]
    assert side.encode_array(texts).tolist() == [list(side.encode(text).ids) for text in texts]


def test_decode_stops_at_the_first_end(side: LanguageSide) -> None:
    first = side.vocabulary.encode(side.segmenter.segment("le").tokens)
    assert side.decode([*first, EOS_ID, *first]) == side.decode(first)


def test_decode_refuses_an_id_of_another_model(side: LanguageSide) -> None:
    with pytest.raises(VocabularyError, match="none has the id"):
        side.decode([len(side.vocabulary)])


def test_saved_and_loaded_is_the_same(tmp_path: Path, side: LanguageSide) -> None:
    directory = tmp_path / "Zoé/modèle 아 🎉"
    other = train_side(["one two three"], "words", 3, "en")
    save_sides(directory, side, other)
    source, target = load_sides(directory)
    assert source.vocabulary == side.vocabulary
    assert target.vocabulary == other.vocabulary
    assert (source.segmenter.language, target.segmenter.language) == ("fr", "en")
    assert source.encode_array(TYPED).tolist() == side.encode_array(TYPED).tolist()
    assert source.encode(TYPED[0]) == side.encode(TYPED[0])
    written = {path.relative_to(directory).as_posix() for path in directory.rglob("*") if path.is_file()}
    expected = {
        f"{folder}/{name}.json" for folder in ("vocabulary", "segmenter") for name in ("source", "target")
    }
    assert written - {"segmenter/source.model"} == expected


def test_what_is_saved_is_the_same_every_time(tmp_path: Path) -> None:
    for name in ("one", "two"):
        trained = train_side(["un chat noir dort", "un chien noir court"], "sentencepiece", 30, "fr")
        save_sides(tmp_path / name, trained, trained)
    files = sorted(path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*.*"))
    assert len(files) == 6
    assert all(
        (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes() for file in files
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"normalization": "nfkc"}, "normalization 'nfkc'"),
        ({"format": 2}, "format 2"),
        ({"kind": "characters"}, "kind 'characters'"),
        ({"kind": ["words"]}, "kind"),
        ({"language": None}, "names no language"),
    ],
)
def test_a_segmenter_of_other_rules_is_refused(
    tmp_path: Path, words: LanguageSide, change: dict[str, object], message: str
) -> None:
    save_sides(tmp_path, words, words)
    path = tmp_path / "segmenter/target.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(VocabularyError, match=message):
        load_sides(tmp_path)


@pytest.mark.parametrize(
    "name", ["segmenter/source.json", "segmenter/source.model", "vocabulary/source.json"]
)
def test_a_missing_or_damaged_file_is_told(tmp_path: Path, subwords: LanguageSide, name: str) -> None:
    save_sides(tmp_path, subwords, subwords)
    (tmp_path / name).write_bytes(b"\xff nothing of use")
    with pytest.raises(VocabularyError):
        load_sides(tmp_path)
    (tmp_path / name).unlink()
    with pytest.raises(VocabularyError, match="cannot be read"):
        load_sides(tmp_path)


def test_a_vocabulary_of_another_segmenter_is_refused(tmp_path: Path, subwords: LanguageSide) -> None:
    save_sides(tmp_path, subwords, train_side(["un chat noir dort"], "sentencepiece", 14, "fr"))
    (tmp_path / "vocabulary/source.json").write_bytes((tmp_path / "vocabulary/target.json").read_bytes())
    with pytest.raises(VocabularyError, match="do not belong together"):
        load_sides(tmp_path)


@pytest.mark.parametrize("segmentation", ["sentencepiece", "words"])
def test_no_text_gives_no_side(segmentation: str) -> None:
    with pytest.raises(VocabularyError, match="There is no text"):
        train_side(["", " \u2028 "], segmentation, 10, "fr")


def test_unknown_tokens_keep_their_text(words: LanguageSide) -> None:
    encoded = words.encode("Zorglub est froide")
    assert encoded.ids[0] == UNK_ID
    assert encoded.tokens[0] == "Zorglub"
    assert words.decode(encoded.ids) == "<unk> est froide"
