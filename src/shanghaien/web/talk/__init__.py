"""Talking at a table: phrases, free text, notes, and keeping away from somebody."""
