"""What a game is worth under a rule set, with the rulings of arbiters."""
