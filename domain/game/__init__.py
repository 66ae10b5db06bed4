"""A game: rounds up to a target, and the commands that move it."""
