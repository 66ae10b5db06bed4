"""The log of a book as CloudEvents."""
