"""Follows one run directory: reads all records and the log, each once, and completes snapshots with them."""

from dataclasses import replace
from pathlib import Path

from engine.runs.damage import broken_lines, damages, small_files
from engine.runs.reader import RunReader
from explorer.services.file_marks import FileMarks
from explorer.services.run_glance import seconds_left
from explorer.services.run_metrics import RunMetrics
from explorer.services.run_snapshot import RunSnapshot

SHOWN_LOG_LINES = 200


class RunFollower:
    """One run directory, read again and again."""

    def __init__(self, path: Path) -> None:
        self._reader = RunReader(path)
        self._metrics = RunMetrics()
        self._marks = FileMarks()
        self._damage: tuple[str, ...] = ()

    def poll(self, glance: RunSnapshot) -> RunSnapshot:
        """The glance with the curves and the log; never raises for what a file holds."""
        self._read_records()
        if self._marks.have_changed(*small_files(self._reader.layout)):
            self._damage = damages(self._reader.layout)
        return replace(
            glance,
            curves=self._metrics.curves,
            log_lines=self._reader.log_tail()[-SHOWN_LOG_LINES:],
            speed=self._metrics.speed(),
            seconds_left=seconds_left(glance.seen, glance.experiment, self._metrics),
            damage=(*self._damage, *broken_lines(self._reader.broken_lines)),
            is_whole=True,
        )

    def _read_records(self) -> None:
        rewound = changed = False
        more = True
        while more:
            new = self._reader.poll()
            more = new.more
            rewound = rewound or new.rewound
            changed = changed or bool(new.records) or new.rewound
            if not rewound:
                self._metrics.add(new.records)
        if rewound:
            self._metrics.read_anew(self._reader)
        if changed:
            self._metrics.publish(self._reader)
