"""Bots at the tables: who they are, where they think, and when they act."""
