"""How another machine is, in words for a person."""

from PySide6.QtCore import QCoreApplication

from engine import __version__
from explorer.services.machine_state import LineState, Machine


def line_words(line: LineState) -> str:
    """How the line is, in a few words; the problem is told by `trouble`."""
    if line.state == "connected" and line.program != __version__:
        words = QCoreApplication.translate("machines", "connected; version {there} there, {here} here")
        return words.format(there=line.program, here=__version__)
    words = {
        "closed": QCoreApplication.translate("machines", "not connected"),
        "connecting": QCoreApplication.translate("machines", "connecting …"),
        "connected": QCoreApplication.translate("machines", "connected"),
        "broken": QCoreApplication.translate("machines", "line broken, trying again in {seconds} s"),
        "refused": QCoreApplication.translate("machines", "cannot be used"),
    }[line.state]
    return words.format(seconds=line.seconds_left)


def trouble(machine: Machine) -> str:
    """Why there is no line, and what to do; empty where all is well."""
    return "" if machine.line.problem is None else str(machine.line.problem)
