"""Looking ahead at a run through the program's own command, with a stand-in for that."""

import json
from dataclasses import replace

import pytest

from engine.corpora.report import ImportReport
from engine.presets import preset
from engine.preview import Preview
from explorer.new_run import NewRun
from explorer.services import json_command
from explorer.services.preview_service import PreviewService

FOUND = Preview(ImportReport(kept=90), 70, 15, 5, 0, 2, 4, 150.0, "cpu", 2)
PROGRAM = """
import sys, time
assert sys.argv[1] == "train" and sys.argv[-2:] == ["--estimate", "--json"], sys.argv
assert "--seed=7" in sys.argv
for line in ("Reading the corpus.", "", "Timing some updates."):
    print(line, file=sys.stderr, flush=True)
{end}
"""


@pytest.fixture
def service(qtbot):
    made = PreviewService()
    yield made
    made.cancel()


@pytest.fixture
def run(tmp_path):
    base = preset("rnnsearch-minute")
    corpus = replace(base.corpus, train=("/corpora/pairs.tsv",))
    return NewRun(replace(base, corpus=corpus, train=replace(base.train, seed=7)), tmp_path / "run")


@pytest.fixture
def program(tmp_path, monkeypatch):
    def write(end):
        (tmp_path / "main.py").write_text(PROGRAM.format(end=end), encoding="utf-8")
        monkeypatch.setattr(json_command, "PROGRAM", tmp_path / "main.py")

    return write


def test_what_is_found_and_how_far_it_is(service, qtbot, run, program):
    program(f"print({json.dumps(FOUND.to_json())!r})")
    heard = []
    service.progress_made.connect(heard.append)
    with qtbot.waitSignal(service.preview_made, timeout=20_000) as told:
        service.look(run)
    assert told.args == [FOUND]
    assert heard == ["Reading the corpus.", "Timing some updates."]


@pytest.mark.parametrize(
    ("end", "words"),
    [
        ('sys.exit("error: The corpus is empty. Give another.")', "The corpus is empty. Give another."),
        ('print("[]")', "could not be found out"),
        ('print("{")', "Timing some updates."),
    ],
)
def test_a_failure_is_told_in_its_own_words(service, qtbot, run, program, end, words):
    program(end)
    with qtbot.waitSignal(service.preview_failed, timeout=20_000) as told:
        service.look(run)
    assert words in told.args[0].what


def test_what_was_given_up_is_not_answered(service, qtbot, run, program):
    program("time.sleep(60)")
    heard = []
    service.preview_made.connect(heard.append)
    service.preview_failed.connect(heard.append)
    with qtbot.waitSignal(service.progress_made, timeout=20_000):
        service.look(run)
    service.look(None)
    qtbot.wait(300)
    assert heard == []
