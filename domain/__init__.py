"""What a game is: tiles, rules, events, legality, scoring, verdicts on blocks.

Pure: no clock, no randomness, no input or output.
"""
