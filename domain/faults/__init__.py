"""What can be wrong with an act, a deal or the end of a round."""
