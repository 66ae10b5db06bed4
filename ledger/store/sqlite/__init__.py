"""A book in an SQLite file."""
