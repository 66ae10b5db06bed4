"""Stage 3, rule: what rounds are worth, who won games, who owes whom."""
