"""One's own mistakes, repeated until one knows them; and the puzzle of the day."""
