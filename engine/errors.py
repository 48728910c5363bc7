"""Errors addressed to a person: what is wrong and where, and what to do about it.

Everything that a person can cause (a wrong file, a wrong setting, a full disk) is raised as an
``EngineError``. Any other exception is a defect of the program.
"""


class EngineError(Exception):
    """A problem that can be told in two sentences.

    what:   what is wrong and where, a whole sentence.
    remedy: what the person can do, a whole sentence; may be empty.
    """

    def __init__(self, what: str, remedy: str = "") -> None:
        super().__init__(what, remedy)
        self.what = what
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.what} {self.remedy}".strip()


class CorpusError(EngineError):
    """A corpus file cannot be read, or its sides do not belong together."""


class VocabularyError(EngineError):
    """A vocabulary or a segmenter cannot be built, read or matched to a model."""


class ConfigError(EngineError):
    """A setting, alone or beside another one, makes no sense."""


class CheckpointError(EngineError):
    """A checkpoint is missing, damaged or made for something else."""


class RunError(EngineError):
    """A run directory cannot be used in the way that was asked for."""
