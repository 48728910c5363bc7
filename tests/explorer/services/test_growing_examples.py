"""The bundled sentences that grow: whole, long enough, and known to the vocabulary of the bundled models."""

import pytest

from explorer.growth import clauses_of
from explorer.services.growing_examples import read_examples

EXAMPLES = read_examples()


@pytest.mark.parametrize("clauses", EXAMPLES, ids=lambda clauses: clauses.title)
def test_an_example_grows_past_what_models_are_trained_on(clauses) -> None:
    assert len(clauses.sources) == len(clauses.references) >= 12
    assert clauses.words(len(clauses.sources)) > 70
    assert all(2 <= len(text.split()) <= 12 for text in clauses.sources)
    assert clauses.source(len(clauses.sources))[-1] == clauses.reference(len(clauses.references))[-1] == "."
    assert not any("  " in text or text != text.strip() for text in (*clauses.sources, *clauses.references))
    assert len(clauses_of(clauses.source(len(clauses.sources)))) > 6


def test_there_are_several_and_their_titles_differ() -> None:
    assert len({clauses.title for clauses in EXAMPLES}) == len(EXAMPLES) >= 3


@pytest.mark.parametrize("text", ["no title\na\tb\n", "# title\na\n", "# title\n", "# title\na\tb\tc\n"])
def test_a_file_that_is_no_list_of_pairs_is_refused(text: str, tmp_path) -> None:
    (tmp_path / "one.tsv").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="no list of clauses"):
        read_examples(tmp_path)
