"""The book, from records to bytes and back."""
