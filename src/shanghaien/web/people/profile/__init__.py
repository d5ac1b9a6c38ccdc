"""A person's page: their games, how strong they are, and two people over the years."""

from shanghaien.web.core.features import Feature

FEATURE = Feature(
    page_parts="routes:open_parts",
    routes=("routes:ROUTES",),
    api=("api:ROUTES",),
    styles=("profile", "charts"),
)
