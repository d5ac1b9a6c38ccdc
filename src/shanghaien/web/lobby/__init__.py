"""Meeting people: offered tables, pairing, who is here, and what can be watched."""

from shanghaien.web.core.features import Feature

FEATURE = Feature(
    parts="service:open_parts",
    page_parts="routes:open_parts",
    routes=("routes:ROUTES",),
    api=("api:ROUTES",),
    person_rows="store:PERSON_ROWS",
    schema="schema",
    table_styles=("seeking",),
    styles=("lobby",),
)
