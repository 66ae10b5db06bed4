"""The notation: games as plain text for people (docs/notation.md)."""
