"""Beam search and forced decoding, recorded into traces."""
