"""How places and values are written beside their axes."""

import pytest

from explorer.plots.curve_axes import PlaceAxis, ValueAxis, place_text


@pytest.mark.parametrize(
    ("value", "kind", "spacing", "text"),
    [
        (12000, "count", 1000, "12,000"),
        (12000.5, "count", 0.5, ""),
        (1_500_000, "count", 500_000, "1.5 M"),
        (0.25, "share", 0.05, "0.25"),
        (3, "share", 1, "3"),
        (0, "seconds", 60, "0:00"),
        (75, "seconds", 15, "0:01:15"),
        (3660, "seconds", 60, "1:01"),
        (200_000, "seconds", 3600, "55:33"),
        (-90, "seconds", 30, "-0:01:30"),
    ],
)
def test_a_place_in_words(value, kind, spacing, text):
    assert place_text(value, kind, spacing) == text


@pytest.mark.parametrize("most", [10, 300, 4000, 90_000, 3_000_000])
def test_times_are_set_apart_by_spans_that_a_clock_knows(qapp, most):
    axis = PlaceAxis()
    axis.set_kind("seconds")
    ((spacing, _),) = axis.tickSpacing(0, most, 800)
    assert 3 <= most / spacing <= 10
    assert any(spacing % span == 0 for span in (1, 60, 3600, 86400) if spacing >= span)
    assert 60 % spacing == 0 or spacing % 60 == 0


@pytest.mark.parametrize(
    ("kind", "least", "most", "size", "written"),
    [
        ("count", 0.0, 4.0, 900, "1 2 5 10 20 50 100 200 500 1,000 2,000 5,000 10,000"),
        ("count", 1.0, 4.0, 200, "10 100 1,000 10,000"),
        ("count", 4.0, 6.0, 200, "10,000 100,000 1.0 M"),
        ("count", 2.0, 2.6, 400, "100 150 200 300"),  # less than a power of ten
        ("share", -2.0, 0.0, 200, "0.01 0.1 1"),
        ("seconds", 0.0, 4.0, 400, "0:00:01 0:00:10 0:01:00 0:10:00 1:00:00"),
    ],
)
def test_round_numbers_are_written_on_a_logarithmic_axis(qapp, kind, least, most, size, written):
    axis = PlaceAxis()
    axis.set_kind(kind, "log")
    axis.fit(qapp.font(), is_labelled=True)
    found = []
    for spacing, places in axis.tickValues(least, most, size):
        texts = axis.tickStrings(places, 1.0, spacing)
        found += [(place, text) for place, text in zip(places, texts, strict=True) if text]
    texts = dict(sorted(found))
    assert " ".join(text for place, text in texts.items() if least <= place <= most + 1e-9) == written


@pytest.mark.parametrize(
    ("values", "spacing", "texts"),
    [
        ([0.0, 0.5], 0.5, ["0.0", "0.5"]),
        ([1000.0, 2000.0], 1000, ["1,000", "2,000"]),
        ([0.0, 2e-6], 2e-6, ["0", "2e-06"]),
        ([1e7, 2e7], 1e7, ["1e+07", "2e+07"]),
    ],
)
def test_values_are_short(qapp, values, spacing, texts):
    assert ValueAxis().tickStrings(values, 1, spacing) == texts


def test_the_axis_grows_with_the_font(qapp):
    axis, font = ValueAxis(), qapp.font()
    axis.fit(font)
    narrow = axis.width()
    font.setPointSizeF(2 * font.pointSizeF())
    axis.fit(font)
    assert axis.width() > 1.6 * narrow
