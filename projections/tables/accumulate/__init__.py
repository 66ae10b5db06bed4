"""Stage 5, accumulate: what goes on from game to game, and is not made anew with the rows."""
