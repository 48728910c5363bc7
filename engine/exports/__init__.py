"""What leaves the program: the numbers of a translation as files that other programs read."""
