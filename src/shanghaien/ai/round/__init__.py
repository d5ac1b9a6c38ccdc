"""One round, solved exactly: what every choice in it is worth."""
