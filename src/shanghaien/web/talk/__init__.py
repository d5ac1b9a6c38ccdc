"""Talking at a table: phrases, free text, notes, and keeping away from somebody."""

from shanghaien.web.core.features import Feature

FEATURE = Feature(
    page_parts="routes:open_parts",
    routes=("routes:ROUTES", "table_routes:ROUTES"),
    api=("api:ROUTES",),
    person_rows="store:PERSON_ROWS",
    schema="schema",
    styles=("pages",),
    sheets={"talk.css": ("talk",)},
)
