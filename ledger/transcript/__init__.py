"""From a record to events."""
