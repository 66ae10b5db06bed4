"""What the house itself puts on record, beside its games."""
