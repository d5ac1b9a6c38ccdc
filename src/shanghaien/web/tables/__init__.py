"""A table: two seats, one game, and everybody who looks at it."""
