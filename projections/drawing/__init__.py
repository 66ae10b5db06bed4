"""Pictures of the table: where each tile lies, and the picture as SVG."""
