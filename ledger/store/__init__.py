"""How events are stored: bytes, chain, and the databases."""
