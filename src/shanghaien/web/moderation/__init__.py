"""Reports, and what moderators do."""

from shanghaien.web.core.features import Feature

FEATURE = Feature(
    page_parts="views:open_parts",
    routes=("report_routes:ROUTES",),
    person_rows="store:PERSON_ROWS",
    schema="schema",
    gauges="store:GAUGES",
    styles=("order",),
)
