"""Games recorded or played as they happen."""
