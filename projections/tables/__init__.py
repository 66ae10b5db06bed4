"""The tables that follow from the book, for SQL and reports."""
