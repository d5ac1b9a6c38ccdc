"""The rules with drawn examples, the first voyage with a guide, help."""

from shanghaien.web.core.features import Feature

FEATURE = Feature(
    page_parts="voyage_routes:open_parts",
    routes=("rules_routes:ROUTES", "voyage_routes:ROUTES", "help_routes:ROUTES"),
    styles=("trial", "voyage", "voyage_narrator", "crews", "help"),
)
