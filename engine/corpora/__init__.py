"""Sentence pairs: reading them from files, cleaning, splitting."""
