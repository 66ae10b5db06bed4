"""The read models: tables made from the book, for SQL and reports."""
