"""What a round is worth, and who owes whom."""
