"""Pages to be printed, as text, HTML and PDF."""
