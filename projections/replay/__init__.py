"""A game move by move."""
