"""TODO: the one idea of this folder."""
