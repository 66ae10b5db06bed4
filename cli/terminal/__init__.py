"""What is drawn, asked and shown at a terminal."""
