"""How strong people are, worked out from the log of results."""

from shanghaien.web.core.features import Feature

FEATURE = Feature(
    parts="jobs:open_parts",
    page_parts="routes:open_parts",
    routes=("routes:ROUTES",),
    api=("api:ROUTES",),
    person_rows="leaving:PERSON_ROWS",
    schema="schema",
    styles=("standings",),
)
