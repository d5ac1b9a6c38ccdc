"""Opponents of every strength."""
