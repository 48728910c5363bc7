"""The newest question about a corpus: the order in which questions come decides, not their threads."""

import pytest

from engine.errors import RunError
from engine.serving.newest_command import NewestCommand


def test_an_older_question_is_not_begun_after_a_newer_one(tmp_path) -> None:
    corpus = tmp_path / "pairs.tsv"
    corpus.write_text("a\tb\n")
    command = NewestCommand()
    first, second = command.next_turn(), command.next_turn()
    with pytest.raises(RunError, match="newer question"):
        command.ask(["corpus", "--json", "/nowhere"], first)
    assert command.ask(["corpus", "--json", str(corpus)], second)["kept"] == 1


def test_a_command_that_fails_is_quoted(tmp_path) -> None:
    command = NewestCommand()
    with pytest.raises(RunError, match=r"nothing\.tsv"):
        command.ask(["corpus", "--json", str(tmp_path / "nothing.tsv")], command.next_turn())
