"""What can be wrong with an act, a deal or an end."""
