"""The `domino` command: parse, call, print."""
