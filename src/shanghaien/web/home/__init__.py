"""The start page."""

from shanghaien.web.core.features import Feature

FEATURE = Feature(
    routes=("routes:ROUTES",),
    styles=("home", "quay"),
)
