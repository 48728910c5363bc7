"""The built-in corpus: an English-French grammar whose sentences come with their exact word alignment."""
