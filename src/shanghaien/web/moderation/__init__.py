"""Reports, and what moderators do."""

from shanghaien.web.core.features import Feature

FEATURE = Feature(
    page_parts="views:open_parts",
    routes=("report_routes:ROUTES",),
    schema="schema",
    styles=("order",),
)
