"""The experiments of both papers at home: what to train and to measure, and the papers' own figures."""
