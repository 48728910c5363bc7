"""What became of a corpus on its way in: pairs kept, pairs dropped by reason with their lines, and notes."""

from dataclasses import dataclass, field
from typing import Any

_PLACES = 20  # lines remembered for each reason; the count goes on


@dataclass
class Dropped:
    """The pairs left out for one reason: how many, and the first few as (file, line)."""

    count: int = 0
    places: list[tuple[str, int]] = field(default_factory=list)


@dataclass
class ImportReport:
    """Filled in while a corpus is read; `kept` is the number of pairs that remain."""

    kept: int = 0
    dropped: dict[str, Dropped] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def drop(self, reason: str, file: str, line: int) -> None:
        """Count one pair as left out; `line` is the 1-based line of `file`."""
        entry = self.dropped.setdefault(reason, Dropped())
        entry.count += 1
        if len(entry.places) < _PLACES:
            entry.places.append((file, line))

    def note(self, text: str) -> None:
        """Add something worth knowing that left no pair out; once each."""
        if text not in self.notes:
            self.notes.append(text)

    def lines(self) -> list[str]:
        """The report in words, a line for each fact."""
        rows = [f"{self.kept:,} sentence pair{'s' if self.kept != 1 else ''} kept"]
        rows.extend(_row(reason, entry) for reason, entry in self.dropped.items())
        rows.extend(f"Note: {text}" for text in self.notes)
        return rows

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def to_json(self) -> dict[str, Any]:
        """The report as plain JSON values."""
        dropped = {
            reason: {
                "count": entry.count,
                "places": [{"file": file, "line": line} for file, line in entry.places],
            }
            for reason, entry in self.dropped.items()
        }
        return {"kept": self.kept, "dropped": dropped, "notes": list(self.notes)}

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> "ImportReport":
        """The report that `to_json` gave; raises KeyError or TypeError where it did not."""
        dropped = {
            reason: Dropped(entry["count"], [(place["file"], place["line"]) for place in entry["places"]])
            for reason, entry in values["dropped"].items()
        }
        return cls(kept=values["kept"], dropped=dropped, notes=list(values["notes"]))


def _row(reason: str, entry: Dropped) -> str:
    by_file: dict[str, list[str]] = {}
    for file, line in entry.places:
        by_file.setdefault(file, []).append(str(line))
    places = "; ".join(f"{file} line {', '.join(numbers)}".strip() for file, numbers in by_file.items())
    more = ", …" if entry.count > len(entry.places) else ""
    return f"{entry.count:,} dropped, {reason} ({places}{more})"
