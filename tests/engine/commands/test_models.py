"""models: what the catalogue lists, with what is wrong with a broken one."""

import json
from pathlib import Path

import pytest

from engine.catalogue import ModelEntry
from engine.cli import main

ENTRIES = [
    ModelEntry("small", "rnnsearch", Path("/models/small"), 1234567, card={"updates": 10}),
    ModelEntry("broken", "", Path("/runs/broken"), problem="It has no checkpoint."),
]


@pytest.fixture
def listed(monkeypatch) -> list[list[Path]]:
    """The catalogue's place taken by a fixed list; what it was asked for."""
    asked: list[list[Path]] = []

    def list_models(paths) -> list[ModelEntry]:
        asked.append(list(paths))
        return ENTRIES

    monkeypatch.setattr("engine.commands.models.list_models", list_models)
    return asked


def test_json_is_one_list_with_the_promised_keys(capsys, listed) -> None:
    assert main(["models", "here", "--json"]) == 0
    small, broken = json.loads(capsys.readouterr().out)
    assert {"name", "kind", "path", "parameters", "card"} <= set(small)
    assert (small["name"], small["kind"], small["parameters"]) == ("small", "rnnsearch", 1234567)
    assert small["path"] == str(Path("/models/small"))
    assert small["card"] == {"updates": 10}
    assert broken["problem"] == "It has no checkpoint."
    assert listed == [[Path("here")]]


@pytest.mark.usefixtures("listed")
def test_the_table_shows_what_is_wrong(capsys) -> None:
    assert main(["models"]) == 0
    header, small, broken = capsys.readouterr().out.split("\n")[:-1]
    assert header.split() == ["name", "kind", "parameters", "path"]
    assert "1,234,567" in small
    assert broken.endswith("It has no checkpoint.")


def test_no_model_says_what_to_do(capsys, monkeypatch) -> None:
    monkeypatch.setattr("engine.commands.models.list_models", lambda paths: [])
    assert main(["models"]) == 0
    assert "train" in capsys.readouterr().out
    assert main(["models", "--json"]) == 0
    assert capsys.readouterr().out == "[]\n"
