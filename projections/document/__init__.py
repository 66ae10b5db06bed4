"""Documents and pages of blocks in reading order, which the command and the web print."""
