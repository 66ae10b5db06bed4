"""Tables that follow from the book: kept up to date from its log, and made again when asked."""
