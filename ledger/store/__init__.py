"""The event store: codec, hash chain, upcasts, databases."""
