"""Pictures of arrays: the only home of pyqtgraph. Nothing here knows what a translation is."""
