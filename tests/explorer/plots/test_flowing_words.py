"""Words that flow: their order from left to right, worked out by hand, and where lines break."""

from explorer.plots.flowing_words import GAP, LEFT, RIGHT, flowing_words, word_directions

HEBREW = ("שלום", "John", "Smith", "ילד", "12", "34", ".")


def from_left_to_right(directions, *, from_right: bool) -> list[int]:
    boxes = flowing_words([10.0] * len(directions), directions, (1000.0, 20.0), from_right=from_right)
    return sorted(range(len(boxes)), key=lambda place: boxes[place].left())


def test_words_wrap_where_the_next_one_has_no_room() -> None:
    boxes = flowing_words([40.0, 30.0, 50.0], [LEFT] * 3, (75.0, 20.0), from_right=False)
    assert [box.getRect() for box in boxes] == [
        (0, 0, 40, 20),
        (40 + GAP, 0, 30, 20),
        (0, 20 + GAP, 50, 20),
    ]


def test_no_box_is_wider_than_the_room() -> None:
    (box,) = flowing_words([900.0], [LEFT], (75.0, 20.0), from_right=False)
    assert box.getRect() == (0, 0, 75, 20)


def test_a_text_from_the_right_begins_and_breaks_there() -> None:
    boxes = flowing_words([40.0, 30.0, 50.0], [RIGHT] * 3, (75.0, 20.0), from_right=True)
    assert [(box.left(), box.right(), box.top()) for box in boxes] == [
        (35, 75, 0),
        (2, 32, 0),
        (25, 75, 20 + GAP),
    ]


def test_words_of_the_other_direction_keep_their_own_order() -> None:
    directions = word_directions(HEBREW, from_right=True)
    assert directions == (RIGHT, LEFT, LEFT, RIGHT, RIGHT, RIGHT, RIGHT)
    assert from_left_to_right(directions, from_right=True) == [6, 5, 4, 3, 1, 2, 0]
    assert from_left_to_right((LEFT, RIGHT, RIGHT, LEFT), from_right=False) == [0, 2, 1, 3]


def test_marks_and_numbers_go_with_their_neighbours() -> None:
    assert word_directions(("John", "-", "Smith", ",", "ילד"), from_right=True)[1:4] == (LEFT, LEFT, RIGHT)
    assert word_directions(("Boeing", "747", "ילד"), from_right=True)[1] == LEFT
    assert word_directions(("747", "ילד"), from_right=True)[0] == RIGHT
    assert word_directions((), from_right=True) == ()
