"""Amending a game, and what differs between two of its versions."""
