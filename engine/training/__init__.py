"""Training: batches, objective, optimizers, validation, the trainer, and sessions of a run."""

from engine.training.session import resume_run, start_run

__all__ = ["resume_run", "start_run"]
