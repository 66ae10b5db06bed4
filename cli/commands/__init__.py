"""One module for each subject of the command line."""
