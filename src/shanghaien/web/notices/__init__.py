"""Telling people what waits for them: when, where, and in which words."""
