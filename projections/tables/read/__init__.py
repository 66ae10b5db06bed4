"""Stage 1, read: the next events of the log, grouped by game."""
