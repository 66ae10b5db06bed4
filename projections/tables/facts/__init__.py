"""Stage 2, facts: what came of each round, whatever the score and payout rules say."""
