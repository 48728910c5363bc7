"""The window: a Qt application that shows what the engine records. It never loads torch."""
