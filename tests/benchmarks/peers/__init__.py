"""Other toolkits, each driven in an interpreter of its own that has it, on the same minibatches."""
