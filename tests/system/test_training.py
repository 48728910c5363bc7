"""Training through the command line: to the end, interrupted and resumed, watched from outside."""

import json
import sys

import numpy as np
import pytest
import safetensors.numpy


def weights(run) -> dict[str, np.ndarray]:
    """The parameters of the newest checkpoint."""
    newest = sorted((run / "checkpoints").iterdir())[-1]
    return safetensors.numpy.load_file(newest / "model.safetensors")


def test_a_run_reaches_its_end_and_says_so(finished_run) -> None:
    path, ended = finished_run
    assert ended.returncode == 0, ended.stderr
    state = json.loads(ended.stdout)
    assert (state["state"], state["update"], state["max_updates"]) == ("finished", 14, 14)
    assert state["checkpoints"] == [str(path / "checkpoints" / "update-00000014")]
    assert "sentence pairs kept" in ended.stderr


def test_others_see_the_run(command, finished_run) -> None:
    path, _ = finished_run
    (state,) = json.loads(command("runs", path.parent, "--json").stdout)
    assert (state["name"], state["state"]) == ("whole", "finished")
    models = json.loads(command("models", "--json").stdout)
    assert path.name in [model["name"] for model in models if not model["problem"]]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no Ctrl-C for one process")
def test_ctrl_c_keeps_a_checkpoint_from_which_the_run_ends_as_if_unbroken(
    command, finished_run, training_arguments, interrupt_training, tmp_path
) -> None:
    run = tmp_path / "broken"
    assert interrupt_training(training_arguments, run) == 130
    (stopped,) = json.loads(command("runs", run, "--json").stdout)
    assert stopped["state"] == "stopped"
    assert 10 <= stopped["update"] < 14
    assert len(stopped["checkpoints"]) == 1

    ended = command("train", "--run", run, "--resume", "--json")
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["update"] == 14
    whole, resumed = weights(finished_run[0]), weights(run)
    assert whole.keys() == resumed.keys()
    assert all(np.array_equal(whole[name], resumed[name]) for name in whole)


def test_a_folder_that_holds_a_run_is_not_written_over(command, finished_run, training_arguments) -> None:
    path, _ = finished_run
    before = weights(path)
    ended = command(*training_arguments, "--run", path)
    assert ended.returncode == 1
    assert ended.stderr.startswith("error: ")
    assert "holds a run already" in ended.stderr
    assert all(np.array_equal(before[name], value) for name, value in weights(path).items())
