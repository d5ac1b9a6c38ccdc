"""The tables of the lobby: offered tables, and people who look for somebody to play with."""

from .metadata import metadata

__all__ = ["metadata"]
