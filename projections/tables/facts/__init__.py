"""From events to the facts of rounds, many at a time."""
