"""The preparation of a run's corpus as a watcher sees it: told with its progress, and ended when asked."""

import dataclasses
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.config import ExperimentConfig
from engine.errors import CorpusError
from engine.runs import writer
from engine.runs.condition import Pulse, describe, read_status
from engine.runs.control import Request, request
from engine.runs.layout import RunLayout, cache_home
from engine.runs.writer import RunWriter
from engine.training import resume_run, start_run


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALIGNMENT_EXPLORER_CACHE", str(tmp_path / "cache"))


def ignore(_: object) -> None:
    pass


def listen(monkeypatch: pytest.MonkeyPatch, heard: Callable[[RunWriter, str], None]) -> None:
    """Call this whenever the preparation says what it does."""
    tell = RunWriter.set_preparing

    def tell_and_listen(told: RunWriter, what: str, share: float) -> None:
        tell(told, what, share)
        heard(told, what)

    monkeypatch.setattr(RunWriter, "set_preparing", tell_and_listen)


def test_the_preparation_is_told_with_its_progress(
    experiment: Callable[..., ExperimentConfig], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "_TELL_EVERY", 0.0)
    sentences = []
    listen(monkeypatch, lambda told, what: sentences.append(describe(Pulse(told.layout).look())))
    start_run(experiment(2), tmp_path / "run", ignore)
    assert "Learning the vocabularies. The corpus is 20% prepared; training comes next." in sentences
    assert sentences[-1] == "Training: update 0 of 2."
    shares = [float(said.partition("is ")[2].partition("%")[0]) for said in sentences[:-1]]
    assert shares == sorted(shares)


@pytest.mark.parametrize("word", ["stop", "pause"])
@pytest.mark.parametrize("moment", ["Reading the corpus", "Encoding the training pairs", "Joining"])
def test_a_wish_ends_it_and_leaves_nothing_half_made(
    experiment: Callable[..., ExperimentConfig],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    word: Request,
    moment: str,
) -> None:
    run, plan = tmp_path / "run", experiment(2)
    plan = dataclasses.replace(plan, corpus=dataclasses.replace(plan.corpus, segmentation="sentencepiece"))
    heard = []

    def ask(told: RunWriter, what: str) -> None:
        heard.append(what)
        if what.startswith(moment):
            request(told.layout.path, word)

    with monkeypatch.context() as patched:
        listen(patched, ask)
        assert start_run(plan, run, ignore) == "stopped"
    assert heard[-1].startswith(moment), "it went on"
    seen = Pulse(RunLayout(run)).look()
    assert (seen.condition, seen.status and seen.status.update) == ("stopped", 0)
    assert describe(seen).startswith("Stopped while the corpus was prepared")
    assert list((cache_home() / "prepared").glob("*")) == []
    assert resume_run(run, None, ignore) == "finished"


def test_a_run_that_fails_before_it_learns_says_that_its_folder_can_go(
    experiment: Callable[..., ExperimentConfig], tmp_path: Path
) -> None:
    plan, run = experiment(2), tmp_path / "run"
    Path(plan.corpus.train[0]).write_bytes(b"\xff\xfe\xff")
    with pytest.raises(CorpusError) as told:
        start_run(plan, run, ignore)
    said = describe(Pulse(RunLayout(run)).look())
    assert said == f"Failed before it learned anything; its folder can be deleted. {told.value}"


def test_many_words_are_not_many_files(tmp_path: Path, experiment: Callable[..., ExperimentConfig]) -> None:
    """A disk, maybe one far away, is not written to for every piece of the work."""
    with RunWriter.create(tmp_path / "run", experiment(2), {}) as told:
        first = read_status(told.layout)
        until = time.monotonic() + 0.05
        while time.monotonic() < until:
            told.set_preparing("Reading the corpus", 0.1)
        assert read_status(told.layout) == first
