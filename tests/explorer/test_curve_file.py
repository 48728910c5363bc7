"""The values of curves as a file, read back by the csv module."""

import csv
import io
import math

import numpy as np

from explorer.curve_file import NamedMeasure, csv_bytes
from explorer.run_curves import Measure


def test_every_value_of_every_curve_is_a_line():
    branch = (np.array([20.0]), np.array([9.0]))
    loss = Measure(np.array([10.0, 20.5]), np.array([0.1, np.nan]), (branch,))
    bleu = Measure(np.array([20.0]), np.array([np.inf]))
    data = csv_bytes(
        "time", [NamedMeasure("a, b", "Loss", "train", loss), NamedMeasure("c", "BLEU", "dev", bleu)]
    )
    rows = list(csv.DictReader(io.StringIO(data.decode())))
    assert [row["run"] for row in rows] == ["a, b", "a, b", "a, b", "c"]
    assert [(row["curve"], row["part"], row["branch"]) for row in rows] == [
        ("Loss", "train", "0"), ("Loss", "train", "0"), ("Loss", "train", "1"), ("BLEU", "dev", "0"),
    ]  # fmt: skip
    assert [row["time"] for row in rows] == ["10", "20.5", "20", "20"]
    values = [float(row["value"]) for row in rows]
    assert values[0] == 0.1
    assert math.isnan(values[1])
    assert values[2:] == [9.0, math.inf]
