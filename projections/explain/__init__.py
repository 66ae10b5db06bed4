"""Explanations of rounds as steps with codes; `projections.messages` makes the sentences."""
