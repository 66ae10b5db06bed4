"""Signed notes and the keys that sign them."""
