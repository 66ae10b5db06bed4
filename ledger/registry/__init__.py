"""Mutable names outside the events: players and house rules."""
