"""Keeping order: reports, and the page of moderators."""
