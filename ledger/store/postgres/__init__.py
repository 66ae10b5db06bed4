"""A book in a PostgreSQL database."""
