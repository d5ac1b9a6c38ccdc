"""A person's page: their games, how strong they are, and two people over the years."""
