"""Score and settlement over columns of rounds."""
