"""What the rules say, and what must hold whatever is played."""
