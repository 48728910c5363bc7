"""What keeps a run from being written, or ends it, in words."""

from engine.errors import RunError
from engine.runs import publishing
from engine.runs.layout import RunLayout


def unexpected(error: BaseException) -> RunError:
    """The end of a training by an error that nobody foresaw."""
    return RunError(f"The training ended with {type(error).__name__}: {error}.", "See the log of the run.")


def in_words(layout: RunLayout, error: BaseException) -> BaseException:
    """The error; one of the operating system as a RunError."""
    return write_error(layout, error) if isinstance(error, OSError) else error


def write_error(layout: RunLayout, error: OSError) -> RunError:
    """What it means for a run that a file of it was not written."""
    if publishing.is_full(error):
        return RunError(
            f"The disk that holds the run {layout.path} is full.",
            "Free some room, then go on from the last checkpoint.",
        )
    what = f"The run {layout.path} cannot be written: {error.strerror or error}."
    return RunError(what, "Check the folder.")
