"""The exit codes of the command (docs/command.md)."""

FINE = 0
FAILURE = 1
USAGE = 2
ILLEGAL_PLAY = 3
TAMPERING = 4
CONFLICT = 5
REJECTED = 6
INTERRUPTED = 130
