"""The addresses about talk that are no table's: one's own page, blocking, reporting."""

from .own_routes import ROUTES

__all__ = ["ROUTES"]
