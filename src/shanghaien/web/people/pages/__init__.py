"""Keeping one's games under a name, signing in, and the ways in that somebody has."""
