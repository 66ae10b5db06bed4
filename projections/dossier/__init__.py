"""Dossiers: all that is known of one game, for the parties of a dispute."""
