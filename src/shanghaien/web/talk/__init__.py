"""Talking at a table: phrases, free text, notes."""

from shanghaien.web.core.features import Feature

FEATURE = Feature(
    page_parts="routes:open_parts",
    routes=("routes:ROUTES",),
    api=("api:ROUTES",),
    person_rows="store:PERSON_ROWS",
    schema="store",
    sheets={"talk.css": ("talk",)},
)
