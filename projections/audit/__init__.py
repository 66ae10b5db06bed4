"""The second opinion on any record."""
