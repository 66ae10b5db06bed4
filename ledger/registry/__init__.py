"""Mutable names outside the events: players and rule sets."""
