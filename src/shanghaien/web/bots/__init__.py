"""Bots, which think in processes of their own."""

from shanghaien.web.core.features import Feature

FEATURE = Feature(
    parts="parts:open_parts",
)
