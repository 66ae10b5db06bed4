"""Stage 4, write: facts and rulings as rows of tables."""
