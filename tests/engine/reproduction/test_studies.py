"""The studies: every preset and setting that they name is one, and their systems are made of their runs."""

import pytest

from engine.commands.train import add_arguments
from engine.presets import PRESETS
from engine.reproduction.studies import SCALES, STUDIES


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("name", STUDIES)
def test_runs_can_be_trained_and_systems_are_made_of_them(name, scale):
    import argparse

    study = STUDIES[name]
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    for run in study.runs[scale]:
        assert run.preset in PRESETS
        parser.parse_args(["--run", "x", "--preset", run.preset, *study.corpus, *run.arguments])
    names = [run.name for run in study.runs[scale]]
    assert len(set(names)) == len(names)
    used = {name for system in study.systems[scale] for name in system.runs}
    assert used == set(names)


def test_ensembles_are_of_runs_of_unlike_seeds():
    study = STUDIES["ensembles"]
    assert [len(system.runs) for system in study.systems["built-in"]] == [1, 2]
    assert [len(system.runs) for system in study.systems["paper"]] == [1, 2, 5]
    assert all(system.beams == (1, 2, 12) for system in study.systems["paper"])
    assert len({run.arguments for run in study.runs["paper"]}) == 5
