"""Telling people what waits for them: derived from the stored game, at most once for each turn and place."""

from shanghaien.web.core.features import Feature

FEATURE = Feature(
    parts="places:open_parts",
    page_parts="pages.routes:open_parts",
    routes=("pages.routes:ROUTES", "pages.feed_routes:ROUTES"),
    person_rows="store:PERSON_ROWS",
    schema="schema",
    styles=("notices", "pictures"),
)
