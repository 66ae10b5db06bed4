"""The model of figures: games, rounds, statistics, money."""
