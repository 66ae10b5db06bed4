"""Drawings, prompts and progress bars at a terminal."""
