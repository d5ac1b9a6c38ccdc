"""Pictures of games to hand on: drawn as SVG, painted as PNG, and named in the head of the pages they show."""

from shanghaien.web.core.features import Feature

FEATURE = Feature(
    page_parts="routes:open_parts",
    routes=("routes:ROUTES",),
    table_styles=("share",),
)
