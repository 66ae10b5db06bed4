"""Rule sets: what may differ from house to house, as values."""
