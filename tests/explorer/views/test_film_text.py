"""Marked words of a translation: which ones, as HTML that cannot be broken by what a model writes."""

from PySide6.QtGui import QPalette

from explorer.views.film_text import joined, marked_html


def marked(before, now, qapp):
    """The marked parts of the text."""
    html = marked_html(before, now, QPalette())
    return [part.split("</span>")[0].split(">", 1)[1] for part in html.split("<span")[1:]]


def test_new_words_are_marked_and_neighbours_together(qapp):
    assert marked("un chat dort", "un gros chat noir dort bien ici", qapp) == ["gros", "noir", "bien ici"]
    assert marked("un chat", "un chat", qapp) == []
    assert marked(None, "un chat", qapp) == []
    assert marked("", "un chat", qapp) == ["un chat"]
    assert marked_html("un", "", QPalette()) == ""


def test_what_looks_like_html_is_text(qapp):
    html = marked_html("", "<b>a & b</b>", QPalette())
    assert "&lt;b&gt;a &amp; b&lt;/b&gt;" in html


def test_spans_with_only_blanks_between_are_joined():
    assert joined([(0, 2), (3, 5), (8, 9)], "ab cd e f") == [(0, 5), (8, 9)]
    assert joined([], "") == []
