"""The lists of how strong people are."""
