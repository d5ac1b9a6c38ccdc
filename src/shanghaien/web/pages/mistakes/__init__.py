"""One's own mistakes, repeated until they sit; and the puzzle of the day."""
