"""A test of attention between whole words: reckoned by hand from that of their pieces."""

from engine.probes import AttentionTest, Survival


def test_a_word_is_kept_where_all_its_pieces_are_and_its_change_is_the_sum_of_theirs():
    pieces = AttentionTest(
        source_text="a b",
        target_ids=(5, 6, 7, 0),
        fingerprint="",
        log_probs=(-0.5, -0.25, -1.0, -0.125),
        was_first=(True, True, False, True),
        survivals={"uniform": Survival((1.0, 0.0, 1.0, 1.0), (-0.5, -2.0, -1.0, 0.25))},
    )
    words = pieces.of_words(((0, 2), (2, 3), (3, 4)))
    assert words.target_ids == (5, 7, 0)
    assert words.log_probs == (-0.75, -1.0, -0.125)
    assert words.was_first == (True, False, True)
    assert words.survivals["uniform"] == Survival((0.0, 1.0, 1.0), (-2.5, -1.0, 0.25))
    assert [words.tested, words.survivors("uniform")] == [2, 1]
    assert pieces.of_words(((0, 1), (1, 2), (2, 3), (3, 4))) == pieces
