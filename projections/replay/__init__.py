"""Replays of games, step by step."""
