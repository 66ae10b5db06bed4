"""Stage 5, accumulate: results that depend on earlier games, such as ratings and bookings."""
