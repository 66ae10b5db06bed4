"""Stage 2, facts: the end of each round, independent of score and payout rules."""
