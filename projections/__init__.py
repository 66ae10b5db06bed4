"""What follows from the book: rulings, audits, explanations, standings. All of it can be redone."""
