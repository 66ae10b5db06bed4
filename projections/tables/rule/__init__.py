"""Stage 3, rule: the worth of rounds, winners of games, and amounts due."""
