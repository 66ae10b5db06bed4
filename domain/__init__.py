"""The game itself: tiles, rules, events, legality, scoring, verdicts on blocks.

Pure: no clock, no randomness, no I/O.
"""
