"""How many plots stand side by side, against sizes worked out by hand (18 pixels a line, 8 a digit)."""

import pytest

from explorer.plots.curve_grid import columns_of, least_height


@pytest.mark.parametrize(
    ("count", "width", "height", "columns"),
    [
        (3, 1768, 750, 1),  # three of 250 pixels each
        (3, 1128, 390, 3),  # one under another they would be 130 pixels high
        (2, 1128, 390, 2),
        (1, 1128, 390, 1),
        (3, 700, 390, 2),  # three are no longer wide enough: the place is scrolled
        (3, 600, 390, 1),
        (4, 1128, 200, 2),  # four have no room in one row of three: two rows of two
        (12, 1768, 750, 4),
        (0, 1128, 390, 1),
        (3, -1, -1, 1),  # before it has a size
    ],
)
def test_as_few_columns_as_leave_every_plot_a_good_height(count, width, height, columns):
    assert columns_of(count, width, height, 18, 8) == columns


def test_the_least_height_grows_with_the_text():
    assert least_height(36) == 2 * least_height(18) == 396
