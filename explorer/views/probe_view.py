"""What the views share that ask the engine more about a translation than its trace can tell."""

from engine.trace import DecodingTrace
from explorer.probes import ProbeQuestion
from explorer.views.base import TraceView
from explorer.workspace import Selection


class ProbeView(TraceView):
    """Asks anew where another hypothesis is looked at; a subclass asks, and marks what is selected."""

    def show_trace(self, trace: DecodingTrace | None, selection: Selection) -> None:
        """Ask about the selected hypothesis."""
        super().show_trace(trace, selection)
        self.ask()

    def show_selection(self, selection: Selection) -> None:
        """Mark the words of the step and the position; another hypothesis is asked about."""
        before = self.hypothesis
        super().show_selection(selection)
        if self.hypothesis is before:
            self.mark()
        else:
            self.ask()

    def question_of(self, kind: str) -> ProbeQuestion | None:
        """What is to be worked out; None while a translation is being made, or where there is none."""
        trace, hypothesis = self.trace, self.hypothesis
        if trace is None or trace.candidate_ids is None or hypothesis is None or not hypothesis.tokens:
            return None
        return ProbeQuestion.about(trace, hypothesis, kind)

    @property
    def is_waiting(self) -> bool:
        """Whether what was asked is not answered yet."""
        raise NotImplementedError

    def ask(self) -> None:
        """Wish for what is to be worked out, and say meanwhile that it is."""
        raise NotImplementedError

    def mark(self) -> None:
        """Mark what is selected."""
        raise NotImplementedError
