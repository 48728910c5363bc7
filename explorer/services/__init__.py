"""Everything slow: tasks on a thread pool, the engine process, training processes, the watching of runs."""
