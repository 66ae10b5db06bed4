"""Reports on games, players and money, from the tables in use."""
