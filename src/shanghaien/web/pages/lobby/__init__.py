"""Finding somebody to play with: offered tables, who is here, games to watch."""
