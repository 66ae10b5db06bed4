"""The log over all games: a Merkle tree of all events, its tiles on disk, and its checkpoints."""
