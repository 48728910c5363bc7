"""An evaluation as a file and as reports: everything comes back, and every number stands in every form."""

import csv
import json
from xml.etree import ElementTree

import pytest

from engine.errors import CheckpointError, ConfigError
from engine.evaluation.evaluation import FILE, evaluation_of, load, save
from engine.evaluation.report_files import write_reports
from engine.evaluation.report_rows import tables
from tests.engine.evaluation.made_evaluation import made_evaluation


@pytest.fixture(scope="module")
def evaluation(tmp_path_factory):
    return made_evaluation(tmp_path_factory.mktemp("work"))


def test_everything_comes_back(evaluation, tmp_path):
    save(evaluation, tmp_path)
    found = load(tmp_path)
    assert found == evaluation
    assert found.names() == ["first_one, greedy", "first_one, beam 12", "second, greedy"]
    assert found.test_set.fingerprint == evaluation.test_set.fingerprint


def test_a_file_that_is_none_is_told(evaluation, tmp_path):
    with pytest.raises(CheckpointError, match="cannot be read"):
        load(tmp_path)
    path = save(evaluation, tmp_path)
    whole = path.read_text(encoding="utf-8")
    for broken in (whole[:-100], "[]", "{}", json.dumps({**json.loads(whole), "format": 99})):
        path.write_text(broken, encoding="utf-8")
        with pytest.raises(CheckpointError):
            load(tmp_path)
    values = json.loads(whole)
    del values["results"][0]["pairs"][3]
    (tmp_path / FILE).write_text(json.dumps(values), encoding="utf-8")
    with pytest.raises(CheckpointError, match="every sentence"):
        load(tmp_path)


def test_two_systems_of_one_name_are_refused(evaluation):
    result = evaluation.results[0]
    with pytest.raises(ConfigError, match="first_one, greedy"):
        evaluation_of(evaluation.test_set, [(result.system, result.pairs)] * 2)


def test_each_table_stands_in_each_report(evaluation, tmp_path):
    paths = write_reports(evaluation, tmp_path, "Made")
    found = tables(evaluation)
    titles = ["Systems", "Alignment", "Differences", "BLEU by length", "F1 by frequency"]
    assert [table.title for table in found] == titles
    assert all(len(row) == len(table.header) for table in found for row in table.rows)
    texts = {path.name: path.read_text(encoding="utf-8") for path in paths}
    bleu = f"{evaluation.results[0].measures.bleu:.2f}"
    for name in ("report.html", "report.md", "report.tex", "systems.csv"):
        assert bleu in texts[name], name
    rows = list(csv.reader(texts["systems.csv"].splitlines()))
    assert [row[0] for row in rows[1:]] == evaluation.names()
    assert float(rows[1][1]) == pytest.approx(evaluation.results[0].measures.bleu, abs=0.005)
    page = ElementTree.fromstring(
        texts["report.html"].split("\n", 1)[1].replace('<meta charset="utf-8">', "")
    )
    assert len(page.findall(".//table")) == len(titles)
    assert page.find(".//{http://www.w3.org/2000/svg}polyline") is not None
    assert "made & <odd>" in "".join(page.itertext())
    assert r"first\_one, beam 12" in texts["report.tex"]
    assert texts["report.tex"].count(r"\addplot") == 3


def test_sentences_of_a_bin_are_those_of_its_lengths(evaluation):
    for one in evaluation.comparison.by_length.bins:
        for number in one.sentences:
            assert one.low <= len(evaluation.test_set.sources[number].split()) <= (one.high or 1000)
