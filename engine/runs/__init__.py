"""The run directory: all that passes between a training process and whoever watches it; torch-free."""
