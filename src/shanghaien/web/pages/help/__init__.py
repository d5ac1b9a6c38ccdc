"""Help: how the screen is used, and which keys there are."""
