"""The rules with drawn examples, and a first game with a guide."""
