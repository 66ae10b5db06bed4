"""Rule sets: what may differ from table to table, as values."""
