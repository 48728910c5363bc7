"""Windows that ask for several things at once; none of them stops the work behind it."""
