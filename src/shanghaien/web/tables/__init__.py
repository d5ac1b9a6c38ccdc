"""A game being played: its table, its log, its seats. Nothing here knows of HTTP."""
