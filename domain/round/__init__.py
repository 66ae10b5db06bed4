"""A round: state, events, legal moves, facts."""
