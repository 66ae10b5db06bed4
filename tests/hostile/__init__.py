"""A campaign of hostile input: nothing crashes, takes long, or is silently changed."""
