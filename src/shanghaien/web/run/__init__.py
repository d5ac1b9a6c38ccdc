"""The processes of a site: how they get ready, listen, work, are renewed, and end; health, metrics, clean-up."""

from shanghaien.web.core.features import Feature

FEATURE = Feature(
    parts="parts:open_parts",
    page_parts="status_routes:open_parts",
    routes=("status_routes:ROUTES", "health:ROUTES", "metrics:ROUTES"),
    styles=("status",),
)
