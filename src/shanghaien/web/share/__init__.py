"""Pictures of games for previews of links: drawn as SVG, painted as PNG, named in the head of their pages."""

from shanghaien.web.core.features import Feature

FEATURE = Feature(
    page_parts="routes:open_parts",
    routes=("routes:ROUTES",),
    table_styles=("share",),
)
