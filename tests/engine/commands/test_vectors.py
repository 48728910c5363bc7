"""vectors: a place for each sentence; models with attention have none to give."""

import json

import numpy as np
import pytest

from engine.cli import main
from engine.sentence_vectors import principal_plane
from tests.engine.backwards import BackwardsTranslator

TEXTS = ["ab cd", "ef", "gh ij kl"]


class OneVector(BackwardsTranslator):
    """Its vector is the number of words and of letters."""

    def translate(self, text, config):
        trace = self._trace(text, ("</s>",), 1)
        vector = np.array([[[len(text.split()), len(text)]]], np.float32)
        return type(trace)(**{**vars(trace), "contexts": vector})


@pytest.fixture
def use(monkeypatch):
    def put(translator):
        monkeypatch.setattr("engine.commands.vectors.load_translator", lambda options: translator)

    return put


def test_sentences_and_their_places(use, capsys, tmp_path):
    use(OneVector(attention=False))
    vectors = [np.array([len(text.split()), len(text)], np.float32) for text in TEXTS]
    plane = principal_plane(vectors)
    (tmp_path / "list").write_text("ab cd\n\n ef \ngh ij kl\n", encoding="utf-8")
    assert main(["vectors", "--input", str(tmp_path / "list"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["model"], found["size"]) == ("backwards", 2)
    assert found["shares"] == pytest.approx(plane.shares)
    assert [point["text"] for point in found["points"]] == TEXTS
    places = np.array([[point["x"], point["y"]] for point in found["points"]])
    assert places == pytest.approx(plane.points)
    assert main(["vectors", *TEXTS]) == 0
    lines = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert [line[2] for line in lines] == TEXTS
    assert [float(line[0]) for line in lines] == pytest.approx(plane.points[:, 0].tolist(), rel=1e-4)


def test_a_model_with_attention_is_refused(use, capsys):
    use(OneVector())
    assert main(["vectors", *TEXTS]) == 1
    assert "reads no sentence into one vector" in capsys.readouterr().err


def test_two_sentences_are_too_few(use, capsys):
    use(OneVector(attention=False))
    assert main(["vectors", *TEXTS[:2]]) == 1
    assert "at least three" in capsys.readouterr().err
