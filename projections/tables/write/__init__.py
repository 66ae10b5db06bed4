"""Stage 4, write: facts and rulings as table rows."""
