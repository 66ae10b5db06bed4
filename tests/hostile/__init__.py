"""Hostile input: nothing crashes, takes long, or changes silently."""
