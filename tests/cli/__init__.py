"""The command, as it is typed."""
