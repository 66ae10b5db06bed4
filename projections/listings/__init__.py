"""Lists as people read them: heads and cells, for a terminal, a page or a spreadsheet."""
