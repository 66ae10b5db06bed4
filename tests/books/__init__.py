"""Books written by released versions, and the answers these gave."""
