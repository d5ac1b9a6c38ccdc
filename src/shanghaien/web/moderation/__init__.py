"""Blocking, reports, and what moderators do."""

from shanghaien.web.core.features import Feature

FEATURE = Feature(
    page_parts="report_routes:open_parts",
    routes=("own_routes:ROUTES", "report_routes:ROUTES"),
    person_rows="store:PERSON_ROWS",
    schema="schema",
    gauges="store:GAUGES",
    styles=("order",),
)
