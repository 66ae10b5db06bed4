"""Money as double entry, for other programs."""
