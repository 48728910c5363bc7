"""n-best lists: files of them, their scores weighed and tuned, and the best that could be chosen."""
