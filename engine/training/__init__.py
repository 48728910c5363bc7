"""Training: batches, objective, optimizers, validation, the trainer, and sessions of a run."""

from engine.training.previewing import preview
from engine.training.session import resume_run, start_run

__all__ = ["preview", "resume_run", "start_run"]
