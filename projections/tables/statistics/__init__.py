"""Sums and ratings by player."""
