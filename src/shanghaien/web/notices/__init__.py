"""Telling people what waits for them: derived from the stored game, at most once for each turn and place."""
