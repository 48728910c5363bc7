"""The translation engine: models of 2014 that learned to align, without a window and without Qt."""

__version__ = "0.1.0"
