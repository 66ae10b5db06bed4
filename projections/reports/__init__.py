"""What commands report of games, players and money: queries on the tables in use."""
