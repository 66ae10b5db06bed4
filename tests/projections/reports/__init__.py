"""What reports tell, against folds of every game."""
