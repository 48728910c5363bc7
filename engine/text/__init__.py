"""Text to tokens and back: normalization, segmentation, vocabulary."""
