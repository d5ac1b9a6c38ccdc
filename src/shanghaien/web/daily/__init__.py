"""What comes every day: a deal that is the same for all, a puzzle, and one's own mistakes to repeat."""

from shanghaien.web.core.features import Feature

FEATURE = Feature(
    parts="service:open_parts",
    page_parts="routes:open_parts",
    routes=("routes:ROUTES",),
    api=("api:ROUTES",),
    person_rows="ranks:PERSON_ROWS",
    schema="schema",
    styles=("day", "mistakes", "puzzle_panel"),
)
