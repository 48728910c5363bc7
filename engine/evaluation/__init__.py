"""Measures: BLEU, chrF, perplexity, alignment error rate."""
