"""Reports of real traces, with the bad sentences among them."""

import pytest

from engine import sentence_batch
from engine.config import DecodeConfig
from engine.errors import ConfigError
from engine.sentence_batch import reports_of
from engine.sentence_report import report_of
from engine.translator import Translator

TEXTS = ["red cat", "", "big dog sea house", "xyzzy plugh", "blue blue blue blue blue blue"]
BEAM = DecodeConfig(beam_size=4, max_length=8)


def test_each_report_is_that_of_its_trace(loud_run: Translator) -> None:
    steps: list[None] = []
    reports = reports_of(loud_run, TEXTS, BEAM, lambda: steps.append(None))
    assert reports == [report_of(trace) for trace in loud_run.translate_all(TEXTS, BEAM)]
    for text, report in zip(TEXTS, reports, strict=True):
        alone = report_of(loud_run.translate(text, BEAM))
        assert (report.text, report.rules, report.problem) == (alone.text, alone.rules, alone.problem)
        for name in ("score", "least_coverage", "most_coverage", "entropy_out", "entropy_in"):
            assert getattr(report, name) == pytest.approx(getattr(alone, name), abs=1e-5)
    assert [bool(report.problem) for report in reports] == [False, True, False, True, False]
    assert len(steps) > 2, "asked at each step, not once a batch"


def test_one_that_is_too_long_does_not_keep_the_others(
    loud_run: Translator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sentence_batch, "LONGEST", 5)
    found = reports_of(loud_run, ["red cat", "sea " * 5, "tree"], BEAM, lambda: None)
    assert found[1].text == ""
    assert found[1].problem.startswith("The sentence has 6 tokens, and one in a table may have 5.")
    assert found[0].text
    assert found[2].text


def test_one_that_has_no_room_does_not_keep_the_others(
    loud_run: Translator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Together they are refused for the sake of one; alone each gets what is its own."""
    translate_all = loud_run.translate_all

    def refuse(texts, *arguments):
        if "tree" in texts:
            raise ConfigError("There is no room.", "Take less.")
        return translate_all(texts, *arguments)

    monkeypatch.setattr(loud_run, "translate_all", refuse)
    found = reports_of(loud_run, ["red cat", "tree", "sea"], BEAM, lambda: None)
    assert [report.problem for report in found] == ["", "There is no room. Take less.", ""]
    assert found[0].text
    assert found[2].text


def test_the_work_ends_between_two_steps(loud_run: Translator) -> None:
    class Enough(Exception):
        pass

    def end() -> None:
        raise Enough

    with pytest.raises(Enough):
        reports_of(loud_run, TEXTS, BEAM, end)
