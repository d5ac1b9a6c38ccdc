"""The page for the host."""
