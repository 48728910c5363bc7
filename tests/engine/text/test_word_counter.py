"""A vocabulary of words that is learned while texts are encoded, against counting and encoding apart."""

import random
from collections import Counter

from engine.text.language_side import side_of_words
from engine.text.vocabulary import UNK_ID
from engine.text.word_counter import WordCounter


def _texts() -> list[str]:
    draw = random.Random(5)
    words = [f"mot{number}" for number in range(40)] + ["l'eau", "</s>", "<unk>", "où", "?"]
    return [" ".join(draw.choices(words, range(45, 0, -1), k=draw.randint(0, 9))) for _ in range(300)]


def test_words_are_counted_and_encoded_in_one_pass() -> None:
    texts, counter = _texts(), WordCounter("fr")
    blocks = [counter.encode_array(texts[begin : begin + 70]) for begin in range(0, len(texts), 70)]
    side = side_of_words(counter, 12)
    words = Counter(word for tokens in counter.segmenter.segment_all(texts) for word in tokens)
    least = min(words[word] for word in side.vocabulary.tokens)
    assert len(side.vocabulary.tokens) == 12
    assert all(count <= least for word, count in words.items() if word not in side.vocabulary.tokens)
    table = counter.final_ids(side.vocabulary)
    found = [table[ids].tolist() for block in blocks for ids in block]
    assert found == [list(side.encode(text).ids) for text in texts]
    assert any(UNK_ID in ids for ids in found)


def test_more_words_than_there_was_room_for() -> None:
    counter = WordCounter("en")
    counter.encode_array([f"w{number} w{number}" for number in range(3000)] + ["rare"])
    counter.encode_array(["w7"])
    vocabulary = counter.vocabulary(5000)
    assert len(vocabulary.tokens) == 3001
    assert (vocabulary.tokens[0], vocabulary.tokens[-1]) == ("w7", "rare")
