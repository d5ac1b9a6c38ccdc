"""The people who play: their names and the tokens of their programs."""
