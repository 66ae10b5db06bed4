"""A round: its state, what changes it, and what is legal in it."""
