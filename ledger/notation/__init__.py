"""Records as people write them: plain text, game by game (docs/notation.md)."""
