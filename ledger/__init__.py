"""The book: the event store, import and export of records, and what is made of them."""
