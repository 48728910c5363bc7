"""Run directories: all that passes between a training process and whoever watches it. Torch-free."""
