"""Ids of rule sets, such as `draw@1` or `draw@1+score.target=50`."""

RULE_SET_ID = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*@[1-9][0-9]*(\+[a-z0-9_.-]+=[a-z0-9.-]+)*$"
AGREED = "+"
"""In an id, stands before each change that was agreed at the table."""
