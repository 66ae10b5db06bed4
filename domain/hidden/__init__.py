"""What a seat may see, and what can be inferred about unseen tiles."""
