"""What a training would find and take, looked up before it starts; torch-free."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from engine.corpora.report import ImportReport


@dataclass(frozen=True)
class Preview:
    """What an experiment would train on, and how fast on this machine.

    report: of the import, all that is left out included. train, dev, test: pairs; joined: those of `train`
    that were made by joining others. shared: pairs of dev and test whose target is one of training as well.
    updates: in one epoch; seconds: of one epoch, validations apart; device, threads: where that was measured.
    """

    report: ImportReport
    train: int
    dev: int
    test: int
    joined: int
    shared: int
    updates: int
    seconds: float
    device: str
    threads: int

    def lines(self) -> list[str]:
        """All but the report in words, a line for each fact."""
        joined = f", {self.joined:,} of them made by joining others" if self.joined else ""
        kept_out = f"{self.dev:,} for validation and {self.test:,} for a test"
        return [
            f"{self.train:,} pairs to train on{joined}; {kept_out}.",
            "No source sentence of these is in training. "
            f"Of their targets {self.shared:,} are also a target of training.",
            f"An epoch of {self.updates:,} updates takes about {duration(self.seconds)} "
            f"on {self._machine()}, validations apart.",
        ]

    def to_json(self) -> dict[str, Any]:
        """As plain JSON values."""
        return {**asdict(self), "report": self.report.to_json()}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "Preview":
        """The preview that `to_json` gave; raises KeyError or TypeError where it did not."""
        return cls(**{**values, "report": ImportReport.from_json(values["report"])})

    def _machine(self) -> str:
        if self.device != "cpu":
            return f"the device {self.device}"
        return f"the CPU with {self.threads} thread{'s' if self.threads != 1 else ''}"


def duration(seconds: float) -> str:
    """A time in words, to two digits or so."""
    for size, name in ((86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:.{0 if seconds >= 10 * size else 1}f} {name}"
    return f"{seconds:.{0 if seconds >= 10 else 1}f} seconds"
