"""The tables and views of the read models, defined once for every database."""
