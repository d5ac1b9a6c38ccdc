"""What comes every day: a deal for everybody, a puzzle, and one's own mistakes to repeat."""
