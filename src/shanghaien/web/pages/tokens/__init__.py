"""The page on which people make tokens for their programs."""
