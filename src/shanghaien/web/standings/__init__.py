"""How strong people are, worked out from the log of results."""
