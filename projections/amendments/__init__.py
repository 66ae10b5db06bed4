"""Amending a game, and what one version of it says otherwise than another."""
