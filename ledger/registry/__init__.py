"""Names beside the events: players and rule sets of the house."""
