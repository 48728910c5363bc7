"""Training: batches, objective, optimizers, validation, the trainer."""
