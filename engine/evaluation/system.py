"""A system under evaluation: a model, or several together, searching with a beam of some width."""

from dataclasses import dataclass

from engine.evaluation.forced_pairs import Measurable


@dataclass(frozen=True)
class System:
    """What makes a system's results what they are. kind: of its model.

    fingerprint: SHA-256 of the weights; results of one fingerprint and beam are the same.
    """

    model: str
    kind: str
    fingerprint: str
    parameters: int
    has_attention: bool
    beam: int

    @property
    def name(self) -> str:
        """For tables and figures."""
        return f"{self.model}, " + ("greedy" if self.beam == 1 else f"beam {self.beam}")

    @property
    def key(self) -> str:
        """A name for a file, the same for the same results."""
        return f"{self.fingerprint[:16] or self.model}-{self.beam}"


def system_of(translator: Measurable, beam: int) -> System:
    """The system that a loaded translator makes with this beam."""
    return System(
        translator.name,
        translator.kind,
        translator.fingerprint,
        translator.parameters,
        translator.has_attention,
        beam,
    )
