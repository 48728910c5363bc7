"""The parts of the main window: each does one thing for it and knows of it only what `Frame` names."""
