"""Numbers as the review writes them."""

from shanghaien.web.pages.shared.numbers import percent, points, signed

__all__ = ["percent", "points", "signed"]
