"""What each kind of segmentation does with its language and its unknowns."""

import pytest

from engine.errors import VocabularyError
from engine.text.language_side import LanguageSide
from engine.text.segmentation import SentencePieceSegmenter, WordSegmenter, train_sentencepiece
from engine.text.vocabulary import UNK_ID

FRENCH = WordSegmenter("fr")
ENGLISH = WordSegmenter("en")


@pytest.mark.parametrize("apostrophe", ["'", "’", "ʼ"])
@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("l'eau", ["l'", "eau"]),
        ("qu'il", ["qu'", "il"]),
        ("aujourd'hui", ["aujourd'hui"]),
        ("Aujourd'hui, on part.", ["Aujourd'hui", ",", "on", "part", "."]),
        ("jusqu'aujourd'hui", ["jusqu'", "aujourd'hui"]),
        ("presqu'île", ["presqu'", "île"]),
    ],
)
def test_apostrophes_elide_alike(text: str, tokens: list[str], apostrophe: str) -> None:
    typed = text.replace("'", apostrophe)
    segmented = FRENCH.segment(typed)
    assert list(segmented.tokens) == tokens
    shown = [typed[begin:end] for begin, end in segmented.spans]
    assert shown == [token.replace("'", apostrophe) for token in tokens]
    assert FRENCH.segment_all([typed]) == [tokens]


def test_a_language_tag_with_a_region_follows_the_language() -> None:
    assert WordSegmenter("fr-CA").segment("l'eau").tokens == ("l'", "eau")
    assert WordSegmenter("FR_fr").segment("l'eau").tokens == ("l'", "eau")


def test_nothing_is_escaped_or_unescaped() -> None:
    assert ENGLISH.segment("a & b < c").tokens == ("a", "&", "b", "<", "c")
    assert ENGLISH.join(["&quot;", "&amp;"]) == "&quot; &amp;"


def test_the_tokenizers_own_marks_are_only_text() -> None:
    assert FRENCH.segment("DOTMULTI... fin.").tokens == ("DOTMULTI...", "fin.")


@pytest.mark.parametrize(
    ("segmenter", "text"),
    [
        (FRENCH, "L'amitié nous rend forts d'esprit ; « oui » !"),
        (FRENCH, "Où vas-tu ? Chez lui : il coûte 5 € (ou 5 %)."),
        (FRENCH, "Elle attend… “Viens !” dit-il aujourd'hui."),
        (ENGLISH, "He didn't say \"it's fine\" (really): 50% off!"),
        (ENGLISH, "Mr. Smith's dogs' bowls cost $5.00 in the U.S. today."),
        (ENGLISH, "From 2:30 to 11:45, with one aim: 3 wins."),
        (FRENCH, "De 14:30 à 15:00 : trois trains."),
        (ENGLISH, "“See!” she said… “No.”"),
        (WordSegmenter("de"), "Er sagte „Nein“ und ging."),
    ],
)
def test_joined_words_have_the_spacing_of_the_language(segmenter: WordSegmenter, text: str) -> None:
    assert segmenter.join(segmenter.segment(text).tokens) == text


def test_every_word_starts_a_word_but_not_every_subword(subwords: LanguageSide) -> None:
    assert FRENCH.is_word_start("eau")
    tokens = subwords.segmenter.segment("la rivière gelée").tokens
    starts = "".join("|" * subwords.segmenter.is_word_start(token) + token.strip("▁") for token in tokens)
    assert starts == "|la|rivière|gelée"


@pytest.mark.parametrize("text", ["25.\u00a0heures  du matin ", "l’eau du lac", "▁ est", "e\u0301glise"])
def test_subwords_spell_the_normalised_text(subwords: LanguageSide, text: str) -> None:
    assert (
        subwords.segmenter.join(subwords.segmenter.segment(text).tokens)
        == {
            "25.\u00a0heures  du matin ": "25. heures du matin",
            "l’eau du lac": "l'eau du lac",
            "▁ est": "_ est",
            "e\u0301glise": "église",
        }[text]
    )


def test_known_subwords_decode_to_the_same_text(subwords: LanguageSide) -> None:
    text = "la clé du boulanger est sous l'église, près du lac ?"
    assert subwords.decode(subwords.encode(text).ids) == text


def test_a_run_of_unknown_characters_is_one_token(subwords: LanguageSide) -> None:
    typed = "Voir 東京続く."
    encoded = subwords.encode(typed)
    unknown = [place for place, token_id in enumerate(encoded.ids) if token_id == UNK_ID]
    shown = [typed[slice(*encoded.spans[place])] for place in unknown]
    assert shown == ["東京続く"]
    assert subwords.encode_array([typed]).tolist()[0].count(UNK_ID) == 1


def test_a_subword_vocabulary_has_the_size_asked_for(subwords: LanguageSide) -> None:
    assert len(subwords.vocabulary) == 90 + 2
    assert isinstance(subwords.segmenter, SentencePieceSegmenter)
    assert subwords.segmenter.pieces == subwords.vocabulary.tokens


def test_too_many_subwords_names_the_largest_size() -> None:
    sentences = ["un chat noir dort", "un chien noir court"]
    with pytest.raises(VocabularyError, match=r"at most (\d+) subwords") as caught:
        train_sentencepiece(sentences, 8000, "fr")
    most = int(caught.value.what.split("at most ")[1].split()[0])
    assert len(train_sentencepiece(sentences, most, "fr").pieces) == most
    with pytest.raises(VocabularyError, match=f"at most {most} subwords"):
        train_sentencepiece(sentences, most + 1, "fr")


def test_texts_may_be_very_short() -> None:
    assert set(train_sentencepiece(["ab", "c"], 5, "en").pieces) >= {"a", "b", "c"}


def test_too_few_subwords_names_the_smallest_size() -> None:
    sentences = ["".join(chr(0x4E00 + 10 * row + column) for column in range(10)) for row in range(20)]
    least = 200 + 1  # the characters and the blank
    with pytest.raises(VocabularyError, match=f"{least} different characters"):
        train_sentencepiece(sentences, 60, "zh")
    assert len(train_sentencepiece(sentences, least, "zh").pieces) == least


def test_every_character_is_learned_but_those_below_one_in_five_million() -> None:
    marks = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~€東"
    line = "abc " * 250  # 999 characters when its end is trimmed
    texts = [marks + line] + [line] * 5000
    pieces = train_sentencepiece(texts, 8, "en").pieces
    assert set(marks) & set(pieces) == set()  # each comes once in 5,001,034
    assert set(marks) <= set(train_sentencepiece(texts[:900], 40, "en").pieces)


def test_long_lines_are_learned_from() -> None:
    line = "zyx " * 2500  # 10 kB, more than SentencePiece takes by itself
    segmenter = train_sentencepiece([line, "un chat", "un chien"], 12, "fr")
    assert {"x", "y", "z"} <= set("".join(segmenter.pieces))


def test_training_writes_nothing_to_the_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    train_sentencepiece(["un chat noir dort", "un chien noir court"], 20, "fr")
    with pytest.raises(VocabularyError):
        train_sentencepiece(["un chat"], 4000, "fr")
    assert capfd.readouterr() == ("", "")


def test_a_damaged_model_is_refused() -> None:
    with pytest.raises(VocabularyError, match="damaged"):
        SentencePieceSegmenter("fr", b"no model")
