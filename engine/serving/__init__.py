"""What an engine process needs to serve a window that may be far away; torch-free."""
