"""Looking into corpus files from the window, through the program's own command."""

import pytest

from explorer.services.corpus_service import CorpusService


@pytest.fixture
def service(qtbot):
    made = CorpusService()
    yield made
    made.cancel()


def test_a_report_comes_back_whole(service, qtbot, tmp_path):
    corpus = tmp_path / "pairs.tsv"
    corpus.write_text("A cat.\tUn chat.\n\tRien.\nTwo dogs.\tDeux chiens.\n", encoding="utf-8")
    with qtbot.waitSignal(service.report_made, timeout=20_000) as told:
        service.check([corpus])
    report = told.args[0]
    assert report.kept == 2
    assert report.dropped["empty source"].count == 1
    assert report.dropped["empty source"].places == [("pairs.tsv", 2)]


def test_a_file_that_cannot_be_read_is_told_in_words(service, qtbot, tmp_path):
    with qtbot.waitSignal(service.check_failed, timeout=20_000) as told:
        service.check([tmp_path / "nothing.tsv"])
    assert "nothing.tsv cannot be read" in told.args[0].what
    assert not told.args[0].what.startswith("error:")


def test_the_newest_question_wins(service, qtbot, tmp_path):
    for name, pairs in (("one", 1), ("two", 2)):
        (tmp_path / name).write_text("a\tb\n" * pairs, encoding="utf-8")
    heard = []
    service.report_made.connect(heard.append)
    service.check([tmp_path / "one"])
    with qtbot.waitSignal(service.report_made, timeout=20_000):
        service.check([tmp_path / "two"])
    qtbot.wait(200)
    assert [report.kept for report in heard] == [2]


def test_a_question_that_was_given_up_is_not_answered(service, qtbot, tmp_path):
    (tmp_path / "one").write_text("a\tb\n", encoding="utf-8")
    heard = []
    service.report_made.connect(heard.append)
    service.check_failed.connect(heard.append)
    service.check([tmp_path / "one"])
    service.cancel()
    qtbot.wait(500)
    assert heard == []
