"""The book: event store, import and export of records, players, live tables."""
