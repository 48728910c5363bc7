"""What a run did past the checkpoint that it is resumed from: a branch that ended."""

import logging

from engine.runs.layout import RunLayout

_LOG = logging.getLogger(__name__)


def put_branch_aside(layout: RunLayout, update: int) -> None:
    """Move the traces of updates past `update` into traces/ended-N, where no film finds them.

    Else one that the new branch does not write over would stand between its frames. A folder that cannot be
    moved, because someone reads in it, is left: the run goes on.
    """
    past = [layout.trace_dir(at) for at, _ in layout.traces() if at > update]
    if not past:
        return
    names = {folder.name for folder in layout.traces_folder.glob("ended-*")}
    number = next(n for n in range(1, len(names) + 2) if f"ended-{n}" not in names)
    aside = layout.traces_folder / f"ended-{number}"
    aside.mkdir()
    for folder in past:
        try:
            folder.rename(aside / folder.name)
        except OSError as error:
            _LOG.warning("The traces in %s stay where they are: %s", folder, error)
