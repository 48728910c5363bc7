"""The tables are read strictly: what is wrong in one is told with its file and line."""

import shutil
from pathlib import Path

import pytest

from engine.corpora.grammar.loading import lexicon, load_lexicon
from engine.corpora.grammar.tables import FOLDER, tables_fingerprint
from engine.errors import CorpusError


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FOLDER, tmp_path / "grammar"))


@pytest.mark.parametrize(
    ("table", "row", "said"),
    [
        ("nouns", "cat\tchat", "has 2 columns instead of 6"),
        ("nouns", "cat\t\tchat\t\tx\tanimal", "'x' is not one of: m, f"),
        ("names", "Zoé\tw", "'w' is not one of: m, f"),
        ("verbs", "eat\t\t\t\t\tmanger\t\ttransitive\tperson\tfoood\tevent\t", "no class of nouns 'foood'"),
        ("verbs", "rend\t\t\t\t\tfendre\t\ttransitive\tperson\tfood\tevent\t", "'fendre' has no regular"),
        ("french_verbs", "coudre\tcouds couds\t\t\t", "2 forms of the present instead of 6"),
        ("french_verbs", "coudre\t\t\t\t", "'coudre' follows no rule"),
        ("times", "at noon\tà midi\tsometime\t", "'sometime' is not one of"),
        ("times", "last night\thier soir\tpast\t0-5", "'0-5' is no link of its words"),
        ("places", "in the south of France\tau sud\t", "5 English and 2 French words need links"),
        ("relations", "wing\tbird", "there is no noun 'wing'"),
    ],
)
def test_a_wrong_row_is_named(tables: Path, table: str, row: str, said: str) -> None:
    path = tables / f"{table}.tsv"
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([*lines, row]) + "\n", encoding="utf-8")
    with pytest.raises(CorpusError) as raised:
        load_lexicon(tables)
    assert f"Line {len(lines) + 1} of the grammar's table {table}.tsv" in raised.value.what
    assert said in raised.value.what
    assert raised.value.remedy


def test_other_columns_and_missing_files_are_told(tables: Path) -> None:
    (tables / "reports.tsv").write_text("french\tenglish\n", encoding="utf-8")
    with pytest.raises(CorpusError, match=r"Line 1 of the grammar's table reports\.tsv: the columns are not"):
        load_lexicon(tables)
    (tables / "reports.tsv").unlink()
    with pytest.raises(CorpusError, match=r"reports.tsv cannot be read: No such file"):
        load_lexicon(tables)
    (tables / "reports.tsv").write_bytes(b"\xff\xfe")
    with pytest.raises(CorpusError, match="it is not UTF-8 text"):
        load_lexicon(tables)


def test_the_fingerprint_tells_tables_apart_but_not_their_line_ends(tables: Path) -> None:
    before = tables_fingerprint(tables)
    path = tables / "names.tsv"
    content = path.read_bytes()
    path.write_bytes(content.replace(b"\n", b"\r\n"))
    assert tables_fingerprint(tables) == before
    assert load_lexicon(tables).nouns.keys() == lexicon().nouns.keys()
    path.write_bytes(content.replace(b"Emma", b"Irma"))
    assert tables_fingerprint(tables) != before


def test_every_noun_can_be_said_and_every_verb_done() -> None:
    words = lexicon()
    usable = {noun for verb in words.verbs for noun in (*verb.subjects, *verb.objects, *verb.where)}
    usable |= set(words.relations) | {noun for wholes in words.relations.values() for noun in wholes}
    usable |= {noun for _, nouns in words.prepositions for noun in nouns}
    usable |= set(words.classes["surface"])
    assert [noun.name for noun in words.nouns.values() if noun not in usable] == []
    assert all(verb.subjects for verb in words.verbs)
    assert all(verb.objects for verb in words.verbs if verb.frame != "intransitive")
    assert len(words.nouns) > 300
