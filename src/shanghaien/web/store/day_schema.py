"""The tables of what comes every day: the deal, who tried it, the puzzle, and one's own mistakes to repeat."""

from .metadata import metadata

__all__ = ["metadata"]
