"""Which process of how many: what torchrun says in the environment, and what makes no sense."""

import pytest

from engine.errors import ConfigError
from engine.launch import Launch


@pytest.mark.parametrize("environment", [{}, {"WORLD_SIZE": "4"}, {"RANK": "1"}])
def test_a_process_that_torchrun_did_not_start_is_alone(environment: dict[str, str]) -> None:
    assert Launch.of(environment) == Launch(rank=0, size=1, local_rank=0, local_size=1)
    assert Launch.of(environment).leads


def test_torchrun_says_the_place_among_all_and_on_this_machine() -> None:
    environment = {"RANK": "5", "WORLD_SIZE": "8", "LOCAL_RANK": "1", "LOCAL_WORLD_SIZE": "4"}
    launch = Launch.of(environment)
    assert (launch.rank, launch.size, launch.local_rank, launch.local_size) == (5, 8, 1, 4)
    assert not launch.leads


@pytest.mark.parametrize(
    "change",
    [{"WORLD_SIZE": "two"}, {"RANK": "-1"}, {"RANK": "2"}, {"LOCAL_RANK": "2"}, {"LOCAL_WORLD_SIZE": "0"}],
)
def test_an_environment_that_makes_no_sense_is_told(change: dict[str, str]) -> None:
    sound = {"RANK": "1", "WORLD_SIZE": "2", "LOCAL_RANK": "1", "LOCAL_WORLD_SIZE": "2"}
    assert not Launch.of(sound).leads
    with pytest.raises(ConfigError, match="environment"):
        Launch.of({**sound, **change})
