"""Meeting people: offered tables, pairing, who is here, and what can be watched."""
