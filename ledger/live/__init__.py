"""Games recorded or played live."""
