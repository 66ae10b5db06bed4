"""Whether a book still holds what was recorded."""
